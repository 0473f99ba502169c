/** Changing an active token: its name and purpose, fewer permissions, tighter limits. More permissions need a new secret. */
import { isDeepStrictEqual } from "node:util";
import { compileAccess } from "../../access/compile";
import { loadCurrentConfiguration } from "../../configuration/load";
import type { Actor } from "../../events";
import type { Scopes, TokenLimits } from "../../model";
import { changeToken } from "../../store/tokens/changes";
import { deniedFieldsOf, findLoosening, limitProblems, normalizeLimits } from "../limits";
import { nameProblems, purposeProblems, type TokenProblem, TokenRefused } from "../policy";
import type { OwnVisibility } from "../read/kept-tokens";
import { findExcess, findWidening, normalizeScopes } from "../scopes";
import { hasEnded, stateOf } from "../status";

/** "not active": revoked or expired, which cannot be changed. "unchanged": it was so already; nothing is written or audited. */
type Edited = { kind: "changed" | "unchanged" | "not active" | "unknown" };

/** `now`: the labels as stored. "changed meanwhile": somebody else changed the same text; nothing was written. */
type Renamed =
  | { kind: "changed" | "unchanged" | "changed meanwhile"; now: TokenLabels }
  | { kind: "not active" | "unknown" };

/** `shown`: what the person saw while typing. Absent where nobody saw anything; then the last write wins. */
type Renaming = TokenLabels & { tokenId: string; visibility: OwnVisibility; shown?: TokenLabels };

/** Throws TokenRefused. */
export async function renameToken({ name, purpose, shown, ...target }: Renaming, by: Actor): Promise<Renamed> {
  const { tokenPolicy } = await loadCurrentConfiguration(target.visibility.organizationId);
  const typed = { name: name.trim(), purpose: purpose.trim() };
  const problems = [...nameProblems(typed.name), ...purposeProblems(typed.purpose, tokenPolicy)];
  if (problems.length > 0) throw new TokenRefused(problems);

  return changeToken<Renamed>(target, by, async (token, writes) => {
    if (hasEnded(stateOf(token, token.moment))) return { kind: "not active" };
    const before = { name: token.name, purpose: token.purpose };
    const after = mergeLabels(shown ?? before, typed, before);
    if (after === null) return { kind: "changed meanwhile", now: before };
    if (before.name === after.name && before.purpose === after.purpose) return { kind: "unchanged", now: before };
    await writes.update(after);
    await writes.note("token.rename", { before, after });
    return { kind: "changed", now: after };
  });
}

type Narrowing = { tokenId: string; visibility: OwnVisibility; scopes: NonNullable<Scopes> };

/**
 * Throws TokenRefused where the scopes would add something, or leave nothing. A token for everything can be narrowed to what
 * its owner has. It acts on the next request, and on writes under way.
 */
export async function narrowToken({ scopes, ...target }: Narrowing, by: Actor): Promise<Edited> {
  const configuration = await loadCurrentConfiguration(target.visibility.organizationId);
  const after = (normalizeScopes(scopes) ?? []).filter(({ verbs }) => verbs.length > 0);
  return changeToken<Edited>(target, by, async (token, writes) => {
    if (after.length === 0) throw new TokenRefused([NOTHING_LEFT]);
    if (hasEnded(stateOf(token, token.moment))) return { kind: "not active" };
    const before = token.scopes;
    const added =
      before === null
        ? findExcess(after, compileAccess(configuration, token.owner, null))
        : findWidening(before, after);
    if (added.length > 0) throw new TokenRefused(added.map((message) => ({ part: "scopes", message })));
    if (before !== null && findWidening(after, before).length === 0) return { kind: "unchanged" };
    await writes.update({ scopes: after });
    await writes.note("token.narrow", { before, after });
    return { kind: "changed" };
  });
}

type Limiting = { tokenId: string; visibility: OwnVisibility; limits: TokenLimits };

/** Throws TokenRefused where a limit would allow something more than now. Acts as `narrowToken` does. */
export async function limitToken({ limits, ...target }: Limiting, by: Actor): Promise<Edited> {
  const configuration = await loadCurrentConfiguration(target.visibility.organizationId);
  return changeToken<Edited>(target, by, async (token, writes) => {
    if (hasEnded(stateOf(token, token.moment))) return { kind: "not active" };
    const before = token.limits;
    const problems = limitProblems(withoutHeld(limits, before), compileAccess(configuration, token.owner, null));
    if (problems.length > 0) throw new TokenRefused(problems);
    const after = normalizeLimits(limits);
    const loosened = findLoosening(before, after);
    if (loosened.length > 0) throw new TokenRefused(loosened);
    if (isDeepStrictEqual(before, after)) return { kind: "unchanged" };
    await writes.update({ limits: after });
    await writes.note("token.limit", { before: { ...before }, after: { ...after } });
    return { kind: "changed" };
  });
}

/** Fields that are already denied are not checked again: the owner may have lost them. */
function withoutHeld(limits: TokenLimits, held: TokenLimits): TokenLimits {
  const deniedFields = limits.deniedFields.map(({ entity, fields }) => {
    const known = deniedFieldsOf(held, entity);
    return { entity, fields: fields.filter((field) => !known.includes(field)) };
  });
  return { ...limits, deniedFields };
}

const NOTHING_LEFT: TokenProblem = {
  part: "scopes",
  message: "leave at least one entity and verb, or revoke the token",
};

export type TokenLabels = { name: string; purpose: string };

/**
 * The labels to store when somebody else changed them meanwhile. Pure. `shown`: what `typed` started from. A text that the
 * person left alone stays as it is stored now. null: both changed the same text.
 */
export function mergeLabels(shown: TokenLabels, typed: TokenLabels, stored: TokenLabels): TokenLabels | null {
  const name = merge(shown.name, typed.name, stored.name);
  const purpose = merge(shown.purpose, typed.purpose, stored.purpose);
  return name === null || purpose === null ? null : { name, purpose };
}

function merge(shown: string, typed: string, stored: string): string | null {
  if (typed === shown) return stored;
  return stored === shown || stored === typed ? typed : null;
}
