/**
 * What is ticked in the table of entities and verbs, and the presets that tick it. Pure. It ticks only what the owner holds;
 * that nothing else gets into a token is for lib/tokens to see to.
 */
import { type Scopes, VERBS, type Verb } from "@/lib/model";
import { normalizeScopes } from "@/lib/tokens/scopes";

/** A row of the table, as far as ticking goes. */
export type SelectableEntity = { entityKey: string; verbs: Record<Verb, { held: boolean }> };

type Right = `${string}:${Verb}`;
export type Selection = ReadonlySet<Right>;

export const PRESETS = ["read", "write", "everything", "custom"] as const;
export type Preset = (typeof PRESETS)[number];

const PRESET_VERBS: Record<Exclude<Preset, "custom">, readonly Verb[]> = {
  read: ["list"],
  write: ["list", "create", "update"],
  everything: VERBS,
};

export function selectPreset(entities: readonly SelectableEntity[], preset: Exclude<Preset, "custom">): Selection {
  return new Set(heldRights(entities, PRESET_VERBS[preset]));
}

export function isSelected(selection: Selection, entityKey: string, verb: Verb): boolean {
  return selection.has(`${entityKey}:${verb}`);
}

/** How much of what the owner holds, among these entities and verbs, is ticked. "nothing to tick" where it holds none. */
export type Ticked = "all" | "some" | "none" | "nothing to tick";

export function tickedAmong(
  selection: Selection,
  entities: readonly SelectableEntity[],
  verbs: readonly Verb[] = VERBS,
): Ticked {
  const rights = heldRights(entities, verbs);
  if (rights.length === 0) return "nothing to tick";
  const count = rights.filter((right) => selection.has(right)).length;
  if (count === 0) return "none";
  return count === rights.length ? "all" : "some";
}

/** Ticks all that is held among these, or unticks it where all of it was ticked. */
export function toggle(
  selection: Selection,
  entities: readonly SelectableEntity[],
  verbs: readonly Verb[] = VERBS,
): Selection {
  const rights = heldRights(entities, verbs);
  const next = new Set(selection);
  if (rights.every((right) => selection.has(right))) for (const right of rights) next.delete(right);
  else for (const right of rights) next.add(right);
  return next;
}

/** "Everything" is no list: it also means what the owner is given later. */
export function toScopes(preset: Preset, selection: Selection): Scopes {
  if (preset === "everything") return null;
  return normalizeScopes(
    [...selection].map((right) => {
      const [entity, verb] = right.split(":") as [string, Verb];
      return { entity, verbs: [verb] };
    }),
  );
}

export function countEntities(selection: Selection): number {
  return new Set([...selection].map((right) => right.split(":")[0])).size;
}

function heldRights(entities: readonly SelectableEntity[], verbs: readonly Verb[]): Right[] {
  return entities.flatMap(({ entityKey, verbs: rights }) =>
    verbs.filter((verb) => rights[verb].held).map((verb): Right => `${entityKey}:${verb}`),
  );
}
