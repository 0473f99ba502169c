"use server";
/** What the page of a token can do to it. A token that is not visible is answered as one that does not exist. */
import { redirect } from "next/navigation";
import { markTokenRead } from "@/lib/notices/list";
import { formWithState, memberAction, publicAction, textOf } from "@/lib/session/action";
import { OUT_OF_DATE } from "@/lib/session/sign-in-messages";
import { actorOf, findVisitor, type SignedIn } from "@/lib/session/visitor";
import { limitToken, narrowToken, renameToken } from "@/lib/tokens/change/edit";
import { type Revoked, revokeToken } from "@/lib/tokens/change/revoke";
import { endOverlap } from "@/lib/tokens/change/rotate";
import { toProblems } from "@/lib/tokens/policy";
import { managedTokens, reachableTokens } from "@/lib/tokens/read/kept-tokens";
import { findVisibleToken } from "@/lib/tokens/read/visible-token";
import * as input from "../action-input";
import { isRecentlyUsed } from "./revoke/recently-used";
import { proofOfName } from "./revoke/typed-proof";

export const renameAction = memberAction(input.renaming, async (renaming, signedIn) =>
  renameToken(
    { ...renaming, visibility: await managedTokens(renaming.tokenId, signedIn.member) },
    actorOf(signedIn),
  ).catch(toProblems),
);

export const narrowAction = memberAction(input.narrowing, async (narrowing, signedIn) =>
  narrowToken(
    { ...narrowing, visibility: await managedTokens(narrowing.tokenId, signedIn.member) },
    actorOf(signedIn),
  ).catch(toProblems),
);

export const limitAction = memberAction(input.limiting, async (limiting, signedIn) =>
  limitToken(
    { ...limiting, visibility: await managedTokens(limiting.tokenId, signedIn.member) },
    actorOf(signedIn),
  ).catch(toProblems),
);

export const revokeAction = memberAction(input.tokenId, revoke);

export type RevokeState = { message: string | null };

/** Of the page that asks where there are no scripts. A token that is in use has its name typed, as in the dialog. */
export const revokeByForm = publicAction(
  formWithState,
  async ([, sent]): Promise<RevokeState> => {
    const visitor = await findVisitor();
    if (visitor.kind !== "signed-in") return { message: OUT_OF_DATE };
    const now = new Date();
    const visible = await findVisibleToken(textOf(sent, "token"), visitor.signedIn.member, now);
    if (visible === null) return { message: OUT_OF_DATE };
    const { id, name, lastUsed } = visible.token;
    const proof = isRecentlyUsed(lastUsed, now) ? proofOfName(name) : null;
    if (proof !== null && !proof.isGiven(textOf(sent, "name"))) return { message: proof.mismatch };
    await revoke(id, visitor.signedIn);
    redirect(`/tokens/${id}`);
  },
  { message: OUT_OF_DATE },
);

async function revoke(tokenId: string, signedIn: SignedIn): Promise<Revoked> {
  const visibility = await reachableTokens(tokenId, signedIn.member);
  const outcome = await revokeToken({ tokenId, visibility }, actorOf(signedIn));
  if (outcome.kind !== "unknown") await markTokenRead(signedIn.member, tokenId);
  return outcome;
}

export const endOverlapAction = memberAction(input.tokenId, async (tokenId, signedIn) =>
  endOverlap({ tokenId, visibility: await reachableTokens(tokenId, signedIn.member) }, actorOf(signedIn)),
);
