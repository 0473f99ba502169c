"use client";
/** The sign-in through the team's own identity provider. */
import { LogIn } from "lucide-react";
import { usePublicForm } from "@/components/session/use-form";
import { Button } from "@/components/ui/controls/button";
import { ErrorNotice } from "@/components/ui/notice";
import { type ProviderState, signInWithProvider } from "../actions";

type ProviderFormProps = { name: string; next: string; mode: "first" | "again" };

const NOTHING_WRONG: ProviderState = { message: null };

export function ProviderForm({ name, next, mode }: ProviderFormProps) {
  const { form, message, busy } = usePublicForm(signInWithProvider, NOTHING_WRONG);
  return (
    <form {...form} className="flex flex-col gap-3 border-line border-b pb-5">
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="mode" value={mode} />
      <Button type="submit" busy={busy} className="w-full">
        <LogIn aria-hidden />
        Sign in with {name}
      </Button>
      <ErrorNotice text={message} />
    </form>
  );
}
