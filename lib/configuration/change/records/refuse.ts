/** Finds changes that stored data does not allow. Reads only. `since`: checks only records written from that horizon on; null: all. */
import { MAX_INDEXED_TEXT_LENGTH } from "../../../limits";
import { quoteText } from "../../../messages/cut-text";
import type { Field } from "../../../model";
import type { Connection } from "../../../postgres/connection";
import { countLonger, countValues, findRepeatedValues } from "../../../store/records/entity-data";
import { isText } from "../../compile-field";
import type { Issue, Path } from "../../issues";
import { asStored, type EntityChange } from "./entity-changes";
import { counted, refuseUniqueLabel } from "./guards";

export async function findRefusedChanges(
  connection: Connection,
  change: EntityChange,
  since: string | null,
): Promise<Issue[]> {
  const { former: before, entity: after, path } = change;
  const issues: Issue[] = [];
  for (const [index, field] of [...after.fields.values()].entries()) {
    const former = before.fields.get(field.key);
    if (former === undefined) continue;
    const stored = asStored(change, field);
    const at = [...path, "fields", index];
    const asked = { connection, entityId: after.id, path: at, before: former, after: field, stored, since };
    const issue = (await refuseType(asked)) ?? (await refuseIndex(asked)) ?? (await refuseUnique(asked));
    if (issue !== null) issues.push(issue);
  }
  if (since !== null || before.uniqueLabel || before.labelField !== after.labelField) return issues;
  const labelField = change.form?.renamed[after.labelField] ?? after.labelField;
  return [...issues, ...(await refuseUniqueLabel(connection, change, labelField))];
}

/** `stored` is the field as records have it. */
type Asked = {
  connection: Connection;
  entityId: string;
  path: Path;
  before: Field;
  after: Field;
  stored: Field;
  since: string | null;
};

async function refuseType({ connection, entityId, path, before, after, stored, since }: Asked): Promise<Issue | null> {
  if (before.reference === after.reference && isReadableAs(before, after)) return null;
  const values = await countValues(connection, entityId, stored, since);
  if (values === 0) return null;
  const [member, from, to] =
    before.type === after.type ? ["entity", before.reference, after.reference] : ["type", before.type, after.type];
  return {
    path: [...path, member as string],
    message: `cannot change from ${from} to ${to}: ${counted(values, "has", "have")} a value. Add a field with another key instead`,
  };
}

function isReadableAs(before: Field, after: Field): boolean {
  if (before.type === after.type) return true;
  return (isText(before.type) && isText(after.type)) || (before.type === "integer" && after.type === "number");
}

async function refuseIndex({ connection, entityId, path, before, after, stored, since }: Asked): Promise<Issue | null> {
  if (before.indexed || !after.indexed || !isText(after.type)) return null;
  const longest = { field: stored, limit: MAX_INDEXED_TEXT_LENGTH };
  const longer = await countLonger(connection, entityId, longest, since);
  if (longer === 0) return null;
  return {
    path: [...path, "indexed"],
    message: `cannot be set: ${counted(longer, "has", "have")} a value of more than ${MAX_INDEXED_TEXT_LENGTH} characters`,
  };
}

/** Checks existing values only: the unique index refuses repeated ones that are written later. */
async function refuseUnique({
  connection,
  entityId,
  path,
  before,
  after,
  stored,
  since,
}: Asked): Promise<Issue | null> {
  if (before.unique || !after.unique || since !== null) return null;
  const repeated = await findRepeatedValues(connection, entityId, stored);
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
