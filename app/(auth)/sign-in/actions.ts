"use server";
import { redirect } from "next/navigation";
import { textOf } from "@/lib/session/form-text";
import { ownPath } from "@/lib/session/own-path";
import { signIn } from "@/lib/session/sign-in";
import { SIGN_IN_REFUSED, waitMessage } from "@/lib/session/sign-in-messages";

/** What the form shows again after a refusal: never the password. */
export type SignInState = { email: string; message: string | null };

export async function signInWithPassword(_former: SignInState, form: FormData): Promise<SignInState> {
  const email = textOf(form, "email").trim();
  const outcome = await signIn({ email, password: textOf(form, "password") });
  if (outcome.kind === "wait") return { email, message: waitMessage(outcome.seconds) };
  if (outcome.kind === "refused") return { email, message: SIGN_IN_REFUSED };
  redirect(ownPath(textOf(form, "next")));
}
