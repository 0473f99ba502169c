/** Parses the record that a path names (contract § 6, Keys): by id, or by a unique field. */
import type { EntityAccess } from "../access/compile";
import { ApiError } from "../errors";
import type { Field, JsonValue } from "../model";
import { isUuid } from "../query/columns";
import { notQueryable } from "../query/filter/filter-fault";
import type { RecordKey } from "../store/records/record-key";
import { WIRE_TYPES } from "../wire-types";
import { recordNotFound } from "./read";
import { toRecordKey } from "./rules/reference-keys";

/**
 * `by` null is the id, `text` null is undecodable. Throws RECORD_NOT_FOUND, or the same FIELD_NOT_QUERYABLE for hidden fields.
 */
export function requireRecordKey(access: EntityAccess, text: string | null, by: string | null): RecordKey {
  if (by === null) return { by: "id", id: requireRecordId(text) };
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

function requireRecordId(id: string | null): string {
  if (id === null || !isUuid(id)) throw new ApiError("RECORD_NOT_FOUND", NO_ID);
  return id;
}

const NO_ID =
  "There is no such record: this is not a record id. Ids are UUIDs in lower case; to find a record by a unique field, add ?by=<field>, by other values, POST to …/records/query, and to count, to …/records/aggregate.";

/** Numbers as in JSON, without an exponent; other spellings match no value. */
function requireValue(field: Field, text: string): JsonValue {
  const value = field.type === "integer" ? integerOf(text) : text;
  const stored = value === null ? undefined : WIRE_TYPES[field.type].parse(value);
  if (stored !== undefined) return stored;
  const message = `There is no such record: ${field.key} is ${FORMS[field.type] ?? WIRE_TYPES[field.type].form}.`;
  throw new ApiError("RECORD_NOT_FOUND", message);
}

/** For paths, where values have no quotes. */
const FORMS: Partial<Record<Field["type"], string>> = { decimal: "a decimal number, such as 12.50" };

function integerOf(text: string): number | null {
  return /^-?(?:0|[1-9]\d*)$/.test(text) ? Number(text) : null;
}
