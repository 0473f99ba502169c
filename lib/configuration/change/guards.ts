/**
 * The change of an entity whose labels are to be unique, or whose parents are held, by another field: its records are given
 * their new label and parent while nobody else writes. Finds the changes that only then show to be impossible.
 */
import type { Configuration } from "../../model";
import type { Connection } from "../../postgres/connection";
import { countInCycles, countLost, countOrphans, countRepeatedLabels } from "../../store/records/entity-data";
import { createMissing, dropGuard } from "../../store/records/partitions";
import type { Issue, Path } from "../issues";
import type { EntityChange } from "./entity-changes";
import { toPartitionPlan } from "./partition";
import { hasOtherParent, hasOtherUniqueLabel } from "./reshape";

/** Within the transaction of the change, before records are rewritten. */
export async function dropGuards(transaction: Connection, { former, entity }: EntityChange): Promise<void> {
  if (hasOtherUniqueLabel(former, entity)) await dropGuard(transaction, entity.id, "label");
  if (hasOtherParent(former, entity)) await dropGuard(transaction, entity.id, "parent");
}

/** Once they are. */
export async function putGuardsBack(
  transaction: Connection,
  change: EntityChange,
  configuration: Configuration,
): Promise<Issue[]> {
  const issues = [
    ...(hasOtherUniqueLabel(change.former, change.entity) ? await refuseUniqueLabel(transaction, change) : []),
    ...(await refuseParent(transaction, change, configuration)),
  ];
  if (issues.length === 0) await createMissing(transaction, toPartitionPlan(change.entity, configuration));
  return issues;
}

/** Of an entity that gets a parent field: asked of its data, before anything is written down. */
export async function refuseNewParent(
  connection: Connection,
  { entity, path }: EntityChange,
  parentEntityId: string | null,
): Promise<Issue[]> {
  const field = entity.fields.get(entity.parentField ?? "");
  if (field === undefined || parentEntityId === null) return [];
  const lost = await countLost(connection, entity.id, field, parentEntityId);
  return lost === 0 ? [] : [refersToNothing(path, lost)];
}

function refersToNothing(path: Path, count: number): Issue {
  const message = `cannot be set: ${records(count, "refers", "refer")} to a record that is not there`;
  return { path: [...path, "parentField"], message };
}

export async function refuseUniqueLabel(connection: Connection, { entity, path }: EntityChange): Promise<Issue[]> {
  if (!entity.uniqueLabel) return [];
  const repeated = await countRepeatedLabels(connection, entity.id);
  if (repeated === 0) return [];
  const message = `cannot be set: ${records(repeated, "has", "have")} the label of another one in "${entity.labelField}"`;
  return [{ path: [...path, "uniqueLabel"], message }];
}

async function refuseParent(
  transaction: Connection,
  { former, entity, path }: EntityChange,
  configuration: Configuration,
): Promise<Issue[]> {
  if (entity.parentField === null || !hasOtherParent(former, entity)) return [];
  const parent = configuration.entities.get(entity.fields.get(entity.parentField)?.reference ?? "");
  if (parent === undefined) return [];
  const orphans = await countOrphans(transaction, entity.id, parent.id);
  if (orphans > 0) return [refersToNothing(path, orphans)];
  const count = parent.id === entity.id ? await countInCycles(transaction, entity.id) : 0;
  return count === 0 ? [] : [inCycles(path, count)];
}

/** `path`: of the entity. */
export function inCycles(path: Path, count: number): Issue {
  const message = `cannot be set: ${records(count, "is", "are")} their own ancestors, or descend from one that is`;
  return { path: [...path, "parentField"], message };
}

function records(count: number, one: string, many: string): string {
  return count === 1 ? `1 record ${one}` : `${count} records ${many}`;
}
