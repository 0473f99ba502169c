/** The usual choices of scopes, made of what the owner holds. Pure, for the browser too. */
import { type Scopes, VERBS, type Verb } from "../model";
import type { EntityRights } from "./rights";
import { findWidening } from "./scopes";

/** "read and write" leaves deleting out: it is to be chosen, not to come along. "everything" includes what the owner is given later. */
export const PRESETS = ["read only", "read and write", "everything", "custom"] as const;
export type Preset = (typeof PRESETS)[number];

const PRESET_VERBS: Record<"read only" | "read and write", readonly Verb[]> = {
  "read only": ["list"],
  "read and write": ["list", "create", "update"],
};

export function scopesOfPreset(preset: Exclude<Preset, "custom">, rights: readonly EntityRights[]): Scopes {
  if (preset === "everything") return null;
  return rights.flatMap(({ entityKey, verbs }) => {
    const held = VERBS.filter((verb) => PRESET_VERBS[preset].includes(verb) && verbs[verb].held);
    return held.length === 0 ? [] : [{ entity: entityKey, verbs: held }];
  });
}

/** Which preset the scopes are, for a form whose table was changed by hand. */
export function presetOf(scopes: Scopes, rights: readonly EntityRights[]): Preset {
  if (scopes === null) return "everything";
  const same = (preset: "read only" | "read and write") => {
    const usual = scopesOfPreset(preset, rights) ?? [];
    return findWidening(usual, scopes).length === 0 && findWidening(scopes, usual).length === 0;
  };
  if (same("read only")) return "read only";
  return same("read and write") ? "read and write" : "custom";
}
