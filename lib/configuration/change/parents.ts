/**
 * An entity gets a parent field where it had none: the parents of its records are written down and held before a version says
 * so, while everybody goes on writing. What is written meanwhile has no parent yet; it is gone over again, the last of it
 * within the switch.
 */
import type { Configuration, JsonObject, Reshaping } from "../../model";
import type { Connection } from "../../postgres/connection";
import { deriveColumns, parentEntityOf } from "../../records/rules/derive";
import { countInCycles, findHorizon, isWrittenInCycle } from "../../store/records/entity-data";
import type { Rewrite } from "../../store/records/rewrite";
import type { DerivedColumns } from "../../store/records/written-columns";
import { ConfigurationError } from "../issues";
import type { EntityChange } from "./entity-changes";
import { inCycles } from "./guards";
import { type AfterBatch, goOver, rewriteAll } from "./rewrite";

/** The data stays as it is. */
const NONE: Reshaping = { added: [], removed: [], renamed: {}, options: {} };

/**
 * Before the switch, with the key there. Gives the horizon from which on records are to be gone over once more. Throws
 * ConfigurationError for records that are their own ancestors, and what PostgreSQL does where a parent has gone.
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

/** Within the switch. Whether the parents of what was written from the horizon on can be held, too. */
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

/** The parent as it will be, and all else as it still is. */
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
