/** Renames or narrows an active token, completely or not at all. More permissions need a new secret. */
import { isDeepStrictEqual } from "node:util";
import { type Access, compileAccess } from "../../access/compile";
import type { Actor } from "../../events";
import type { Configuration, JsonObject, Scopes, TokenLimits, TokenPolicy } from "../../model";
import { changeToken } from "../../store/tokens/changes";
import { findLoosening, normalizeLimits, withoutDenied } from "../limits";
import { nameProblems, purposeProblems, type TokenProblem, TokenRefused } from "../policy";
import type { OwnVisibility } from "../read/visibility";
import { withoutRowLimits } from "../row-limits";
import { findExcess, findWidening, normalizeScopes } from "../scopes";
import { hasEnded, stateOf } from "../status";
import { byCurrentConfiguration } from "./current-configuration";
import { limitProblems, rowLengthProblems } from "./limit-problems";

/** `shown` is what the person saw while typing. Without it, nothing was shown, and the last write wins. */
type Labels = TokenLabels & { shown?: TokenLabels | undefined };

/** Absent properties stay unchanged. */
export type TokenEdit = {
  labels?: Labels | undefined;
  scopes?: NonNullable<Scopes> | undefined;
  limits?: TokenLimits | undefined;
};

/** `now`: stored labels. "unchanged": nothing is written or audited. "changed meanwhile": by another edit of the same text. */
type Edited =
  | { kind: "changed" | "unchanged" | "changed meanwhile"; now: TokenLabels }
  | { kind: "not active" | "unknown" };

type Target = { tokenId: string; visibility: OwnVisibility };

/** Throws TokenRefused with all problems: labels, more access, looser limits. Applies to writes in progress, too. */
export async function editToken(target: Target & TokenEdit, by: Actor): Promise<Edited> {
  return byCurrentConfiguration(target.visibility.organizationId, (configuration) => editBy(configuration, target, by));
}

async function editBy(configuration: Configuration, edit: Target & TokenEdit, by: Actor): Promise<Edited> {
  const { labels, scopes, limits } = edit;
  return changeToken<Edited>(edit, { checkedBy: configuration, by }, async (token, writes) => {
    if (hasEnded(stateOf(token, token.moment))) return { kind: "not active" };
    const before = { name: token.name, purpose: token.purpose };
    const access = compileAccess(configuration, token.owner, null);
    const plans = [
      labels === undefined ? UNCHANGED : planLabels(labels, before, configuration.tokenPolicy),
      scopes === undefined ? UNCHANGED : planScopes(scopes, token.scopes, access),
      limits === undefined ? UNCHANGED : planLimits(limits, token.limits, access),
    ];
    const problems = plans.flatMap((plan) => (plan.kind === "refused" ? plan.problems : []));
    if (problems.length > 0) throw new TokenRefused(problems);
    if (plans.some(({ kind }) => kind === "changed meanwhile")) return { kind: "changed meanwhile", now: before };
    const changes = plans.filter((plan) => plan.kind === "change");
    for (const { columns, action, details } of changes) {
      await writes.update(columns);
      await writes.note(action, details);
    }
    const { name = before.name, purpose = before.purpose } =
      changes.find(({ action }) => action === "token.rename")?.columns ?? {};
    return { kind: changes.length === 0 ? "unchanged" : "changed", now: { name, purpose } };
  });
}

type Change = {
  kind: "change";
  columns: Partial<TokenLabels> & { scopes?: NonNullable<Scopes>; limits?: TokenLimits };
  action: "token.rename" | "token.narrow" | "token.limit";
  details: JsonObject;
};
type Plan = Change | { kind: "refused"; problems: TokenProblem[] } | { kind: "unchanged" | "changed meanwhile" };

const UNCHANGED: Plan = { kind: "unchanged" };

function planLabels({ name, purpose, shown }: Labels, before: TokenLabels, policy: TokenPolicy): Plan {
  const typed = { name: name.trim(), purpose: purpose.trim() };
  const problems = [...nameProblems(typed.name), ...purposeProblems(typed.purpose, policy)];
  if (problems.length > 0) return { kind: "refused", problems };
  const after = mergeLabels(shown ?? before, typed, before);
  if (after === null) return { kind: "changed meanwhile" };
  if (before.name === after.name && before.purpose === after.purpose) return UNCHANGED;
  return { kind: "change", columns: after, action: "token.rename", details: { before, after } };
}

/** A token for everything can be narrowed to the owner's current permissions. */
function planScopes(scopes: NonNullable<Scopes>, before: Scopes, owner: Access): Plan {
  const after = (normalizeScopes(scopes) ?? []).filter(({ verbs }) => verbs.length > 0);
  if (after.length === 0) return { kind: "refused", problems: [NOTHING_LEFT] };
  const added = before === null ? findExcess(after, owner) : findWidening(before, after);
  if (added.length > 0) return { kind: "refused", problems: added.map((message) => ({ part: "scopes", message })) };
  if (before !== null && findWidening(after, before).length === 0) return UNCHANGED;
  return { kind: "change", columns: { scopes: after }, action: "token.narrow", details: { before, after } };
}

function planLimits(limits: TokenLimits, before: TokenLimits, owner: Access): Plan {
  const wrong = [...limitProblems(withoutHeld(limits, before), owner), ...rowLengthProblems(limits.rows)];
  if (wrong.length > 0) return { kind: "refused", problems: wrong };
  const after = normalizeLimits(limits);
  const loosened = findLoosening(before, after);
  if (loosened.length > 0) return { kind: "refused", problems: loosened };
  if (isDeepStrictEqual(before, after)) return UNCHANGED;
  const details = { before: { ...before }, after: { ...after } };
  return { kind: "change", columns: { limits: after }, action: "token.limit", details };
}

/** Fields and rows that are limited already are not checked again, because the owner may no longer have access to them. */
function withoutHeld(limits: TokenLimits, held: TokenLimits): TokenLimits {
  const deniedFields = withoutDenied(limits.deniedFields, held.deniedFields);
  return { ...limits, deniedFields, rows: withoutRowLimits(limits.rows, held.rows) };
}

const NOTHING_LEFT: TokenProblem = {
  part: "scopes",
  message: "leave at least one entity and verb, or revoke the token",
};

export type TokenLabels = { name: string; purpose: string };

/** `typed` started from `shown`. A text that was not edited stays as stored. null if both people changed the same text. */
export function mergeLabels(shown: TokenLabels, typed: TokenLabels, stored: TokenLabels): TokenLabels | null {
  const name = merge(shown.name, typed.name, stored.name);
  const purpose = merge(shown.purpose, typed.purpose, stored.purpose);
  return name === null || purpose === null ? null : { name, purpose };
}

function merge(shown: string, typed: string, stored: string): string | null {
  if (typed === shown) return stored;
  return stored === shown || stored === typed ? typed : null;
}
