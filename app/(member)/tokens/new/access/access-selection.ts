/**
 * What is ticked in the table of entities and verbs. Pure. It ticks only what the owner holds; that nothing else gets into a
 * token is for lib/tokens to see to.
 */
import type { Scopes, VerbWord } from "@/lib/model";
import type { EntityRights } from "@/lib/tokens/permissions";
import { heldVerbs, normalizeScopes } from "@/lib/tokens/scopes";

type Right = `${string}:${VerbWord}`;
export type Selection = ReadonlySet<Right>;

/** `scopes` null: all that the owner holds. */
export function selectScopes(scopes: Scopes, entities: readonly EntityRights[]): Selection {
  if (scopes === null) return new Set(heldRights(entities));
  return new Set(scopes.flatMap(({ entity, verbs }) => verbs.map((verb): Right => `${entity}:${verb}`)));
}

export function toScopes(selection: Selection): NonNullable<Scopes> {
  const scopes = [...selection].map((right) => {
    const [entity, verb] = right.split(":") as [string, VerbWord];
    return { entity, verbs: [verb] };
  });
  return normalizeScopes(scopes) ?? [];
}

export function isSelected(selection: Selection, entityKey: string, verb: VerbWord): boolean {
  return selection.has(`${entityKey}:${verb}`);
}

/** How much of what the owner holds, among these entities and verbs, is ticked. */
type Ticked = "all" | "some" | "none" | "nothing to tick";

/** `verbs` absent: every verb that is held, further ones too. */
export function tickedAmong(
  selection: Selection,
  entities: readonly EntityRights[],
  verbs?: readonly VerbWord[],
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
  entities: readonly EntityRights[],
  verbs?: readonly VerbWord[],
): Selection {
  const rights = heldRights(entities, verbs);
  const next = new Set(selection);
  if (rights.every((right) => selection.has(right))) for (const right of rights) next.delete(right);
  else for (const right of rights) next.add(right);
  return next;
}

/** "3 of your 14 rights, on 2 entities". */
export function countTicked(selection: Selection, entities: readonly EntityRights[]): string {
  const held = heldRights(entities);
  const ticked = held.filter((right) => selection.has(right));
  const count = new Set(ticked.map((right) => right.split(":")[0])).size;
  return `${ticked.length} of your ${held.length} rights, on ${count} ${count === 1 ? "entity" : "entities"}`;
}

function heldRights(entities: readonly EntityRights[], verbs?: readonly VerbWord[]): Right[] {
  return entities.flatMap((entity) =>
    heldVerbs(entity)
      .filter((verb) => verbs === undefined || verbs.includes(verb))
      .map((verb): Right => `${entity.entityKey}:${verb}`),
  );
}
