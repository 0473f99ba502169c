"use server";
/** The server actions of a token's page. A token that is not visible gets the same response as one that does not exist. */
import { redirect } from "next/navigation";
import { markTokenRead } from "@/lib/notices/list";
import { memberAction, textOf } from "@/lib/session/action";
import { formAction } from "@/lib/session/form-action";
import { actorOf, type SignedIn } from "@/lib/session/visitor";
import { editToken } from "@/lib/tokens/change/edit";
import { type Revoked, revokeToken } from "@/lib/tokens/change/revoke";
import { endOverlap } from "@/lib/tokens/change/rotate";
import { toProblems } from "@/lib/tokens/policy";
import { managedTokens, reachableTokens } from "@/lib/tokens/read/kept-tokens";
import { findVisibleToken } from "@/lib/tokens/read/visible-token";
import * as input from "../action-input";
import { isRecentlyUsed } from "./revoke/recently-used";
import { proofOfName } from "./revoke/typed-proof";

export const editAction = memberAction(input.edit, async ({ tokenId, ...edit }, signedIn) =>
  editToken({ ...edit, tokenId, visibility: await managedTokens(tokenId, signedIn.member) }, actorOf(signedIn)).catch(
    toProblems,
  ),
);

export const revokeAction = memberAction(input.tokenId, revoke);

const GONE = { message: "This token no longer exists." };

/** For a token in use, its name has to be typed, as in the dialog. */
const revokeProven = memberAction(input.provenRevocation, async ({ tokenId, typed }, signedIn) => {
  const now = new Date();
  const visible = await findVisibleToken(tokenId, signedIn.member, now);
  if (visible === null) return { kind: "unknown" as const };
  const { name, lastUsed } = visible.token;
  const proof = isRecentlyUsed(lastUsed, now) ? proofOfName(name) : null;
  if (proof !== null && !proof.isGiven(typed)) return { kind: "not proven" as const, mismatch: proof.mismatch };
  return revoke(tokenId, signedIn);
});

export const revokeByForm = formAction(revokeProven, {
  read: (form) => ({ tokenId: textOf(form, "token"), typed: textOf(form, "name") }),
  conclude: (outcome, { tokenId }) => {
    if (outcome.kind === "not proven") return { message: outcome.mismatch };
    if (outcome.kind === "unknown") return GONE;
    redirect(`/tokens/${tokenId}`);
  },
});

async function revoke(tokenId: string, signedIn: SignedIn): Promise<Revoked> {
  const visibility = await reachableTokens(tokenId, signedIn.member);
  const outcome = await revokeToken({ tokenId, visibility }, actorOf(signedIn));
  if (outcome.kind !== "unknown") await markTokenRead(signedIn.member, tokenId);
  return outcome;
}

export const endOverlapAction = memberAction(input.tokenId, async (tokenId, signedIn) =>
  endOverlap({ tokenId, visibility: await reachableTokens(tokenId, signedIn.member) }, actorOf(signedIn)),
);

export const endOverlapByForm = formAction(endOverlapAction, {
  read: (form) => textOf(form, "token"),
  conclude: (outcome, tokenId) => (outcome.kind === "unknown" ? GONE : redirect(`/tokens/${tokenId}`)),
});
