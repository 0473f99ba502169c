import { withItems } from "@/components/ui/controls/with-items";
import type { Scopes, VerbWord } from "@/lib/model";
import { TO_THEMSELVES } from "@/lib/tokens/owner-words";
import type { EntityPermissions } from "@/lib/tokens/permissions";
import { heldVerbs, normalizeScopes } from "@/lib/tokens/scopes";

export type Permission = `${string}:${VerbWord}`;
export type Selection = ReadonlySet<Permission>;

export function selectScopes(scopes: Scopes, entities: readonly EntityPermissions[]): Selection {
  if (scopes === null) return new Set(heldPermissions(entities));
  return new Set(scopes.flatMap(({ entity, verbs }) => verbs.map((verb): Permission => `${entity}:${verb}`)));
}

export function toScopes(selection: Selection): NonNullable<Scopes> {
  const scopes = [...selection].map((permission) => {
    const [entity, verb] = permission.split(":") as [string, VerbWord];
    return { entity, verbs: [verb] };
  });
  return normalizeScopes(scopes) ?? [];
}

/** The ticked permissions of each entity as a string, which is equal as long as they are unchanged. */
export function tickedByEntity(selection: Selection): Map<string, string> {
  const ticked = new Map<string, string>();
  for (const permission of [...selection].sort()) {
    const [entity = ""] = permission.split(":");
    ticked.set(entity, `${ticked.get(entity) ?? ""} ${permission}`);
  }
  return ticked;
}

/** `verbs` absent: every verb that is held, including further ones. */
export function tickedAmong(
  selection: Selection,
  entities: readonly EntityPermissions[],
  verbs?: readonly VerbWord[],
): "all" | "some" | "none" | "nothing to tick" {
  const permissions = heldPermissions(entities, verbs);
  if (permissions.length === 0) return "nothing to tick";
  const count = permissions.filter((permission) => selection.has(permission)).length;
  if (count === 0) return "none";
  return count === permissions.length ? "all" : "some";
}

/** Ticks everything held among these; if everything was ticked, unticks it. */
export function toggle(
  selection: Selection,
  entities: readonly EntityPermissions[],
  verbs?: readonly VerbWord[],
): Selection {
  const permissions = heldPermissions(entities, verbs);
  const isEachTicked = permissions.every((permission) => selection.has(permission));
  return withItems(selection, permissions, !isEachTicked);
}

/** "3 of your 14 permissions, on 2 entities". */
export function countTicked(
  selection: Selection,
  entities: readonly EntityPermissions[],
  { possessive } = TO_THEMSELVES,
): string {
  const held = heldPermissions(entities);
  const ticked = held.filter((permission) => selection.has(permission));
  const count = new Set(ticked.map((permission) => permission.split(":")[0])).size;
  return `${ticked.length} of ${possessive} ${held.length} permissions, on ${count} ${count === 1 ? "entity" : "entities"}`;
}

function heldPermissions(entities: readonly EntityPermissions[], verbs?: readonly VerbWord[]): Permission[] {
  return entities.flatMap((entity) =>
    heldVerbs(entity)
      .filter((verb) => verbs === undefined || verbs.includes(verb))
      .map((verb): Permission => `${entity.entityKey}:${verb}`),
  );
}
