"use client";
/** The code of an authenticator app, or a recovery code. Works before any script has loaded. */
import { CodeField } from "@/components/session/code-field";
import { useAnsweredForm } from "@/components/session/use-answered-form";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { ErrorNotice } from "@/components/ui/notice";
import { NO_CONNECTION } from "@/lib/session/sign-in-messages";
import { type CodeState, signInWithCode } from "../../actions";

const NOTHING_WRONG: CodeState = { message: null };
const NO_ANSWER: CodeState = { message: NO_CONNECTION };

export function CodeForm({ next }: { next: string }) {
  const { state, form, isPending } = useAnsweredForm(signInWithCode, NOTHING_WRONG, () => NO_ANSWER);
  return (
    <form {...form} className="flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      <CodeField autoFocus />
      <ErrorNotice text={state.message} />
      {state.ended ? (
        <LinkButton href={`/sign-in?next=${encodeURIComponent(next)}`} look="primary" className="w-full">
          Sign in again
        </LinkButton>
      ) : (
        <Button type="submit" look="primary" busy={isPending} className="w-full">
          Sign in
        </Button>
      )}
    </form>
  );
}
