"use server";
/** The server actions of a token's page. A token that is not visible gets the same response as one that does not exist. */
import { isProven } from "@/components/confirm/typed-proof";
import { markTokenRead } from "@/lib/notices/list";
import { memberAction } from "@/lib/session/action";
import { confirmedAction } from "@/lib/session/form-action";
import type { FormState } from "@/lib/session/form-state";
import { actorOf } from "@/lib/session/visitor";
import { editToken } from "@/lib/tokens/change/edit";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { endOverlap } from "@/lib/tokens/change/rotate";
import { toProblems } from "@/lib/tokens/policy";
import { findVisibleToken, managedTokens, reachableTokens } from "@/lib/tokens/read/visibility";
import * as input from "../action-input";
import { proofOfName } from "./revoke/typed-proof";

export const editAction = memberAction(input.edit, async ({ tokenId, ...edit }, signedIn) =>
  editToken({ ...edit, tokenId, visibility: await managedTokens(tokenId, signedIn.member) }, actorOf(signedIn)).catch(
    toProblems,
  ),
);

const GONE = { message: "This token no longer exists." };

type Stopped = { stopped: Date };

export const revokeAction = confirmedAction(
  memberAction(input.provenRevocation, async ({ token, typed }, signedIn): Promise<FormState<Stopped>> => {
    const visible = await findVisibleToken(token, signedIn.member, new Date());
    if (visible === null) return GONE;
    const proof = proofOfName(visible.token.name);
    if (typed !== undefined && !isProven(proof, typed)) return { message: proof.mismatch };
    const visibility = await reachableTokens(token, signedIn.member);
    const outcome = await revokeToken({ tokenId: token, visibility }, actorOf(signedIn));
    if (outcome.kind === "unknown") return GONE;
    await markTokenRead(signedIn.member, token);
    return { stopped: outcome.stopped };
  }),
  pageOf,
);

export const endOverlapAction = confirmedAction(
  memberAction(input.chosenToken, async ({ token }, signedIn): Promise<FormState<Stopped>> => {
    const target = { tokenId: token, visibility: await reachableTokens(token, signedIn.member) };
    const outcome = await endOverlap(target, actorOf(signedIn));
    if (outcome.kind === "unknown") return GONE;
    return outcome.kind === "ended"
      ? { stopped: outcome.stopped }
      : { message: "The overlap has already ended. Reload the page." };
  }),
  pageOf,
);

function pageOf({ token }: { token: string }): string {
  return `/tokens/${token}`;
}
