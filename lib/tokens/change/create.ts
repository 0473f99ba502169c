/** Creates tokens. The caller must check that the person can manage the owner's tokens. */
import { createHmac } from "node:crypto";
import { type Access, compileAccess } from "../../access/compile";
import { limitsOf } from "../../access/token-limits";
import { tokenHint } from "../../authentication/token-form";
import { issueToken, tokenIdFrom } from "../../authentication/token-secret";
import { derivedKey } from "../../crypto/derived-key";
import type { Actor } from "../../events";
import type { Member, Scopes, TokenPolicy } from "../../model";
import { insertToken } from "../../store/tokens/changes";
import { findTokenRow } from "../../store/tokens/tokens";
import { normalizeLimits } from "../limits";
import {
  expiryProblems,
  NO_SCOPES,
  nameProblems,
  purposeProblems,
  requireRoom,
  type TokenProblem,
  TokenRefused,
  type TokenRequest,
} from "../policy";
import { ownTokens } from "../read/visibility";
import { findExcess, normalizeScopes } from "../scopes";
import { byCurrentConfiguration } from "./current-configuration";
import { limitProblems } from "./limit-problems";

/** `text` must be shown once and stored nowhere (spec: Authentication, 5). */
export type CreatedToken = { id: string; text: string; hint: string; expires: Date | null };

/** Throws TokenRefused, and TokenExists if `issued` was created before. */
export async function createToken(
  owner: Member,
  request: TokenRequest,
  by: Actor,
  issued = issueToken(),
): Promise<CreatedToken> {
  const { organizationId, id: memberId } = owner;
  const { id, text, secretHash } = issued;
  const trimmed = { ...request, name: request.name.trim(), purpose: request.purpose.trim() };
  const { name, purpose, expires } = trimmed;
  return byCurrentConfiguration(organizationId, async (configuration) => {
    const { tokenPolicy } = configuration;
    const access = compileAccess(configuration, owner, null);
    const problems = findProblems(trimmed, tokenPolicy, access, by.now ?? new Date());
    if (problems.length > 0) throw new TokenRefused(problems);

    const scopes = normalizeScopes(trimmed.scopes);
    const limits = normalizeLimits(limitsOf(trimmed));
    const token = { id, organizationId, memberId, name, purpose, secretHash, scopes, limits, expires, replaces: null };
    const inserted = await insertToken(token, {
      checkedBy: configuration,
      requireRoom: (live) => requireRoom(live, tokenPolicy),
      by,
    });
    if (inserted === "exists") throw new TokenExists(`A token with the id ${id} already exists.`);
    return { id, text, hint: tokenHint(id), expires };
  });
}

class TokenExists extends Error {}

type CreatedOnce =
  | { kind: "created"; token: CreatedToken }
  | { kind: "created before"; token: { id: string; name: string; hint: string } };

/**
 * `formId` is new for each form shown: a second submission finds the row of the first, without its secret. Throws TokenRefused.
 */
export async function createTokenOnce(
  owner: Member,
  request: TokenRequest,
  by: Actor,
  formId: string,
): Promise<CreatedOnce> {
  const id = idOfForm(owner, formId);
  const before = await findCreatedBefore(owner, id);
  if (before !== null) return before;
  try {
    return { kind: "created", token: await createToken(owner, request, by, issueToken(id)) };
  } catch (error) {
    // The form was sent twice, and the other submission was faster.
    const created = error instanceof TokenExists ? await findCreatedBefore(owner, id) : null;
    if (created === null) throw error;
    return created;
  }
}

async function findCreatedBefore(owner: Member, tokenId: string): Promise<CreatedOnce | null> {
  const found = await findTokenRow({ tokenId, visibility: ownTokens(owner) });
  if (found === null) return null;
  return { kind: "created before", token: { id: tokenId, name: found.token.name, hint: tokenHint(tokenId) } };
}

/** Keyed, so that a token's id does not reveal the form it came from. */
function idOfForm(owner: Member, formId: string): string {
  return tokenIdFrom(createHmac("sha256", derivedKey("token form")).update(`${owner.id} ${formId}`).digest());
}

/** `owner` is the owner's access without scopes. */
function findProblems(request: TokenRequest, policy: TokenPolicy, owner: Access, now: Date): TokenProblem[] {
  return [
    ...nameProblems(request.name),
    ...purposeProblems(request.purpose, policy),
    ...expiryProblems(request.expires, policy, now),
    ...scopeProblems(request.scopes, owner),
    ...limitProblems(limitsOf(request), owner),
  ];
}

function scopeProblems(scopes: Scopes, owner: Access): TokenProblem[] {
  if (scopes?.length === 0) return [NO_SCOPES];
  return findExcess(scopes, owner).map((message) => ({ part: "scopes", message }));
}
