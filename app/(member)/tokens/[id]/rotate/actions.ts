"use server";
/** Rotation: the only action here that answers a secret, and only to the token's own owner. */
import type { NewSecret } from "@/components/tokens/secret-once";
import { type ActionRefusal, freshMemberForAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/actor";
import type { PageMember } from "@/lib/session/page-member";
import { type TokenProblem, TokenRefused } from "@/lib/tokens/policy";
import { ownTokens } from "@/lib/tokens/range";
import { rotateToken } from "@/lib/tokens/rotate";
import { rotation } from "../action-input";

export type RotateAnswer =
  | ActionRefusal
  | { problems: TokenProblem[] }
  | { kind: "rotated"; secret: Omit<NewSecret, "name">; worksUntil: Date }
  | { kind: "rotated before"; successorId: string }
  | { kind: "not active" | "unknown" };

export async function rotateAction(page: PageMember, request: unknown): Promise<RotateAnswer> {
  const signedIn = await freshMemberForAction(page);
  if ("refused" in signedIn) return signedIn;
  const parsed = rotation.safeParse(request);
  if (!parsed.success) return { kind: "unknown" };
  const { tokenId, overlapSeconds, expires: chosen } = parsed.data;
  const expires = typeof chosen === "string" ? new Date(chosen) : chosen;
  const range = ownTokens(signedIn.member);
  try {
    const outcome = await rotateToken({ tokenId, range, overlapSeconds, expires }, actorOf(signedIn));
    if (outcome.kind !== "rotated") return outcome;
    const { created, previous } = outcome;
    const { id, text, hint, expires: ends } = created;
    return { kind: "rotated", secret: { id, hint, text, expires: ends }, worksUntil: previous.worksUntil };
  } catch (error) {
    if (error instanceof TokenRefused) return { problems: error.problems };
    throw error;
  }
}
