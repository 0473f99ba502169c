"use server";
/** What the page of a token can do to it. A token that is not visible is answered as one that does not exist. */
import { memberAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";
import { limitToken, narrowToken, renameToken } from "@/lib/tokens/edit";
import { toProblems } from "@/lib/tokens/policy";
import { revokeToken } from "@/lib/tokens/revoke";
import { endOverlap } from "@/lib/tokens/rotate";
import { ownTokens, visibleTokens } from "@/lib/tokens/visible-token";
import * as input from "../action-input";

export const renameAction = memberAction(input.renaming, async (renaming, signedIn) =>
  renameToken({ ...renaming, visibility: ownTokens(signedIn.member) }, actorOf(signedIn)).catch(toProblems),
);

export const narrowAction = memberAction(input.narrowing, async (narrowing, signedIn) =>
  narrowToken({ ...narrowing, visibility: ownTokens(signedIn.member) }, actorOf(signedIn)).catch(toProblems),
);

export const limitAction = memberAction(input.limiting, async (limiting, signedIn) =>
  limitToken({ ...limiting, visibility: ownTokens(signedIn.member) }, actorOf(signedIn)).catch(toProblems),
);

export const revokeAction = memberAction(input.tokenId, async (tokenId, signedIn) =>
  revokeToken({ tokenId, visibility: visibleTokens(signedIn.member) }, actorOf(signedIn)),
);

export const endOverlapAction = memberAction(input.tokenId, async (tokenId, signedIn) =>
  endOverlap({ tokenId, visibility: visibleTokens(signedIn.member) }, actorOf(signedIn)),
);
