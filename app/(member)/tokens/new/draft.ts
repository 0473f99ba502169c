/** A token as the form has it while it is filled in. Pure. */
import type { Scopes } from "@/lib/model";
import type { EntityRights } from "@/lib/tokens/permissions";
import type { TokenRequest } from "@/lib/tokens/policy";
import { type Selection, selectScopes, toScopes } from "./access-selection";
import { endOfDay } from "./chosen-day";
import type { ExpiryOption } from "./expiry-options";
import { type Preset, scopesOfPreset } from "./presets";

export const CUSTOM_DAY = "custom";

export type Draft = {
  name: string;
  purpose: string;
  /** The key of an option, or CUSTOM_DAY. */
  expiry: string;
  day: string;
  preset: Preset;
  selection: Selection;
};

/** Nothing that the owner holds is read: then only what they tick themselves can be right. */
export function firstDraft(rights: readonly EntityRights[], expiry: string): Draft {
  const preset = scopesOfPreset("read only", rights)?.length === 0 ? "custom" : "read only";
  const draft = { name: "", purpose: "", expiry, day: "" };
  return { ...draft, preset, selection: selectPreset(preset, rights, new Set()) };
}

/** "custom" goes on with what is ticked. */
export function withPreset(draft: Draft, preset: Preset, rights: readonly EntityRights[]): Draft {
  return { ...draft, preset, selection: selectPreset(preset, rights, draft.selection) };
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

export function toRequest(draft: Draft, expires: Date | null): TokenRequest {
  return { name: draft.name, purpose: draft.purpose, expires, scopes: scopesOf(draft) };
}

function selectPreset(preset: Preset, rights: readonly EntityRights[], current: Selection): Selection {
  if (preset === "custom") return current;
  return selectScopes(scopesOfPreset(preset, rights), rights);
}
