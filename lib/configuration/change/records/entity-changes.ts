/** Finds the existing entities that change, and what that means for their records. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { Entity, Reshaping } from "../../../model";
import { compileConfiguration, compileEntity, toStoredConfiguration } from "../../compile";
import type { Path } from "../../issues";
import type { StoredDocument } from "../../schema";
import type { RunningPlan } from "../plan/plan";
import { nextGuards, type Reshapings, reshapingOf, selectReshapings } from "./reshape";

/**
 * `former` has the names of the new configuration. `entity` says how records of the former shape are read, as `reshaping` does,
 * which is null if there are none. `path` is the entity's place in the file.
 */
export type EntityChange = { former: Entity; entity: Entity; reshaping: Reshaping | null; path: Path };

/** Any pending rewrites are finished first. */
export function findEntityChanges({ current, former, after, renames }: RunningPlan): EntityChange[] {
  const { entityIds } = current;
  const lasting = selectReshapings(toStoredConfiguration(current).reshaping, "lasting");
  const compile = (document: StoredDocument) =>
    compileConfiguration({ organizationId: "", version: 0, document, entityIds }).entities;
  const formerEntities = compile(former);
  return [...compile(after).values()].flatMap((entity) => {
    const before = formerEntities.get(entity.key);
    const own = renames.get(entity.key);
    if (before === undefined || (own === undefined && isDeepStrictEqual(before, entity))) return [];
    const index = after.entities.findIndex(({ key }) => key === entity.key);
    const document = after.entities[index];
    const reshaping = reshapingOf(before, entity, { renames: own, lacked: lasting[entity.key]?.added ?? [] });
    if (document === undefined) return [];
    const asStored = reshaping === null ? entity : { ...entity, ...compileEntity(document, entity.id, reshaping) };
    return [{ former: before, entity: asStored, reshaping, path: ["entities", index] }];
  });
}

/** How records are read once the plan is in force, while none is rewritten yet. */
export function reshapingsAfter({ current, after }: RunningPlan, changes: EntityChange[]): Reshapings {
  const unchanged = new Set(after.entities.map(({ key }) => key));
  for (const { entity } of changes) unchanged.delete(entity.key);
  const lasting = Object.entries(selectReshapings(toStoredConfiguration(current).reshaping, "lasting"));
  const changed = changes.flatMap(({ former, entity, reshaping }) => {
    if (reshaping === null) return [];
    const next = nextGuards(former, entity);
    return [[entity.key, next.length === 0 ? reshaping : { ...reshaping, next }] as const];
  });
  return Object.fromEntries([...lasting.filter(([key]) => unchanged.has(key)), ...changed]);
}
