/**
 * Brings the records of one entity in line with its new configuration: their keys, and the columns that follow from
 * their data. Finds the changes that only then show to be impossible.
 */
import type { Configuration, Entity } from "../../model";
import type { Connection } from "../../postgres/connection";
import { deriveColumns } from "../../records/rules/derive";
import {
  countInCycles,
  countOrphans,
  countRepeatedLabels,
  rederiveRecords,
  reshapeRecords,
} from "../../store/records/entity-data";
import { dropGuard } from "../../store/records/partitions";
import type { Issue, Path } from "../issues";

/** `path`: of the entity in the file. */
export async function reshapeEntity(
  transaction: Connection,
  before: Entity,
  after: Entity,
  configuration: Configuration,
  path: Path,
): Promise<Issue[]> {
  await reshapeRecords(transaction, after.id, changedKeys(before, after));
  if (!isDerivedAlike(before, after)) {
    // While records change one by one, what will hold for all of them does not yet.
    if (before.labelField !== after.labelField) await dropGuard(transaction, after.id, "label");
    if (parentOf(before) !== parentOf(after)) await dropGuard(transaction, after.id, "parent");
    await rederiveRecords(transaction, after.id, (data) => deriveColumns(after, data, configuration.entities));
  }
  return [
    ...(await refuseUniqueLabel(transaction, before, after, path)),
    ...(await refuseParent(transaction, before, after, configuration, path)),
  ];
}

/** The fields that came and went. */
export function changedKeys(before: Entity, after: Entity): { added: string[]; removed: string[] } {
  return {
    added: [...after.fields.keys()].filter((key) => !before.fields.has(key)),
    removed: [...before.fields.keys()].filter((key) => !after.fields.has(key)),
  };
}

/** Whether both configurations derive the same columns from the data that was there before. */
function isDerivedAlike(before: Entity, after: Entity): boolean {
  if (before.labelField !== after.labelField || parentOf(before) !== parentOf(after)) return false;
  const searchable = (entity: Entity) =>
    [...entity.fields.values()]
      .filter((field) => field.searchable && before.fields.has(field.key))
      .map(({ key }) => key);
  return searchable(before).sort().join() === searchable(after).sort().join();
}

/** The parent field and the entity that it leads to. */
function parentOf(entity: Entity): string {
  const field = entity.parentField === null ? undefined : entity.fields.get(entity.parentField);
  return field === undefined ? "" : `${field.key}:${field.reference}`;
}

async function refuseUniqueLabel(transaction: Connection, before: Entity, after: Entity, path: Path): Promise<Issue[]> {
  if (!after.uniqueLabel || (before.uniqueLabel && before.labelField === after.labelField)) return [];
  const repeated = await countRepeatedLabels(transaction, after.id);
  if (repeated === 0) return [];
  const message = `cannot be set: ${records(repeated, "has", "have")} the label of another one in "${after.labelField}"`;
  return [{ path: [...path, "uniqueLabel"], message }];
}

async function refuseParent(
  transaction: Connection,
  before: Entity,
  after: Entity,
  configuration: Configuration,
  path: Path,
): Promise<Issue[]> {
  if (after.parentField === null || parentOf(before) === parentOf(after)) return [];
  const parent = configuration.entities.get(after.fields.get(after.parentField)?.reference ?? "");
  if (parent === undefined) return [];
  const at = [...path, "parentField"];
  const orphans = await countOrphans(transaction, after.id, parent.id);
  if (orphans > 0)
    return [
      { path: at, message: `cannot be set: ${records(orphans, "refers", "refer")} to a record that is not there` },
    ];
  const inCycles = parent.id === after.id ? await countInCycles(transaction, after.id) : 0;
  if (inCycles === 0) return [];
  return [
    {
      path: at,
      message: `cannot be set: ${records(inCycles, "is", "are")} their own ancestors, or descend from one that is`,
    },
  ];
}

function records(count: number, one: string, many: string): string {
  return count === 1 ? `1 record ${one}` : `${count} records ${many}`;
}
