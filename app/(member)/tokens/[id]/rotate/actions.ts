"use server";
/** Rotation: the only action here that returns a secret, and only to those who manage the token. */
import type { NewSecret } from "@/components/tokens/secret-once";
import { markTokenRead } from "@/lib/notices/list";
import { freshMemberAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";
import { rotateToken } from "@/lib/tokens/change/rotate";
import { type TokenProblem, toProblems } from "@/lib/tokens/policy";
import { managedTokens } from "@/lib/tokens/read/visibility";
import { rotation } from "../../action-input";

export type Rotated =
  | { problems: TokenProblem[] }
  | { kind: "rotated"; secret: Omit<NewSecret, "name">; worksUntil: Date }
  | { kind: "rotated before"; successorId: string }
  | { kind: "not active" | "unknown" };

export const rotateAction = freshMemberAction(rotation, async (asked, signedIn): Promise<Rotated> => {
  const { tokenId, overlapSeconds } = asked;
  const expires = typeof asked.expires === "string" ? new Date(asked.expires) : asked.expires;
  const visibility = await managedTokens(tokenId, signedIn.member);
  const asking = rotateToken({ tokenId, visibility, overlapSeconds, expires }, actorOf(signedIn));
  const outcome = await asking.catch(toProblems);
  if ("problems" in outcome || outcome.kind !== "rotated") return outcome;
  await markTokenRead(signedIn.member, tokenId);
  const { id, text, hint, expires: ends } = outcome.created;
  return { kind: "rotated", secret: { id, hint, text, expires: ends }, worksUntil: outcome.previous.worksUntil };
});
