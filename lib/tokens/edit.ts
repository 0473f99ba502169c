/** Changing a token that stands: its name and purpose, and fewer rights. Never more: that takes a new secret. */
import { compileAccess } from "../access/compile";
import { loadCurrentConfiguration } from "../configuration/load";
import type { Actor, Scopes } from "../model";
import { changeToken, type LockedToken } from "../store/token-changes";
import { findTokenRow } from "../store/token-rows";
import { mergeTexts, type TokenTexts } from "./merge-texts";
import { nameProblems, purposeProblems, TokenRefused } from "./policy";
import type { OwnRange } from "./range";
import { findExcess, findWidening, normalizeScopes } from "./scopes";
import { hasEnded, stateOf } from "./status";

/** "not active": revoked or expired, and history now. "unchanged": it was so already, and nothing was noted. */
export type Edited = { kind: "changed" } | { kind: "unchanged" } | { kind: "not active" } | { kind: "unknown" };

/** `now`: how it stands. "changed meanwhile": what somebody has typed over was changed elsewhere, too; nothing was written. */
export type Renamed =
  | { kind: "changed" | "unchanged" | "changed meanwhile"; now: TokenTexts }
  | { kind: "not active" | "unknown" };

/** `shown`: what the person saw who typed name and purpose; absent where nobody saw anything, and the last one wins. */
export type Renaming = TokenTexts & { tokenId: string; range: OwnRange; shown?: TokenTexts };

/** Throws TokenRefused. */
export async function renameToken({ name, purpose, shown, ...target }: Renaming, by: Actor): Promise<Renamed> {
  const { tokenPolicy } = await loadCurrentConfiguration(target.range.organizationId);
  const typed = { name: name.trim(), purpose: purpose.trim() };
  const problems = [...nameProblems(typed.name), ...purposeProblems(typed.purpose, tokenPolicy)];
  if (problems.length > 0) throw new TokenRefused(problems);

  const outcome = await changeToken<Renamed>(target, by, async (token, writes) => {
    if (isOver(token)) return { kind: "not active" };
    const before = { name: token.name, purpose: token.purpose };
    const after = mergeTexts(shown ?? before, typed, before);
    if (after === null) return { kind: "changed meanwhile", now: before };
    if (before.name === after.name && before.purpose === after.purpose) return { kind: "unchanged", now: before };
    await writes.update(after);
    await writes.note("token.rename", { before, after });
    return { kind: "changed", now: after };
  });
  return outcome ?? { kind: "unknown" };
}

export type Narrowing = { tokenId: string; range: OwnRange; scopes: NonNullable<Scopes> };

/**
 * Throws TokenRefused where the scopes would add something, or leave nothing. A token for everything may be narrowed to
 * what its owner holds. Acts on the next request, and on writes that are under way.
 */
export async function narrowToken({ scopes, ...target }: Narrowing, by: Actor): Promise<Edited> {
  const found = await findTokenRow(target);
  if (found === null) return { kind: "unknown" };
  const configuration = await loadCurrentConfiguration(found.owner.organizationId);
  const owner = compileAccess(configuration, found.owner, null);
  const after = (normalizeScopes(scopes) ?? []).filter(({ verbs }) => verbs.length > 0);
  if (after.length === 0) {
    throw new TokenRefused([{ part: "scopes", message: "leave at least one entity and verb, or revoke the token" }]);
  }
  const outcome = await changeToken<Edited>(target, by, async (token, writes) => {
    if (isOver(token)) return { kind: "not active" };
    const before = token.scopes;
    const added = before === null ? findExcess(after, owner) : findWidening(before, after);
    if (added.length > 0) throw new TokenRefused(added.map((message) => ({ part: "scopes", message })));
    if (before !== null && findWidening(after, before).length === 0) return { kind: "unchanged" };
    await writes.update({ scopes: after });
    await writes.note("token.narrow", { before, after });
    return { kind: "changed" };
  });
  return outcome ?? { kind: "unknown" };
}

function isOver({ revoked, expires, ownerActive, moment }: LockedToken): boolean {
  return hasEnded(stateOf({ revoked, expires, owner: { active: ownerActive } }, moment));
}
