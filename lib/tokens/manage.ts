/**
 * Making, listing and revoking tokens, for the command line and the pages. Whether somebody may manage the tokens of a
 * given owner is the caller's question; what such a token may be is answered here.
 */
import { compileAccess } from "../access/compile";
import { loadCurrentConfiguration } from "../configuration/load";
import type { Member } from "../model";
import {
  insertToken,
  listTokenRows,
  type Revocation,
  type Revoked,
  revokeTokenRow,
  type TokenRange,
  type TokenRow,
} from "../store/token-rows";
import { findProblems, TokenRefused, type TokenRequest } from "./policy";
import { normalizeScopes } from "./scopes";
import { issueToken, tokenHint } from "./secret";

/** `text` is to be shown once and kept nowhere (spec: Authentication, 5). */
export type CreatedToken = { id: string; text: string; hint: string; expires: Date | null };

/** More tokens than this per owner are an accident that repeats itself. */
export const MAX_STANDING_TOKENS = 1000;

/** Throws TokenRefused. `actor`: who makes it, for the audit log. */
export async function createToken(
  owner: Member,
  request: TokenRequest,
  { actor, now = new Date() }: { actor: string; now?: Date },
): Promise<CreatedToken> {
  const configuration = await loadCurrentConfiguration(owner.organizationId);
  const trimmed = { ...request, name: request.name.trim(), purpose: request.purpose.trim() };
  const problems = findProblems(trimmed, configuration.tokenPolicy, compileAccess(configuration, owner, null), now);
  if (problems.length > 0) throw new TokenRefused(problems);

  const { id, text, secretHash } = issueToken();
  const { name, purpose, expires } = trimmed;
  const scopes = normalizeScopes(trimmed.scopes);
  const { organizationId, id: memberId } = owner;
  const token = { id, organizationId, memberId, name, purpose, secretHash, scopes, expires };
  if (!(await insertToken(token, { maximum: MAX_STANDING_TOKENS, actor, now }))) {
    const message = `the owner has ${MAX_STANDING_TOKENS} tokens already: revoke those that are not needed`;
    throw new TokenRefused([{ part: "name", message }]);
  }
  return { id, text, hint: tokenHint(id), expires };
}

export type TokenStatus = "active" | "revoked" | "expired" | "owner inactive";
export type ListedToken = TokenRow & { hint: string; status: TokenStatus };

/** Newest first. */
export async function listTokens(range: TokenRange, now = new Date()): Promise<ListedToken[]> {
  const rows = await listTokenRows(range);
  return rows.map((row) => ({ ...row, hint: tokenHint(row.id), status: statusOf(row, now) }));
}

/** Acts on the next request made with the token, everywhere. Revoking twice is no error. */
export async function revokeToken(revocation: Revocation): Promise<Revoked> {
  return revokeTokenRow(revocation);
}

/** In the precedence of the refusals (contract § 2). */
function statusOf({ revoked, expires, owner }: TokenRow, now: Date): TokenStatus {
  if (revoked !== null) return "revoked";
  if (expires !== null && expires <= now) return "expired";
  return owner.active ? "active" : "owner inactive";
}
