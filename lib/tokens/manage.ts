/**
 * Making, listing and revoking tokens, for the command line and the pages. Whether somebody may manage the tokens of a
 * given owner is the caller's question; what such a token may be is answered here.
 */
import { compileAccess } from "../access/compile";
import { TOKEN_ID_PATTERN, tokenHint } from "../authentication/token-form";
import { issueToken } from "../authentication/token-secret";
import { loadCurrentConfiguration } from "../configuration/load";
import { log } from "../log";
import type { Actor, Member } from "../model";
import { databaseMoment } from "../store/server";
import { changeToken, insertToken } from "../store/token-changes";
import { listTokenRows, type TokenRange, type TokenRow, type TokenTarget } from "../store/token-rows";
import { findProblems, MAX_STANDING_TOKENS, TokenRefused, type TokenRequest, tooManyTokens } from "./policy";
import { normalizeScopes } from "./scopes";
import { SHOWN_AFTER_END_DAYS, stateOf, statusOf, type TokenState, type TokenStatus } from "./status";

/** `text` is to be shown once and kept nowhere (spec: Authentication, 5). */
export type CreatedToken = { id: string; text: string; hint: string; expires: Date | null };

/** Throws TokenRefused; TokenExists where `issued` is one that was made before. */
export async function createToken(
  owner: Member,
  request: TokenRequest,
  by: Actor,
  issued = issueToken(),
): Promise<CreatedToken> {
  const now = by.now ?? new Date();
  const configuration = await loadCurrentConfiguration(owner.organizationId);
  const trimmed = { ...request, name: request.name.trim(), purpose: request.purpose.trim() };
  const problems = findProblems(trimmed, configuration.tokenPolicy, compileAccess(configuration, owner, null), now);
  if (problems.length > 0) throw new TokenRefused(problems);

  const { id, text, secretHash } = issued;
  const { name, purpose, expires } = trimmed;
  const scopes = normalizeScopes(trimmed.scopes);
  const { organizationId, id: memberId } = owner;
  const token = { id, organizationId, memberId, name, purpose, secretHash, scopes, expires, replaces: null };
  const inserted = await insertToken(token, { maximum: MAX_STANDING_TOKENS, by });
  if (inserted === "too many") throw tooManyTokens();
  if (inserted === "exists") throw new TokenExists(`There is a token with the id ${id} already.`);
  return { id, text, hint: tokenHint(id), expires };
}

export class TokenExists extends Error {}

/** `state`: what the API makes of it. `status`: that, and what else is to be said. */
export type ListedToken = TokenRow & { hint: string; state: TokenState; status: TokenStatus };

/** Newest first; those that ended are shown for 90 days. */
export async function listTokens(range: TokenRange, now = new Date()): Promise<ListedToken[]> {
  const endedAfter = new Date(now.getTime() - SHOWN_AFTER_END_DAYS * 24 * 60 * 60 * 1000);
  const rows = await listTokenRows(range, endedAfter);
  return rows.map((row) => toListedToken(row, now));
}

/** All there have ever been, newest first. */
export async function listAllTokens(range: TokenRange, now = new Date()): Promise<ListedToken[]> {
  const rows = await listTokenRows(range);
  return rows.map((row) => toListedToken(row, now));
}

export function toListedToken(row: TokenRow, now: Date): ListedToken {
  return { ...row, hint: tokenHint(row.id), state: stateOf(row, now), status: statusOf(row, now) };
}

/** `stopped`: no call that began later was accepted; by PostgreSQL's clock. */
export type Revoked =
  | { kind: "revoked"; stopped: Date }
  | { kind: "revoked before"; stopped: Date; revokedBy: string | null }
  | { kind: "unknown" };

/** Acts on the next request made with the token, everywhere. Revoking twice is no error. */
export async function revokeToken(target: TokenTarget, by: Actor): Promise<Revoked> {
  if (!TOKEN_ID_PATTERN.test(target.tokenId)) return { kind: "unknown" };
  const outcome = await changeToken<Exclude<Revoked, { kind: "unknown" }>>(target, by, async (token, writes) => {
    const { revoked, revokedBy } = token;
    if (revoked !== null) return { kind: "revoked before", stopped: revoked, revokedBy };
    await writes.update({ revoked: token.moment, revokedBy: by.actor });
    await writes.note("token.revoke");
    return { kind: "revoked", stopped: token.moment };
  });
  if (outcome === null) return { kind: "unknown" };
  // Until the revocation was committed, calls were accepted: the moment to name is one after that.
  return outcome.kind === "revoked" ? { ...outcome, stopped: await databaseMoment() } : outcome;
}

/** "failed": for a reason of the service's own, which is in the log; the token may be tried again. */
export type RevokedOfSeveral = { tokenId: string; outcome: Revoked | { kind: "failed" } };

/** Each by itself: one that fails, or is out of range, keeps no other from being revoked. In the order of `tokenIds`. */
export async function revokeTokens(
  tokenIds: readonly string[],
  range: TokenRange,
  by: Actor,
): Promise<RevokedOfSeveral[]> {
  const outcomes: RevokedOfSeveral[] = [];
  for (const tokenId of new Set(tokenIds)) {
    const outcome = await revokeToken({ tokenId, range }, by).catch((error) => {
      log().error({ error: String(error), tokenId }, "a token of several could not be revoked");
      return { kind: "failed" } as const;
    });
    outcomes.push({ tokenId, outcome });
  }
  return outcomes;
}
