/** Finds the existing entities that change, and what that means for their records. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { Entity, Reshaping } from "../../model";
import { compileConfiguration, compileEntity } from "../compile";
import type { Path } from "../issues";
import type { StoredDocument } from "../schema";
import type { Renames } from "./renames";
import { reshapingOf } from "./reshape";

/**
 * `former` has the names of the new configuration. `entity` says how records of the former shape are read. `reshaping` is null
 * if the records can stay as they are. `path` is the entity's place in the file.
 */
export type EntityChange = { former: Entity; entity: Entity; reshaping: Reshaping | null; path: Path };

export function findEntityChanges(
  { former, after, renames }: { former: StoredDocument; after: StoredDocument; renames: Renames },
  entityIds: ReadonlyMap<string, string>,
): EntityChange[] {
  const compile = (document: StoredDocument) =>
    compileConfiguration({ organizationId: "", version: 0, document, entityIds }).entities;
  const formerEntities = compile(former);
  return [...compile(after).values()].flatMap((entity) => {
    const before = formerEntities.get(entity.key);
    const own = renames.get(entity.key);
    if (before === undefined || (own === undefined && isDeepStrictEqual(before, entity))) return [];
    const index = after.entities.findIndex(({ key }) => key === entity.key);
    const document = after.entities[index];
    const reshaping = reshapingOf(before, entity, own);
    if (document === undefined) return [];
    const asStored = reshaping === null ? entity : { ...entity, ...compileEntity(document, entity.id, reshaping) };
    return [{ former: before, entity: asStored, reshaping, path: ["entities", index] }];
  });
}
