"use server";
/** The server actions of a token's page. A token that is not visible gets the same response as one that does not exist. */
import { isProven } from "@/components/confirm/typed-proof";
import { markTokenRead } from "@/lib/notices/list";
import { memberAction, textOf } from "@/lib/session/action";
import { confirmedAction } from "@/lib/session/form-action";
import { actorOf } from "@/lib/session/visitor";
import { editToken } from "@/lib/tokens/change/edit";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { endOverlap } from "@/lib/tokens/change/rotate";
import { toProblems } from "@/lib/tokens/policy";
import { managedTokens, reachableTokens } from "@/lib/tokens/read/kept-tokens";
import { findVisibleToken } from "@/lib/tokens/read/visible-token";
import * as input from "../action-input";
import { proofOfName } from "./revoke/typed-proof";

export const editAction = memberAction(input.edit, async ({ tokenId, ...edit }, signedIn) =>
  editToken({ ...edit, tokenId, visibility: await managedTokens(tokenId, signedIn.member) }, actorOf(signedIn)).catch(
    toProblems,
  ),
);

const GONE = "This token no longer exists.";

const revoke = memberAction(input.provenRevocation, async ({ tokenId, typed }, signedIn) => {
  const visible = await findVisibleToken(tokenId, signedIn.member, new Date());
  if (visible === null) return { kind: "unknown" as const };
  const proof = proofOfName(visible.token.name);
  if (typed !== null && !isProven(proof, typed)) return { kind: "not proven" as const, mismatch: proof.mismatch };
  const visibility = await reachableTokens(tokenId, signedIn.member);
  const outcome = await revokeToken({ tokenId, visibility }, actorOf(signedIn));
  if (outcome.kind !== "unknown") await markTokenRead(signedIn.member, tokenId);
  return outcome;
});

export const revokeAction = confirmedAction(revoke, {
  read: (form) => ({ tokenId: textOf(form, "token"), typed: form.has("typed") ? textOf(form, "typed") : null }),
  conclude: (outcome) => {
    if (outcome.kind === "not proven") return outcome.mismatch;
    return outcome.kind === "unknown" ? GONE : { stopped: outcome.stopped };
  },
  next: ({ tokenId }) => `/tokens/${tokenId}`,
});

const end = memberAction(input.tokenId, async (tokenId, signedIn) =>
  endOverlap({ tokenId, visibility: await reachableTokens(tokenId, signedIn.member) }, actorOf(signedIn)),
);

export const endOverlapAction = confirmedAction(end, {
  read: (form) => textOf(form, "token"),
  conclude: (outcome) => {
    if (outcome.kind === "unknown") return GONE;
    return outcome.kind === "ended" ? { stopped: outcome.stopped } : "The overlap has already ended. Reload the page.";
  },
  next: (tokenId) => `/tokens/${tokenId}`,
});
