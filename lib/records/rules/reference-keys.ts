/** Replaces references by key, as in `{"country": {"code": "NL"}}` (contract § 7), with ids, before the data is checked. */
import type { Access, EntityAccess } from "../../access/compile";
import type { ErrorDetail } from "../../errors";
import { groupBy } from "../../group-by";
import { wrongType } from "../../messages/wrong-type";
import type { Field, JsonObject, JsonValue } from "../../model";
import type { Connection } from "../../postgres/connection";
import { WIRE_TYPES } from "../../wire-types";
import { findByKey } from "../record-key";
import { listable } from "../view";
import type { Work } from "../work";
import { uniqueText } from "./derive";

/** `value` is in stored form. */
export type ReferenceKey = { target: EntityAccess; field: Field; value: JsonValue };

/**
 * A key that no visible record has becomes an unused id, and is refused like one. Validation refuses values that are not keys.
 */
export async function resolveReferences({ caller, access, on }: Work, given: JsonObject[]): Promise<JsonObject[]> {
  const keyed = given.map((data) => referenceKeys(caller.access, access, data));
  const asked = keyed.flatMap((keys) => [...keys.values()]);
  if (asked.length === 0) return given;
  const ids = new Map<string, string>();
  for (const [name, keys] of groupBy(asked, nameOf)) {
    for (const [text, id] of await findIds(keys, on)) ids.set(`${name} ${text}`, id);
  }
  const idOf = (key: ReferenceKey) => ids.get(`${nameOf(key)} ${uniqueText(key.field, key.value)}`) ?? NO_RECORD;
  return given.map((data, index) => {
    const resolved = [...(keyed[index] ?? [])].map(([name, key]): [string, JsonValue] => [name, idOf(key)]);
    return resolved.length === 0 ? data : { ...data, ...Object.fromEntries(resolved) };
  });
}

const NO_RECORD = "00000000-0000-0000-0000-000000000000";

/** The references in the data that are given by a key, by their field; only fields that the caller can write. */
export function referenceKeys(
  all: Access,
  { entity, writable }: EntityAccess,
  data: JsonObject,
): Map<string, ReferenceKey> {
  const keys = new Map<string, ReferenceKey>();
  for (const [name, value] of Object.entries(data)) {
    if (!isObject(value) || !writable.has(name)) continue;
    const reference = entity.fields.get(name);
    const key = reference?.type === "reference" ? parseReferenceKey(all, reference, value) : null;
    if (key !== null && !("fault" in key)) keys.set(name, key);
  }
  return keys;
}

/** Adds to a validation's details what a key must be, instead of an id. */
export function explainReferences(
  { caller, access: { entity } }: Work,
  data: JsonObject,
  details: ErrorDetail[],
): ErrorDetail[] {
  return details.map((detail) => {
    const reference = entity.fields.get(detail.field);
    const value = data[detail.field] ?? null;
    if (reference?.type !== "reference" || !isObject(value)) return detail;
    const key = parseReferenceKey(caller.access, reference, value);
    return "fault" in key ? { field: detail.field, message: key.fault } : detail;
  });
}

/** How a reference is written by a key; null if the caller can use none. */
export function keyForm(all: Access, reference: Field): string | null {
  const [one, ...more] = listable(all, reference)?.findable.keys() ?? [];
  if (one === undefined) return null;
  const list = more.length === 0 ? "" : `, or with ${more.join(", ")}`;
  return `one field that tells records apart: {"${one}": value}${list}`;
}

/** One fault for unknown, hidden and other fields. */
function parseReferenceKey(all: Access, reference: Field, given: JsonObject): ReferenceKey | { fault: string } {
  const target = listable(all, reference);
  const form = keyForm(all, reference);
  if (target === null || form === null)
    return { fault: `must be ${WIRE_TYPES.reference.form}${wrongType("reference", given)}` };
  const [[name, value] = ["", null], ...others] = Object.entries(given);
  const field = target.findable.get(name);
  if (field === undefined || others.length > 0) return { fault: `must be ${WIRE_TYPES.reference.form}, or ${form}` };
  const stored = value === null ? undefined : WIRE_TYPES[field.type].parse(value);
  if (stored === undefined)
    return {
      fault: `is given by ${name}, which must be ${WIRE_TYPES[field.type].form}${wrongType(field.type, value)}`,
    };
  return { target, field, value: stored };
}

/** Keyed by the text of their keys; only records that the caller can list. */
async function findIds(keys: ReferenceKey[], on: Connection | undefined): Promise<Map<string, string>> {
  const [first] = keys;
  if (first === undefined) return new Map();
  const { target, field } = first;
  const values = [...new Set(keys.map(({ value }) => value))];
  const found = await findByKey(target.entity.id, field, values, on, target.reach("list"));
  return new Map([...found].map(([value, { id }]) => [uniqueText(field, value), id]));
}

function nameOf({ target, field }: ReferenceKey): string {
  return `${target.entity.key} ${field.key}`;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
