"use server";
import { memberForAction } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/page-member";
import { providerName } from "@/lib/session/provider-name";
import { signIn } from "@/lib/session/sign-in";
import { confirmRefused, waitMessage } from "@/lib/session/sign-in-messages";
import { switchOrganization } from "@/lib/session/switch-organization";

export type Confirmation = { kind: "confirmed" } | { kind: "refused"; message: string };

/**
 * A sign-in like any other, with its limits: the session begins anew, and with it the time in which one is believed. It goes
 * on in the page's organisation: where another is chosen, or none, Next would make another page of this one.
 */
export async function confirmIdentity(page: PageMember, password: string): Promise<Confirmation> {
  const outcome = await signIn({ email: String(page.email), password: String(password) });
  if (outcome.kind === "wait") return { kind: "refused", message: waitMessage(outcome.seconds) };
  if (outcome.kind === "refused") return { kind: "refused", message: confirmRefused(String(page.organizationName)) };
  await switchOrganization(String(page.memberId));
  return { kind: "confirmed" };
}

/** Back to the organisation of the page. Whether that has come about is for the next action to find. */
export async function goOnAs(page: PageMember): Promise<"gone on"> {
  const found = await memberForAction(page);
  if ("refused" in found && found.refused === "another-organization") await switchOrganization(page.memberId);
  return "gone on";
}

/** The identity provider's name; null where there is none. The same for everybody. */
export async function otherWay(): Promise<string | null> {
  return providerName();
}
