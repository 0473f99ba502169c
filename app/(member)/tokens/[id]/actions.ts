"use server";
/** What the page of a token can do to it. A token that is not visible is answered as one that does not exist. */
import { markTokenRead } from "@/lib/notices/list";
import { memberAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";
import { limitToken, narrowToken, renameToken } from "@/lib/tokens/change/edit";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { endOverlap } from "@/lib/tokens/change/rotate";
import { toProblems } from "@/lib/tokens/policy";
import { managedTokens, reachableTokens } from "@/lib/tokens/read/kept-tokens";
import * as input from "../action-input";

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

export const revokeAction = memberAction(input.tokenId, async (tokenId, signedIn) => {
  const visibility = await reachableTokens(tokenId, signedIn.member);
  const outcome = await revokeToken({ tokenId, visibility }, actorOf(signedIn));
  if (outcome.kind !== "unknown") await markTokenRead(signedIn.member, tokenId);
  return outcome;
});

export const endOverlapAction = memberAction(input.tokenId, async (tokenId, signedIn) =>
  endOverlap({ tokenId, visibility: await reachableTokens(tokenId, signedIn.member) }, actorOf(signedIn)),
);
