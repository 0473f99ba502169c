/** A token as the form has it while it is filled in: the usual choices of access, and what the server would refuse. Pure. */
import { findLimitProblems, type LimitsDraft, NOT_LIMITED, toLimits } from "@/components/tokens/limits/limits-draft";
import { type Scopes, type TokenLimits, type TokenPolicy, VERBS, type Verb } from "@/lib/model";
import type { EntityPermissions } from "@/lib/tokens/permissions";
import {
  expiryProblems,
  nameProblems,
  noScopes,
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

/** Nothing that the owner has is read: then only what they tick themselves can be right. */
export function firstDraft(permissions: readonly EntityPermissions[], expiry: string): Draft {
  const preset = scopesOfPreset("read only", permissions)?.length === 0 ? "custom" : "read only";
  const draft = { name: "", purpose: "", expiry, day: "", limits: NOT_LIMITED };
  return { ...draft, preset, selection: selectPreset(preset, permissions, new Set()) };
}

/** "custom" goes on with what is ticked. */
export function withPreset(draft: Draft, preset: Preset, permissions: readonly EntityPermissions[]): Draft {
  return { ...draft, preset, selection: selectPreset(preset, permissions, draft.selection) };
}

/** What is ticked by hand is a choice of one's own, whatever it comes to. */
export function withSelection(draft: Draft, selection: Selection): Draft {
  return { ...draft, preset: "custom", selection };
}

/** Everything is no list: it also means what the owner is given later. */
export function scopesOf({ preset, selection }: Draft): Scopes {
  return preset === "everything" ? null : toScopes(selection);
}

/** undefined: no day was picked yet. */
export function expiryOf(
  { expiry, day }: Draft,
  options: readonly ExpiryOption[],
  latest: Date | null,
): Date | null | undefined {
  if (expiry === CUSTOM_DAY) return endOfDay(day, latest) ?? undefined;
  return options.find((option) => option.key === expiry)?.expires;
}

/** All of it said, also what is not limited. */
export type FormRequest = TokenRequest & TokenLimits;

export function toRequest(draft: Draft, expires: Date | null): FormRequest {
  return { name: draft.name, purpose: draft.purpose, expires, scopes: scopesOf(draft), ...limitsOfDraft(draft) };
}

/** Fields of entities that the token does not list by now are not asked for. */
export function limitsOfDraft(draft: Draft): TokenLimits {
  const limits = toLimits(draft.limits);
  const scopes = scopesOf(draft);
  const isListed = (entityKey: string) =>
    scopes === null || scopes.some(({ entity, verbs }) => entity === entityKey && verbs.includes("list"));
  return { ...limits, deniedFields: limits.deniedFields.filter(({ entity }) => isListed(entity)) };
}

function selectPreset(preset: Preset, permissions: readonly EntityPermissions[], current: Selection): Selection {
  if (preset === "custom") return current;
  return selectScopes(scopesOfPreset(preset, permissions), permissions);
}

/** `expires` undefined: no day was picked yet. */
export function findDraftProblems(
  draft: Draft,
  expires: Date | null | undefined,
  policy: TokenPolicy,
  now: Date,
): TokenProblem[] {
  return [
    ...nameProblems(draft.name.trim()),
    ...purposeProblems(draft.purpose.trim(), policy),
    ...(scopesOf(draft)?.length === 0 ? [noScopes()] : []),
    ...(expires === undefined ? [NO_DAY] : expiryProblems(expires, policy, now)),
    ...findLimitProblems(draft.limits),
  ];
}

/**
 * Of what was wrong with `refused` what still is of `draft`: a part that was left alone is as wrong as it was, and of one that was
 * changed the form tells what it can itself (`found`). Nothing new is said before the form is sent again.
 */
export function stillWrong(
  problems: readonly TokenProblem[],
  refused: Draft,
  draft: Draft,
  found: readonly TokenProblem[],
): TokenProblem[] {
  const parts = [...new Set(problems.map(({ part }) => part))];
  return parts.flatMap((part) => {
    const isChanged = textOf(refused, part) !== textOf(draft, part);
    return (isChanged ? found : problems).filter((problem) => problem.part === part);
  });
}

/** Two drafts of which it is the same have the same in that part. */
function textOf(draft: Draft, part: TokenProblem["part"]): string {
  switch (part) {
    case "name":
    case "purpose":
      return draft[part];
    case "expires":
      return `${draft.expiry} ${draft.day}`;
    case "scopes":
      return JSON.stringify(scopesOf(draft));
    case "deniedFields":
      return JSON.stringify(limitsOfDraft(draft).deniedFields);
    case "allowedAddresses":
      return draft.limits.addresses;
    case "requestsPerMinute":
      return draft.limits.requestsPerMinute;
    default:
      return part satisfies never;
  }
}

const NO_DAY: TokenProblem = { part: "expires", message: "choose the last day on which the token works" };

/** "read and write" leaves deleting and further verbs out: they are to be chosen, not to come along. "everything" includes what the owner is given later. */
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
