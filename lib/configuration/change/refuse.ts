/** Finds changes that stored data does not allow. Reads only. */
import { MAX_INDEXED_TEXT_LENGTH } from "../../limits";
import { quoteText } from "../../messages/cut-text";
import type { Configuration, Field } from "../../model";
import type { Connection } from "../../postgres/connection";
import { parentEntityOf } from "../../records/rules/derive";
import {
  countInCycles,
  countLonger,
  countLost,
  countRecords,
  countValues,
  findRepeatedLabels,
  findRepeatedValues,
} from "../../store/records/entity-data";
import { isText } from "../compile-field";
import type { Issue } from "../issues";
import {
  asStored,
  type EntityChange,
  type FormChange,
  movesParent,
  movesParentEntity,
  movesUniqueLabel,
} from "./entity-changes";
import type { ApplyPlan, InForce } from "./plan";

export async function findRefused(connection: Connection, { entityChanges, current }: ApplyPlan): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const change of entityChanges) {
    issues.push(...(await findRefusedChanges(connection, change, null)));
    issues.push(...(await refuseNewParent(connection, change, current)));
    issues.push(...(await refuseDroppedGuard(connection, change)));
  }
  return issues;
}

/** `since`: checks only records written from that horizon on; null: all. */
export async function findRefusedChanges(
  connection: Connection,
  change: EntityChange,
  since: string | null,
): Promise<Issue[]> {
  const { former: before, entity: after, path } = change;
  const issues: Issue[] = [];
  for (const [index, field] of [...after.fields.values()].entries()) {
    const fault = await findFieldFault(connection, change, field, since);
    if (fault !== null) issues.push({ path: [...path, "fields", index, fault.member], message: fault.message });
  }
  if (since !== null || before.uniqueLabel || before.labelField !== after.labelField) return issues;
  const labelField = change.form?.renamed[after.labelField] ?? after.labelField;
  return [...issues, ...(await refuseUniqueLabel(connection, change, labelField))];
}

async function findFieldFault(connection: Connection, change: EntityChange, field: Field, since: string | null) {
  const former = change.former.fields.get(field.key);
  if (former === undefined) return null;
  const { id: entityId } = change.entity;
  const stored = asStored(change, field);
  if (!isReadableAs(former, field)) {
    const values = await countValues(connection, entityId, stored, since);
    const [member = "", from, to] =
      former.type === field.type ? ["entity", former.reference, field.reference] : ["type", former.type, field.type];
    const advice = `${counted(values, "has", "have")} a value. Add a field with another key instead`;
    if (values > 0) return { member, message: `cannot change from ${from} to ${to}: ${advice}` };
  }
  if (!former.indexed && field.indexed && isText(field.type)) {
    const longest = { field: stored, limit: MAX_INDEXED_TEXT_LENGTH };
    const longer = await countLonger(connection, entityId, longest, since);
    const value = `a value of more than ${MAX_INDEXED_TEXT_LENGTH} characters`;
    if (longer > 0) return { member: "indexed", message: `cannot be set: ${counted(longer, "has", "have")} ${value}` };
  }
  // The unique index refuses repeated values that are written later.
  if (former.unique || !field.unique || since !== null) return null;
  const repeated = await findRepeatedValues(connection, entityId, stored);
  const [first] = repeated;
  if (first === undefined) return null;
  const more = first.values > repeated.length ? " and others" : "";
  const values = first.values === 1 ? "1 value is" : `${first.values} values are`;
  const message = `cannot be set: ${values} in more than one record of "${field.key}": ${listed(repeated)}${more}`;
  return { member: "unique", message };
}

function isReadableAs(before: Field, after: Field): boolean {
  if (before.type === after.type) return before.reference === after.reference;
  return (isText(before.type) && isText(after.type)) || (before.type === "integer" && after.type === "number");
}

/** For an entity that gets a parent field, or a different one: checks its data before anything is written. */
async function refuseNewParent(connection: Connection, change: EntityChange, { entityIds }: InForce): Promise<Issue[]> {
  const { entity, path } = change;
  const field = entity.fields.get(entity.parentField ?? "");
  const parentEntityId = parentEntityOf(entity, entityIds);
  // Nothing can refer to a new entity yet.
  if (!movesParent(change) || field === undefined || parentEntityId === undefined) return [];
  const lost = await countLost(connection, entity.id, asStored(change, field), parentEntityId);
  if (lost === 0) return [];
  const message = `cannot be set: ${counted(lost, "refers", "refer")} to a record that does not exist`;
  return [{ path: [...path, "parentField"], message }];
}

/** Refuses changes that drop what enforces the former labels or parents while readers wait. With records, they take two steps. */
async function refuseDroppedGuard(connection: Connection, change: EntityChange): Promise<Issue[]> {
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
  return issues.length > 0 && (await countRecords(connection, entity.id)) > 0 ? issues : [];
}

/** `labelField` is the key under which the labels are stored. */
async function refuseUniqueLabel(connection: Connection, { entity, path }: EntityChange, labelField: string) {
  if (!entity.uniqueLabel) return [];
  const repeated = await findRepeatedLabels(connection, entity.id, { key: labelField });
  const [first] = repeated;
  if (first === undefined) return [];
  const records = counted(first.records, "has", "have");
  const message = `cannot be set: ${records} the label of another one in "${entity.labelField}", such as ${listed(repeated)}`;
  return [{ path: [...path, "uniqueLabel"], message }];
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

/** Checks records that have the new form, within the transaction that rewrote them. */
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

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 record ${one}` : `${count} records ${many}`;
}

function listed(repeated: { value: string; ids: string[] }[]): string {
  return repeated.map(({ value, ids }) => `${quoteText(value)} (${ids.join(", ")})`).join("; ");
}
