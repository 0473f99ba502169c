"use server";
import { providerName } from "@/lib/session/provider-name";
import { signIn } from "@/lib/session/sign-in";
import { CONFIRM_REFUSED, waitMessage } from "@/lib/session/sign-in-messages";

export type Confirmation = { kind: "confirmed" } | { kind: "refused"; message: string };

/** A sign-in like any other, with its limits: the session begins anew, and with it the time in which one is believed. */
export async function confirmIdentity(proof: { email: string; password: string }): Promise<Confirmation> {
  const outcome = await signIn({ email: String(proof.email), password: String(proof.password) });
  if (outcome.kind === "wait") return { kind: "refused", message: waitMessage(outcome.seconds) };
  return outcome.kind === "refused" ? { kind: "refused", message: CONFIRM_REFUSED } : { kind: "confirmed" };
}

/** The identity provider's name; null where there is none. The same for everybody. */
export async function otherWay(): Promise<string | null> {
  return providerName();
}
