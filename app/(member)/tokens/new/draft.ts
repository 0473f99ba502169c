import { findLimitProblems, type LimitsDraft, NOT_LIMITED, toLimits } from "@/components/tokens/limits/limits-draft";
import { type Scopes, type TokenLimits, type TokenPolicy, VERBS, type Verb } from "@/lib/model";
import type { EntityPermissions } from "@/lib/tokens/permissions";
import {
  expiryProblems,
  NO_SCOPES,
  nameProblems,
  purposeProblems,
  type TokenProblem,
  type TokenRequest,
} from "@/lib/tokens/policy";
import { type Selection, selectScopes, toScopes } from "./access/access-selection";
import { type ExpiryOption, endOfDay } from "./expiry-options";

export const CUSTOM_DAY = "custom";

export type Draft = {
  name: string;
  purpose: string;
  /** The key of an option, or CUSTOM_DAY. */
  expiry: string;
  day: string;
  preset: Preset;
  selection: Selection;
  limits: LimitsDraft;
};

/** If the owner can read nothing, no preset fits, and they have to choose themselves. */
export function firstDraft(permissions: readonly EntityPermissions[], expiry: string): Draft {
  const preset = scopesOfPreset("read only", permissions)?.length === 0 ? "custom" : "read only";
  const draft = { name: "", purpose: "", expiry, day: "", limits: NOT_LIMITED };
  return { ...draft, preset, selection: selectPreset(preset, permissions, new Set()) };
}

/** "custom" keeps what is ticked. */
export function withPreset(draft: Draft, preset: Preset, permissions: readonly EntityPermissions[]): Draft {
  return { ...draft, preset, selection: selectPreset(preset, permissions, draft.selection) };
}

/** Ticking by hand switches to "custom", whatever the result. */
export function withSelection(draft: Draft, selection: Selection): Draft {
  return { ...draft, preset: "custom", selection };
}

/** "everything" is not a list, because it includes permissions that the owner gets later. */
export function scopesOf({ preset, selection }: Draft): Scopes {
  return preset === "everything" ? null : toScopes(selection);
}

/** undefined: no day has been picked yet. */
export function expiryOf(
  { expiry, day }: Draft,
  options: readonly ExpiryOption[],
  latest: Date | null,
): Date | null | undefined {
  if (expiry === CUSTOM_DAY) return endOfDay(day, latest) ?? undefined;
  return options.find((option) => option.key === expiry)?.expires;
}

/** All parts are present, even without a limit. */
export type FormRequest = TokenRequest & TokenLimits;

export function toRequest(draft: Draft, expires: Date | null): FormRequest {
  return { name: draft.name, purpose: draft.purpose, expires, scopes: scopesOf(draft), ...limitsOfDraft(draft) };
}

/** Leaves out fields of entities that the token does not list at the moment, and records of those that it does not reach. */
export function limitsOfDraft(draft: Draft): TokenLimits {
  const limits = toLimits(draft.limits);
  const scopes = scopesOf(draft);
  const isReached = (entityKey: string) => scopes === null || scopes.some(({ entity }) => entity === entityKey);
  const isListed = (entityKey: string) =>
    scopes === null || scopes.some(({ entity, verbs }) => entity === entityKey && verbs.includes("list"));
  return {
    ...limits,
    deniedFields: limits.deniedFields.filter(({ entity }) => isListed(entity)),
    rows: limits.rows.filter(({ entityKey }) => isReached(entityKey)),
  };
}

function selectPreset(preset: Preset, permissions: readonly EntityPermissions[], current: Selection): Selection {
  if (preset === "custom") return current;
  return selectScopes(scopesOfPreset(preset, permissions), permissions);
}

export function findDraftProblems(
  draft: Draft,
  expires: Date | null | undefined,
  policy: TokenPolicy,
  now: Date,
): TokenProblem[] {
  return [
    ...nameProblems(draft.name.trim()),
    ...purposeProblems(draft.purpose.trim(), policy),
    ...(scopesOf(draft)?.length === 0 ? [NO_SCOPES] : []),
    ...(expires === undefined ? [NO_DAY] : expiryProblems(expires, policy, now)),
    ...findLimitProblems(draft.limits),
  ];
}

/** An unchanged part keeps its problems, and a changed one has those that the form can find itself (`found`). */
export function stillWrong(
  problems: readonly TokenProblem[],
  refused: Draft,
  draft: Draft,
  found: readonly TokenProblem[],
): TokenProblem[] {
  const parts = [...new Set(problems.map(({ part }) => part))];
  const [before, now] = [partsOf(refused), partsOf(draft)];
  return parts.flatMap((part) => {
    const isChanged = JSON.stringify(before[part]) !== JSON.stringify(now[part]);
    return (isChanged ? found : problems).filter((problem) => problem.part === part);
  });
}

function partsOf(draft: Draft): Record<TokenProblem["part"], unknown> {
  return {
    name: draft.name,
    purpose: draft.purpose,
    expires: [draft.expiry, draft.day],
    scopes: scopesOf(draft),
    deniedFields: limitsOfDraft(draft).deniedFields,
    rows: draft.limits.rows,
    allowedAddresses: draft.limits.addresses,
    requestsPerMinute: draft.limits.requestsPerMinute,
  };
}

const NO_DAY: TokenProblem = { part: "expires", message: "choose the last day on which the token works" };

/** "read and write" excludes deleting and further verbs. "everything" includes permissions that come later. */
export const PRESETS = ["read only", "read and write", "everything", "custom"] as const;
export type Preset = (typeof PRESETS)[number];

const PRESET_VERBS: Record<"read only" | "read and write", readonly Verb[]> = {
  "read only": ["list"],
  "read and write": ["list", "create", "update"],
};

export function scopesOfPreset(preset: Exclude<Preset, "custom">, permissions: readonly EntityPermissions[]): Scopes {
  if (preset === "everything") return null;
  return permissions.flatMap(({ entityKey, verbs }) => {
    const held = VERBS.filter((verb) => PRESET_VERBS[preset].includes(verb) && verbs[verb].held);
    return held.length === 0 ? [] : [{ entity: entityKey, verbs: held }];
  });
}
