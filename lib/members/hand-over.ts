/**
 * Hands the integrations of somebody who leaves over to another member, such as a service account: each live token is rotated to one
 * of the new owner, and the old secret works on for the overlap. Deactivate the person when it is over: their old secrets end then.
 */
import type { Actor, Member } from "../model";
import type { CreatedToken } from "../tokens/create";
import { type OverlapSeconds, TokenRefused } from "../tokens/policy";
import { rotateToken } from "../tokens/rotate";
import { isRotatable } from "../tokens/status";
import { ownTokens } from "../tokens/visible-token";
import { tokensThatStop } from "./members";

/** "refused": the new owner cannot do what the token can. The others are handed over all the same. */
export type HandedOver = { tokenId: string; name: string } & (
  | { kind: "handed over"; created: CreatedToken; worksUntil: Date }
  | { kind: "refused"; reason: string }
);

export type HandOver = { from: Member; to: Member; overlapSeconds: OverlapSeconds };

/** Tokens that have ended, or been rotated already, stay where they are. */
export async function handOverTokens({ from, to, overlapSeconds }: HandOver, by: Actor): Promise<HandedOver[]> {
  const handed: HandedOver[] = [];
  for (const token of (await tokensThatStop(from, by.now)).filter(isRotatable)) {
    const { id: tokenId, name } = token;
    try {
      const rotated = await rotateToken({ tokenId, visibility: ownTokens(from), overlapSeconds, to }, by);
      if (rotated.kind !== "rotated") continue;
      const { created, previous } = rotated;
      handed.push({ tokenId, name, kind: "handed over", created, worksUntil: previous.worksUntil });
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      handed.push({ tokenId, name, kind: "refused", reason: error.message });
    }
  }
  return handed;
}
