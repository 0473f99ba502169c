/** Finds a batch's records, by id or key, and locks them until the batch ends. */
import type { EntityAccess } from "../../access/compile";
import { ApiError } from "../../errors";
import { groupBy } from "../../group-by";
import type { Field, JsonValue } from "../../model";
import type { Connection } from "../../postgres/connection";
import { isUuid } from "../../query/columns";
import type { PlannedFilter } from "../../query/plan";
import { lockRecords } from "../../store/records/locks";
import { findStoredRecords, type StoredRecord } from "../../store/records/stored";
import { findByKey, keysOf, toRecordKey } from "../record-key";
import { uniqueText } from "../rules/derive";
import { checkData } from "../rules/validate";
import type { InTransaction } from "../work";
import { writeScopes } from "../write";
import type { Operation, SentMatch } from "./operation";

/** `value` is in stored form. */
export type Match = { field: Field; value: JsonValue };

/** `stored` is undefined if there is no such record. */
export type Subject = { stored: StoredRecord | undefined; match: Match | null };

/** One for each operation; null for operations without a record. */
export async function findSubjects(
  { access, on }: InTransaction,
  operations: Operation[],
): Promise<(Subject | ApiError | null)[]> {
  const matches = operations.map((operation) =>
    operation.op === "upsert" ? readMatch(access, operation.match) : null,
  );
  const valid = matches.map((match) => (match instanceof ApiError ? null : match));
  const found = await findMatched(access.entity.id, valid, on);
  const ids = operations.map((operation, index) =>
    operation.op === "update" && isUuid(operation.id) ? operation.id : (found[index] ?? null),
  );
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const stored = new Map<string, StoredRecord>();
  if (wanted.length > 0) {
    await lockRecords(access.entity.id, wanted, on);
    const found = await findStoredRecords(access.entity, wanted, writeScopes(access, "update"), on);
    for (const record of found) stored.set(record.id, record);
  }
  return operations.map((operation, index) => {
    const match = matches[index] ?? null;
    if (match instanceof ApiError) return match;
    if (operation.op === "create" || operation.op === "none") return null;
    const record = stored.get(ids[index] ?? "");
    // The value changed between the two queries, so this is no longer the right record.
    const isOther = match !== null && !hasValue(record, match);
    return { stored: isOther ? undefined : record, match };
  });
}

function hasValue(record: StoredRecord | undefined, { field, value }: Match): boolean {
  const own = record?.data[field.key] ?? null;
  return own !== null && uniqueText(field, own) === uniqueText(field, value);
}

export async function findMatched(
  entityId: string,
  matches: (Match | null)[],
  on?: Connection,
  scope?: PlannedFilter,
): Promise<(string | null)[]> {
  const found = new Map<Field, Map<JsonValue, { id: string }>>();
  const all = matches.filter((match) => match !== null);
  for (const [field, some] of groupBy(all, (match) => match.field)) {
    const values = some.map(({ value }) => value);
    found.set(field, await findByKey(entityId, field, values, on, scope));
  }
  return matches.map((match) => (match === null ? null : (found.get(match.field)?.get(match.value)?.id ?? null)));
}

/** Unknown, hidden and other fields get one error, so that none is revealed. */
export function readMatch(access: EntityAccess, { key, value }: SentMatch): Match | ApiError {
  const field = access.findable.get(key);
  if (field === undefined) {
    const message = `match names a key: one field that discovery shows as unique and queryable. ${keysOf(access.findable)}`;
    return new ApiError("INVALID_BODY", message, { details: [{ field: key, message: "is not a key" }] });
  }
  const { data, details } = checkData(access.entity, { [key]: value });
  const stored = data[key] ?? null;
  if (details.length === 0 && stored !== null && toRecordKey(field, stored) !== null) return { field, value: stored };
  const message = details[0]?.message ?? "is empty, so no record can match it";
  return new ApiError("INVALID_BODY", `match: ${key} ${message}.`, { details: [{ field: key, message }] });
}
