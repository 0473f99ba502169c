"use client";
/** The code of an authenticator app, or a recovery code. Works before any script has loaded. */
import { CodeField } from "@/components/session/code-field";
import { usePublicForm } from "@/components/session/use-form";
import { LinkButton, SubmitButton } from "@/components/ui/controls/button";
import { ErrorNotice } from "@/components/ui/notice";
import { type CodeState, signInWithCode } from "../../actions";

export function CodeForm({ next }: { next: string }) {
  const { state, form, message, busy } = usePublicForm<CodeState>(signInWithCode, { message: null });
  return (
    <form {...form} className="flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      <CodeField autoFocus />
      <ErrorNotice text={message} />
      {state.ended ? (
        <LinkButton href={`/sign-in?next=${encodeURIComponent(next)}`} look="primary" className="w-full">
          Sign in again
        </LinkButton>
      ) : (
        <SubmitButton busy={busy} className="w-full">
          Sign in
        </SubmitButton>
      )}
    </form>
  );
}
