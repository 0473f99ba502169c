"use client";
/** E-mail address and password, as password managers expect them. Works before any script has loaded. */
import { useActionState } from "react";
import { type SignInState, signInWithPassword } from "./actions";

const EMPTY: SignInState = { email: "", message: null };

export function SignInForm({ next }: { next: string }) {
  const [state, submit, isPending] = useActionState(signInWithPassword, EMPTY);
  return (
    <form action={submit}>
      <input type="hidden" name="next" value={next} />
      <label htmlFor="email">E-mail address</label>
      <input id="email" name="email" type="email" autoComplete="username" required defaultValue={state.email} />
      <label htmlFor="password">Password</label>
      <input id="password" name="password" type="password" autoComplete="current-password" required />
      <p role="alert">{state.message}</p>
      <button type="submit" disabled={isPending}>
        Sign in
      </button>
    </form>
  );
}
