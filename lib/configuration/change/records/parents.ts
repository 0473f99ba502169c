/**
 * Gives an entity without a parent field its parents: they are filled in and enforced before a version uses them, while writers
 * continue. Records written in the meantime have no parent yet; they are processed again, the last of them within the switch.
 */
import type { Configuration, JsonObject, Reshaping } from "../../../model";
import type { Connection } from "../../../postgres/connection";
import { deriveColumns, parentEntityOf } from "../../../records/rules/derive";
import { countInCycles, findHorizon, isWrittenInCycle } from "../../../store/records/entity-data";
import type { Rewrite } from "../../../store/records/rewrite";
import type { DerivedColumns } from "../../../store/records/written-columns";
import { ConfigurationError } from "../../issues";
import type { EntityChange } from "./entity-changes";
import { inCycles } from "./guards";
import { type AfterBatch, goOver, rewriteAll } from "./rewrite";

const NONE: Reshaping = { added: [], removed: [], renamed: {}, options: {} };

/**
 * Runs before the switch, with the foreign key in place. Returns the horizon from which records have to be processed once more.
 * Throws ConfigurationError for records that are their own ancestors, and PostgreSQL's error if a parent was deleted.
 */
export async function fillParents(
  connection: Connection,
  change: EntityChange,
  after: Configuration,
  afterBatch: AfterBatch,
): Promise<string> {
  const rewrite = rewriteOf(change, after);
  const began = await findHorizon(connection);
  await rewriteAll(connection, rewrite, afterBatch);
  const since = await findHorizon(connection);
  await goOver(connection, rewrite, began);
  const { entity, path } = change;
  const count = isOwnParent(change, after) ? await countInCycles(connection, entity.id, "present") : 0;
  if (count > 0) throw new ConfigurationError([inCycles(path, count)]);
  return since;
}

/** Runs within the switch. Returns whether the parents of records written from the horizon on can be enforced too. */
export async function catchUpParents(
  transaction: Connection,
  change: EntityChange,
  after: Configuration,
  since: string,
): Promise<boolean> {
  await goOver(transaction, rewriteOf(change, after), since);
  if (!isOwnParent(change, after)) return true;
  return !(await isWrittenInCycle(transaction, change.entity.id, { since, held: "present" }));
}

/** Sets the new parent and leaves everything else unchanged. */
function rewriteOf({ former, entity }: EntityChange, { entities }: Configuration): Rewrite {
  const derive = (data: JsonObject): DerivedColumns => {
    const { parentEntityId, parentId } = deriveColumns(entity, data, entities);
    return { ...deriveColumns(former, data, entities), parentEntityId, parentId };
  };
  return { entityId: entity.id, reshaping: NONE, derive, written: "record" };
}

export function isOwnParent({ entity }: EntityChange, { entities }: Configuration): boolean {
  return parentEntityOf(entity, entities)?.id === entity.id;
}
