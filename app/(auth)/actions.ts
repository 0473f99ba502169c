"use server";
import { redirect } from "next/navigation";
import { log } from "@/lib/process/log";
import { form, formWithState, publicAction, textOf } from "@/lib/session/action";
import { ownPath } from "@/lib/session/gate/page-paths";
import { beginProviderSignIn } from "@/lib/session/provider";
import { rememberedHalfSignIn, rememberHalfSignIn } from "@/lib/session/second-factor/half-sign-in";
import type { Entered } from "@/lib/session/session";
import { redeemLink, signIn, signInWithFactor } from "@/lib/session/sign-in";
import {
  INVITATION_REFUSED,
  LINK_REFUSED,
  PROVIDER_FAILED,
  refusalMessage,
  SIGN_IN_REFUSED,
} from "@/lib/session/sign-in-messages";
import { switchOrganization } from "@/lib/session/visitor";

/** What the form shows again after a refusal: never the password. */
type SignInState = { email: string; message: string | null };

export const signInWithPassword = publicAction(
  formWithState,
  async ([, form]): Promise<SignInState> => {
    const email = textOf(form, "email").trim();
    const outcome = await signIn({ email, password: textOf(form, "password") });
    if (outcome.kind === "wait" || outcome.kind === "busy") return { email, message: refusalMessage(outcome) };
    if (outcome.kind === "refused") return { email, message: SIGN_IN_REFUSED };
    return goOn(outcome, ownPath(textOf(form, "next")));
  },
  { email: "", message: SIGN_IN_REFUSED },
);

/** After the password or a link: continues with the code, if the member has a second factor, and then to `next`. */
async function goOn(entered: Entered, next: string): Promise<never> {
  if (entered.kind === "signed-in") redirect(next);
  await rememberHalfSignIn(entered.half);
  redirect(`/sign-in/code?next=${encodeURIComponent(next)}`);
}

/** `ended`: the sign-in has expired, so the person has to start again. */
export type CodeState = { message: string | null; ended?: true };

export const signInWithCode = publicAction(
  formWithState,
  async ([, form]): Promise<CodeState> => {
    const outcome = await signInWithFactor(textOf(form, "code").slice(0, 100), await rememberedHalfSignIn());
    if (outcome.kind === "signed-in") redirect(ownPath(textOf(form, "next")));
    return { message: refusalMessage(outcome), ...(outcome.kind === "ended" && { ended: true }) };
  },
  { message: refusalMessage({ kind: "wrong" }) },
);

type Message = { message: string | null };

export const signInWithProvider = publicAction(
  formWithState,
  async ([, form]): Promise<Message> => {
    const mode = textOf(form, "mode") === "again" ? "again" : "first";
    const next = ownPath(textOf(form, "next"));
    const url = await beginProviderSignIn(next, mode).catch((error: unknown) => {
      log().error({ error: String(error) }, "a sign-in through the identity provider could not begin");
      return null;
    });
    if (url === null) return { message: PROVIDER_FAILED };
    redirect(url);
  },
  { message: PROVIDER_FAILED },
);

async function enterByLink(
  form: FormData,
  refused: string,
  pathOf: (hasPassword: boolean, next: string) => string,
): Promise<Message> {
  const outcome = await redeemLink(textOf(form, "secret"));
  if (outcome.kind === "wait") return { message: refusalMessage(outcome) };
  if (outcome.kind === "refused") return { message: refused };
  return goOn(outcome, pathOf(outcome.hasPassword, textOf(form, "next")));
}

export const signInWithLink = publicAction(
  formWithState,
  ([, form]) =>
    enterByLink(form, LINK_REFUSED, (hasPassword, next) => (hasPassword && next !== "" ? ownPath(next) : "/password")),
  { message: LINK_REFUSED },
);

// Continues in the organization of the invitation. A person without a password chooses one first.
export const acceptInvitation = publicAction(
  formWithState,
  ([, form]) => enterByLink(form, INVITATION_REFUSED, (hasPassword) => (hasPassword ? "/overview" : "/password")),
  { message: INVITATION_REFUSED },
);

export const chooseOrganization = publicAction(
  form,
  async ([sent]): Promise<void> => {
    await switchOrganization(textOf(sent, "member"));
    redirect(ownPath(textOf(sent, "next")));
  },
  undefined,
);
