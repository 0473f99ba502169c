"use client";
import { LogIn } from "lucide-react";
import { usePublicForm } from "@/components/session/use-form";
import { Button } from "@/components/ui/controls/button";
import { ErrorNotice } from "@/components/ui/notice";
import { signInWithProvider } from "../actions";

export function ProviderForm({ name, next, mode }: { name: string; next: string; mode: "first" | "again" }) {
  const { form, message, busy } = usePublicForm(signInWithProvider, { message: null });
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
