/** The keys of records (contract § 6): by id, by a unique field, or by the label if `uniqueLabel` is set. */
import type { EntityAccess } from "../access/compile";
import { ApiError } from "../errors";
import type { Field, JsonValue } from "../model";
import type { Connection } from "../postgres/connection";
import { isUuid } from "../query/columns";
import { notQueryable } from "../query/filter/filter-fault";
import type { PlannedFilter } from "../query/plan";
import type { RecordKey } from "../store/records/record-key";
import { findByLabel, findByUnique, type UniqueRecord } from "../store/records/unique";
import { WIRE_TYPES } from "../wire-types";
import { uniqueText } from "./rules/derive";

/**
 * `by` null is the id, `text` null is undecodable. Throws RECORD_NOT_FOUND, or the same FIELD_NOT_QUERYABLE for hidden fields.
 */
export function requireRecordKey(access: EntityAccess, text: string | null, by: string | null): RecordKey {
  if (by === null) {
    if (text === null || !isUuid(text)) throw new ApiError("RECORD_NOT_FOUND", NO_ID);
    return { by: "id", id: text };
  }
  const { findable } = access;
  const field = findable.get(by);
  if (field === undefined)
    throw notQueryable({
      place: "by",
      name: by,
      use: "find a record by",
      usable: findable.keys(),
      why: keysOf(findable),
    });
  if (text === null || text.includes("\0")) throw recordNotFound();
  const key = toRecordKey(field, field.unique ? requireValue(field, text) : text);
  if (key === null) throw recordNotFound();
  return key;
}

export function keysOf(findable: EntityAccess["findable"]): string {
  const names = [...findable.keys()];
  return names.length === 0 ? "This entity has no keys that this token can use." : `Its keys are ${names.join(", ")}.`;
}

const NO_ID =
  "There is no such record: this is not a record id. Ids are UUIDs in lower case; to find a record by a unique field, add ?by=<field>, by other values, POST to …/records/query, and to count, to …/records/aggregate.";

/** Numbers as in JSON, without an exponent; other spellings match no value. */
function requireValue(field: Field, text: string): JsonValue {
  const isNumber = field.type === "integer" && /^-?(?:0|[1-9]\d*)$/.test(text);
  const stored = WIRE_TYPES[field.type].parse(isNumber ? Number(text) : text);
  if (stored !== undefined) return stored;
  // In a path, values have no quotes.
  const form = field.type === "decimal" ? "a decimal number, such as 12.50" : WIRE_TYPES[field.type].form;
  throw new ApiError("RECORD_NOT_FOUND", `There is no such record: ${field.key} is ${form}.`);
}

/** `value` is in stored form. null for a blank label. */
export function toRecordKey(field: Field, value: JsonValue): RecordKey | null {
  if (field.unique) return { by: "value", field, value };
  const label = uniqueText(field, value);
  return label === "" ? null : { by: "label", label };
}

/** Queries a few hundred at a time. `values` are in stored form and not null. */
export async function findByKey<Value extends JsonValue>(
  entityId: string,
  field: Field,
  values: Value[],
  on?: Connection,
  scope?: PlannedFilter,
): Promise<Map<Value, UniqueRecord>> {
  if (field.unique) return findByUnique(entityId, field, values, on, scope);
  const labels = values.map((value) => uniqueText(field, value));
  const found = await findByLabel(entityId, [...new Set(labels)], on, scope);
  return new Map(
    values.flatMap((value, index) => {
      const record = found.get(labels[index] ?? "");
      return record === undefined ? [] : [[value, record] as const];
    }),
  );
}

export function recordNotFound(): ApiError {
  const message = "There is no such record of this entity, or this token cannot see it. Lists show those that it can.";
  return new ApiError("RECORD_NOT_FOUND", message);
}
