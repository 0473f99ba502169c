"use server";
/**
 * What the page of a token can do to it. Each action authorises by itself, whoever calls it. A token out of reach answers as
 * one that does not exist.
 */
import { type ActionRefusal, memberForAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/actor";
import type { PageMember } from "@/lib/session/page-member";
import { type Edited, narrowToken, type Renamed, renameToken } from "@/lib/tokens/edit";
import { type Revoked, revokeToken } from "@/lib/tokens/manage";
import { type TokenProblem, TokenRefused } from "@/lib/tokens/policy";
import { ownTokens, visibleTokens } from "@/lib/tokens/range";
import { endOverlap, type OverlapEnded } from "@/lib/tokens/rotate";
import { acceptedSince } from "@/lib/tokens/usage";
import * as input from "./action-input";

type Refusal = ActionRefusal | { problems: TokenProblem[] };
export type EditAnswer = Refusal | Edited;
export type RenameAnswer = Refusal | Renamed;

export async function renameAction(page: PageMember, request: unknown): Promise<RenameAnswer> {
  const signedIn = await memberForAction(page);
  if ("refused" in signedIn) return signedIn;
  const parsed = input.renaming.safeParse(request);
  if (!parsed.success) return { kind: "unknown" };
  const renaming = { ...parsed.data, range: ownTokens(signedIn.member) };
  return renameToken(renaming, actorOf(signedIn)).catch(toProblems);
}

export async function narrowAction(page: PageMember, request: unknown): Promise<EditAnswer> {
  const signedIn = await memberForAction(page);
  if ("refused" in signedIn) return signedIn;
  const parsed = input.narrowing.safeParse(request);
  if (!parsed.success) return { kind: "unknown" };
  const narrowing = { ...parsed.data, range: ownTokens(signedIn.member) };
  return narrowToken(narrowing, actorOf(signedIn)).catch(toProblems);
}

export async function revokeAction(page: PageMember, tokenId: unknown): Promise<ActionRefusal | Revoked> {
  const signedIn = await memberForAction(page);
  if ("refused" in signedIn) return signedIn;
  const parsed = input.tokenId.safeParse(tokenId);
  if (!parsed.success) return { kind: "unknown" };
  return revokeToken({ tokenId: parsed.data, range: visibleTokens(signedIn.member) }, actorOf(signedIn));
}

export async function endOverlapAction(page: PageMember, tokenId: unknown): Promise<ActionRefusal | OverlapEnded> {
  const signedIn = await memberForAction(page);
  if ("refused" in signedIn) return signedIn;
  const parsed = input.tokenId.safeParse(tokenId);
  if (!parsed.success) return { kind: "unknown" };
  return endOverlap({ tokenId: parsed.data, range: visibleTokens(signedIn.member) }, actorOf(signedIn));
}

/** How many calls were accepted since then; null where that cannot be said to whoever asks. */
export async function acceptedSinceAction(page: PageMember, request: unknown): Promise<number | null> {
  const signedIn = await memberForAction(page);
  if ("refused" in signedIn) return null;
  const parsed = input.since.safeParse(request);
  if (!parsed.success) return null;
  const { tokenId, since } = parsed.data;
  return acceptedSince({ tokenId, range: visibleTokens(signedIn.member) }, new Date(since));
}

function toProblems(error: unknown): { problems: TokenProblem[] } {
  if (error instanceof TokenRefused) return { problems: error.problems };
  throw error;
}
