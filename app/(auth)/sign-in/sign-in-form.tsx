"use client";
/** E-mail address and password, as password managers expect them. Works before any script has loaded. */
import { useAnsweredForm } from "@/components/session/use-answered-form";
import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/field";
import { ErrorNotice } from "@/components/ui/notice";
import { NO_CONNECTION } from "@/lib/session/sign-in-messages";
import { type SignInState, signInWithPassword } from "../actions";

const EMPTY: SignInState = { email: "", message: null };

export function SignInForm({ next }: { next: string }) {
  const { state, form, isPending } = useAnsweredForm(signInWithPassword, EMPTY, toNoAnswer);
  return (
    <form {...form} className="flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        defaultValue={state.email}
      />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      <ErrorNotice text={state.message} />
      <Button type="submit" look="primary" busy={isPending} className="w-full">
        Sign in
      </Button>
    </form>
  );
}

function toNoAnswer(form: FormData): SignInState {
  return { email: String(form.get("email") ?? ""), message: NO_CONNECTION };
}
