/**
 * Moves the guards of an entity (unique labels, enforced parents) to another field, and finds the changes that stored data makes
 * impossible. A small number of records is rewritten while other writers wait; `next-guards.ts` prepares large numbers.
 */
import { quoteText } from "../../../messages/cut-text";
import type { Configuration } from "../../../model";
import type { Connection } from "../../../postgres/connection";
import { parentEntityOf } from "../../../records/rules/derive";
import {
  countInCycles,
  countLost,
  countOrphans,
  findRepeatedLabels,
  type Held,
} from "../../../store/records/entity-data";
import { createMissing, dropGuard } from "../../../store/records/partition-structure";
import type { Issue, Path } from "../../issues";
import type { EntityIds } from "../tables/entities";
import { toPartitionPlan } from "../tables/partition";
import type { EntityChange } from "./entity-changes";
import { hasOtherParent, hasOtherUniqueLabel } from "./reshape";

/** Drops the guards on the former fields, within the transaction of the change and before records are rewritten. */
export async function dropGuards(transaction: Connection, { former, entity }: EntityChange): Promise<void> {
  if (hasOtherUniqueLabel(former, entity)) await dropGuard(transaction, entity.id, "label");
  if (hasOtherParent(former, entity)) await dropGuard(transaction, entity.id, "parent");
}

/** Restores the guards afterwards. Returns the issues that make this impossible. */
export async function putGuardsBack(
  transaction: Connection,
  change: EntityChange,
  configuration: Configuration,
): Promise<Issue[]> {
  const issues = [
    ...(hasOtherUniqueLabel(change.former, change.entity)
      ? await refuseUniqueLabel(transaction, change, "present")
      : []),
    ...(await refuseParent(transaction, change, configuration)),
  ];
  if (issues.length === 0) await createMissing(transaction, toPartitionPlan(change.entity, configuration));
  return issues;
}

/** For an entity that gets a parent field, or a different one: checks its data before anything is written. */
export async function refuseNewParent(
  connection: Connection,
  { entity, path }: EntityChange,
  present: EntityIds,
): Promise<Issue[]> {
  const field = entity.fields.get(entity.parentField ?? "");
  const parentEntityId = parentEntityOf(entity, present);
  // Nothing can refer to a new entity yet.
  if (field === undefined || parentEntityId === undefined) return [];
  const lost = await countLost(connection, entity.id, field, parentEntityId);
  return lost === 0 ? [] : [refersToNothing(path, lost)];
}

function refersToNothing(path: Path, count: number): Issue {
  const message = `cannot be set: ${records(count, "refers", "refer")} to a record that does not exist`;
  return { path: [...path, "parentField"], message };
}

export async function refuseUniqueLabel(
  connection: Connection,
  { entity, path }: EntityChange,
  held: Held,
): Promise<Issue[]> {
  const field = entity.fields.get(entity.labelField);
  if (!entity.uniqueLabel || field === undefined) return [];
  const repeated = await findRepeatedLabels(connection, entity.id, { field, held });
  const [first] = repeated;
  if (first === undefined) return [];
  const told = repeated.map(({ value, ids }) => `${quoteText(value)} (${ids.join(", ")})`).join("; ");
  const message = `cannot be set: ${records(first.records, "has", "have")} the label of another one in "${entity.labelField}"`;
  return [{ path: [...path, "uniqueLabel"], message: `${message}, such as ${told}` }];
}

async function refuseParent(
  transaction: Connection,
  { former, entity, path }: EntityChange,
  configuration: Configuration,
): Promise<Issue[]> {
  const parent = parentEntityOf(entity, configuration.entities);
  if (parent === undefined || !hasOtherParent(former, entity)) return [];
  const orphans = await countOrphans(transaction, entity.id, parent.id);
  if (orphans > 0) return [refersToNothing(path, orphans)];
  const count = parent.id === entity.id ? await countInCycles(transaction, entity.id, "present") : 0;
  return count === 0 ? [] : [inCycles(path, count)];
}

/** `path` is the path of the entity. */
export function inCycles(path: Path, count: number): Issue {
  const message = `cannot be set: ${records(count, "is", "are")} their own ancestors, or descend from one that is`;
  return { path: [...path, "parentField"], message };
}

function records(count: number, one: string, many: string): string {
  return count === 1 ? `1 record ${one}` : `${count} records ${many}`;
}
