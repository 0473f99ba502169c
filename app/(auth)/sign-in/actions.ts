"use server";
import { redirect } from "next/navigation";
import { log } from "@/lib/log";
import { formWithState, publicAction, textOf } from "@/lib/session/action";
import { ownPath } from "@/lib/session/gate/page-paths";
import { beginProviderSignIn } from "@/lib/session/provider";
import { signIn } from "@/lib/session/sign-in";
import { PROVIDER_FAILED, SIGN_IN_BUSY, SIGN_IN_REFUSED, waitMessage } from "@/lib/session/sign-in-messages";

/** What the form shows again after a refusal: never the password. */
export type SignInState = { email: string; message: string | null };

export const signInWithPassword = publicAction(
  formWithState,
  async ([, form]): Promise<SignInState> => {
    const email = textOf(form, "email").trim();
    const outcome = await signIn({ email, password: textOf(form, "password") });
    if (outcome.kind === "wait") return { email, message: waitMessage(outcome.seconds) };
    if (outcome.kind === "busy") return { email, message: SIGN_IN_BUSY };
    if (outcome.kind === "refused") return { email, message: SIGN_IN_REFUSED };
    redirect(ownPath(textOf(form, "next")));
  },
  { email: "", message: SIGN_IN_REFUSED },
);

export type ProviderState = { message: string | null };

export const signInWithProvider = publicAction(
  formWithState,
  async ([, form]): Promise<ProviderState> => {
    const mode = textOf(form, "mode") === "again" ? "again" : "first";
    const next = ownPath(textOf(form, "next"));
    const url = await beginProviderSignIn({ next, mode }).catch((error: unknown) => {
      log().error({ error: String(error) }, "a sign-in through the identity provider could not begin");
      return null;
    });
    if (url === null) return { message: PROVIDER_FAILED };
    redirect(url);
  },
  { message: PROVIDER_FAILED },
);
