"use client";
/** The way to the team's own identity provider. */
import { LogIn } from "lucide-react";
import { useAnsweredForm } from "@/components/session/use-answered-form";
import { Button } from "@/components/ui/controls/button";
import { ErrorNotice } from "@/components/ui/notice";
import { NO_CONNECTION } from "@/lib/session/sign-in-messages";
import { type ProviderState, signInWithProvider } from "../actions";

type ProviderFormProps = { name: string; next: string; mode: "first" | "again" };

const NOTHING_WRONG: ProviderState = { message: null };
const NO_ANSWER: ProviderState = { message: NO_CONNECTION };

export function ProviderForm({ name, next, mode }: ProviderFormProps) {
  const { state, form, isPending } = useAnsweredForm(signInWithProvider, NOTHING_WRONG, () => NO_ANSWER);
  return (
    <form {...form} className="flex flex-col gap-3 border-line border-b pb-5">
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="mode" value={mode} />
      <Button type="submit" busy={isPending} className="w-full">
        <LogIn aria-hidden />
        Sign in with {name}
      </Button>
      <ErrorNotice text={state.message} />
    </form>
  );
}
