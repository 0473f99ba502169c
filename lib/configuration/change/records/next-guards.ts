/**
 * Prepares unique labels or enforced parents that use another field from the next version on. Before the switch, all records get
 * the new values in separate columns, with an index or foreign key on those, while writers continue. Records written in the
 * meantime are processed again, the last of them within the switch. From then on writers fill both columns, until `rewrite.ts`
 * has moved all records to the usual ones.
 */
import type { Configuration, JsonObject, Reshaping } from "../../../model";
import type { Connection } from "../../../postgres/connection";
import { deriveColumns } from "../../../records/rules/derive";
import { countInCycles, findHorizon, isWrittenInCycle } from "../../../store/records/entity-data";
import { dropNextGuards } from "../../../store/records/partition-structure";
import type { Rewrite } from "../../../store/records/rewrite";
import type { DerivedColumns } from "../../../store/records/written-columns";
import { ConfigurationError } from "../../issues";
import type { OnProgress } from "../progress";
import { buildPartition, toPartitionPlan } from "../tables/partition";
import type { EntityChange } from "./entity-changes";
import { inCycles, refuseUniqueLabel } from "./guards";
import { isOwnParent } from "./parents";
import { besideOthers, goOver, rewriteAll } from "./rewrite";

/**
 * An entity whose guards are prepared. Records written from the horizon `since` on have to be processed once more. Records
 * written from `counted` on could be their own ancestors without being noticed; null if that is impossible.
 */
export type Prepared = { change: EntityChange; since: string; counted: string | null };

/**
 * Runs before the switch. `mixed` is the new version while records have both shapes. Throws ConfigurationError for repeated
 * labels and for records that are their own ancestors, and PostgreSQL's error if concurrent writers added some.
 */
export async function prepareNextGuards(
  connection: Connection,
  change: EntityChange,
  mixed: Configuration,
  onProgress: OnProgress,
): Promise<Prepared> {
  const { entity, reshaping, rewrite } = nextOf(change, mixed);
  await dropNextGuards(connection, entity.id);
  const began = await findHorizon(connection);
  await rewriteAll(connection, rewrite, await besideOthers(connection, entity, onProgress));
  const filled = await findHorizon(connection);
  await goOver(connection, rewrite, began);
  const issues = reshaping.next?.includes("label") ? await refuseUniqueLabel(connection, change, "next") : [];
  const count = hasOwnParents(change, mixed) ? await countInCycles(connection, entity.id, "next") : 0;
  if (count > 0) issues.push(inCycles(change.path, count));
  if (issues.length > 0) throw new ConfigurationError(issues);

  await buildPartition(connection, toPartitionPlan(entity, mixed), onProgress);
  // Parents written after the count are checked within the switch.
  const counted = hasOwnParents(change, mixed) ? filled : null;
  let since = filled;
  for (let round = 1, left = Number.POSITIVE_INFINITY; left > FEW && round <= MAX_ROUNDS; round += 1) {
    const from = since;
    since = await findHorizon(connection);
    left = await goOverHeld(connection, rewrite, from);
  }
  return { change, since, counted };
}

/** This many records are processed within the switch in some milliseconds. */
const FEW = 20;
const MAX_ROUNDS = 5;

/** Runs within the switch. Returns whether the guards also hold for records written from the horizon on. */
export async function catchUpNextGuards(
  transaction: Connection,
  { change, since, counted }: Prepared,
  mixed: Configuration,
): Promise<boolean> {
  const { entity, rewrite } = nextOf(change, mixed);
  await goOverHeld(transaction, rewrite, since);
  if (counted === null) return true;
  return !(await isWrittenInCycle(transaction, entity.id, { since: counted, held: "next" }));
}

const NOTHING: DerivedColumns = { labelKey: null, parentEntityId: null, parentId: null, searchText: "" };

/** Clears all labels first, because one record can now have the label that another had before. */
async function goOverHeld(connection: Connection, rewrite: Rewrite, since: string): Promise<number> {
  await goOver(connection, { ...rewrite, derive: () => NOTHING }, since);
  return goOver(connection, rewrite, since);
}

function nextOf({ entity: { key } }: EntityChange, { entities }: Configuration) {
  const entity = entities.get(key);
  if (entity?.reshaping === undefined) throw new Error(`Records of ${key} are not to be rewritten.`);
  const reshaping: Reshaping = entity.reshaping;
  const derive = (data: JsonObject) => deriveColumns(entity, data, entities);
  const rewrite: Rewrite = { entityId: entity.id, reshaping, derive, written: "next columns" };
  return { entity, reshaping, rewrite };
}

function hasOwnParents(change: EntityChange, mixed: Configuration): boolean {
  const { reshaping } = nextOf(change, mixed);
  return reshaping.next?.includes("parent") === true && isOwnParent(change, mixed);
}
