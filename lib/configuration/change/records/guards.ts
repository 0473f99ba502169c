/** Finds stored data that prevents unique labels or enforced parents from coming from another field. */
import { quoteText } from "../../../messages/cut-text";
import type { Configuration } from "../../../model";
import type { Connection } from "../../../postgres/connection";
import { parentEntityOf } from "../../../records/rules/derive";
import { countInCycles, countLost, findRepeatedLabels } from "../../../store/records/entity-data";
import type { Issue } from "../../issues";
import type { EntityIds } from "../tables/entities";
import {
  asStored,
  type EntityChange,
  type FormChange,
  movesParent,
  movesParentEntity,
  movesUniqueLabel,
} from "./entity-changes";

/** For an entity that gets a parent field, or a different one: checks its data before anything is written. */
export async function refuseNewParent(
  connection: Connection,
  change: EntityChange,
  present: EntityIds,
): Promise<Issue[]> {
  const { entity, path } = change;
  const field = entity.fields.get(entity.parentField ?? "");
  const parentEntityId = parentEntityOf(entity, present);
  // Nothing can refer to a new entity yet.
  if (!movesParent(change) || field === undefined || parentEntityId === undefined) return [];
  const lost = await countLost(connection, entity.id, asStored(change, field), parentEntityId);
  if (lost === 0) return [];
  const message = `cannot be set: ${counted(lost, "refers", "refer")} to a record that does not exist`;
  return [{ path: [...path, "parentField"], message }];
}

/** Refuses changes that drop what enforces the former labels or parents while readers wait. With records, they take two steps. */
export function refuseDroppedGuard(change: EntityChange): Issue[] {
  const { former, entity, path } = change;
  const issues: Issue[] = [];
  if (movesUniqueLabel(change) && !entity.uniqueLabel) {
    const message =
      'cannot be changed together with "uniqueLabel", for there are records: apply "uniqueLabel": false first';
    issues.push({ path: [...path, "labelField"], message });
  }
  if (movesParentEntity(change)) {
    const message = `cannot be changed from "${former.parentField}" to "${entity.parentField}", which refers to another entity, for there are records: apply the file without "parentField" first`;
    issues.push({ path: [...path, "parentField"], message });
  }
  return issues;
}

/** `labelField` is the key under which the labels are stored. */
export async function refuseUniqueLabel(
  connection: Connection,
  { entity, path }: EntityChange,
  labelField: string,
): Promise<Issue[]> {
  if (!entity.uniqueLabel) return [];
  const repeated = await findRepeatedLabels(connection, entity.id, { key: labelField });
  const [first] = repeated;
  if (first === undefined) return [];
  const told = repeated.map(({ value, ids }) => `${quoteText(value)} (${ids.join(", ")})`).join("; ");
  const message = `cannot be set: ${counted(first.records, "has", "have")} the label of another one in "${entity.labelField}"`;
  return [{ path: [...path, "uniqueLabel"], message: `${message}, such as ${told}` }];
}

/** `error` is PostgreSQL's: it names the index and, for a label, the value. */
export function repeatedValue({ entity, path }: EntityChange, error: unknown): Issue {
  const { constraint = "", detail = "" } = error as { constraint?: string; detail?: string };
  if (!constraint.endsWith("_label")) {
    return { path, message: "cannot be changed: several records would have the same value in a unique field" };
  }
  const label = /=\(([\s\S]*)\)/.exec(detail)?.[1] ?? "";
  const message = `cannot be set: several records have the label ${quoteText(label)} in "${entity.labelField}"`;
  return { path: [...path, "uniqueLabel"], message };
}

/** For records that have the new form, within the transaction that gave it to them. */
export async function refuseRewritten(
  transaction: Connection,
  change: FormChange,
  { entities }: Configuration,
): Promise<Issue[]> {
  const { entity, path } = change;
  const issues = change.form.derivedAnew ? await refuseUniqueLabel(transaction, change, entity.labelField) : [];
  const isOwnParent = parentEntityOf(entity, entities)?.id === entity.id;
  const count = movesParent(change) && isOwnParent ? await countInCycles(transaction, entity.id) : 0;
  if (count === 0) return issues;
  const message = `cannot be set: ${counted(count, "is", "are")} their own ancestors, or descend from one that is`;
  return [...issues, { path: [...path, "parentField"], message }];
}

export function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 record ${one}` : `${count} records ${many}`;
}
