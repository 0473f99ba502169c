/**
 * Changes that stored data cannot follow, found before anything is written. Reads only; every refusal names the place in
 * the file that asks for the change.
 */
import { MAX_INDEXED_TEXT_LENGTH } from "../../limits";
import { quoteText } from "../../messages/cut-text";
import type { Entity, Field } from "../../model";
import type { Connection } from "../../postgres/connection";
import { countLonger, countValues, findRepeatedValues } from "../../store/records/entity-data";
import { isText } from "../compile-field";
import type { Issue, Path } from "../issues";

/** `path`: of the entity in the file. Both have the same id. */
export async function findRefusedChanges(
  transaction: Connection,
  before: Entity,
  after: Entity,
  path: Path,
): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const [index, field] of [...after.fields.values()].entries()) {
    const former = before.fields.get(field.key);
    if (former === undefined) continue;
    const at = [...path, "fields", index];
    const issue =
      (await refuseType(transaction, after.id, former, field, at)) ??
      (await refuseIndex(transaction, after.id, former, field, at)) ??
      (await refuseUnique(transaction, after.id, former, field, at));
    if (issue !== null) issues.push(issue);
  }
  return issues;
}

async function refuseType(
  transaction: Connection,
  entityId: string,
  before: Field,
  after: Field,
  path: Path,
): Promise<Issue | null> {
  if (before.reference === after.reference && isReadableAs(before, after)) return null;
  const values = await countValues(transaction, entityId, after.key);
  if (values === 0) return null;
  const [member, from, to] =
    before.type === after.type ? ["entity", before.reference, after.reference] : ["type", before.type, after.type];
  return {
    path: [...path, member as string],
    message: `cannot change from ${from} to ${to}: ${records(values)} a value. Add a field with another key instead`,
  };
}

/** Whether every value of the one type is a value of the other. */
function isReadableAs(before: Field, after: Field): boolean {
  if (before.type === after.type) return true;
  return (isText(before.type) && isText(after.type)) || (before.type === "integer" && after.type === "number");
}

async function refuseIndex(
  transaction: Connection,
  entityId: string,
  before: Field,
  after: Field,
  path: Path,
): Promise<Issue | null> {
  if (before.indexed || !after.indexed || !isText(after.type)) return null;
  const longer = await countLonger(transaction, entityId, after.key, MAX_INDEXED_TEXT_LENGTH);
  if (longer === 0) return null;
  return {
    path: [...path, "indexed"],
    message: `cannot be set: ${records(longer)} a value of more than ${MAX_INDEXED_TEXT_LENGTH} characters`,
  };
}

/** `config apply` keeps writers out from before this look until its indexes are built: what is not found here does not come later. */
async function refuseUnique(
  transaction: Connection,
  entityId: string,
  before: Field,
  after: Field,
  path: Path,
): Promise<Issue | null> {
  if (before.unique || !after.unique) return null;
  const repeated = await findRepeatedValues(transaction, entityId, after);
  const [first] = repeated;
  if (first === undefined) return null;
  const told = repeated.map(({ value, ids }) => `${quoteText(value)} (${ids.join(", ")})`);
  const more = first.values > repeated.length ? " and others" : "";
  const values = first.values === 1 ? "1 value is" : `${first.values} values are`;
  return {
    path: [...path, "unique"],
    message: `cannot be set: ${values} in more than one record of "${after.key}": ${told.join("; ")}${more}`,
  };
}

function records(count: number): string {
  return count === 1 ? "1 record has" : `${count} records have`;
}
