/** The usual choices of access, made of what the owner holds. Pure. */
import { type Scopes, VERBS, type Verb } from "@/lib/model";
import type { EntityRights } from "@/lib/tokens/permissions";

/** "read and write" leaves deleting and further verbs out: they are to be chosen, not to come along. "everything" includes what the owner is given later. */
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
