/** May this caller write these keys (contract § 7)? Pure. */
import type { EntityAccess } from "../access/compile";
import { permissionDenied } from "../access/require";
import type { ErrorDetail } from "../errors";
import type { JsonObject, VerbWord } from "../model";
import { unknownField } from "./validate";

/**
 * Throws PERMISSION_DENIED for keys the caller can read but not write. Returns the rights that the others ask for, whether
 * their values change or not: they may hold on some records only.
 */
export function requireWritable(access: EntityAccess, keys: string[]): VerbWord[] {
  const denied = keys.filter((key) => access.readable.has(key) && !access.writable.has(key));
  if (denied.length > 0) {
    const isReadOnly = (key: string) => access.entity.fields.get(key)?.readOnly === true;
    const message = denied.every(isReadOnly)
      ? `Nobody can write ${denied.join(", ")} by the API: read-only. Leave it out.`
      : `This token can read, but not write ${denied.join(", ")}. Leave it out.`;
    throw permissionDenied(message, { step: "fields", fields: denied });
  }
  const verbs = keys
    .filter((key) => access.writable.has(key))
    .map((key) => access.entity.fields.get(key)?.writeVerb ?? null);
  return verbs.filter((verb) => verb !== null);
}

/** Finding a close name takes time, and nobody mends more than the first few by it. */
const MAX_SUGGESTED = 10;

/** What is hidden and not writable is answered as if it were not there. */
export function unknownKeys(access: EntityAccess, keys: string[]): ErrorDetail[] {
  return keys
    .filter((key) => !access.writable.has(key))
    .map((key, index) => unknownField(key, index < MAX_SUGGESTED ? access.writable.keys() : []));
}

/**
 * What the caller may write of what it gives. Nothing else may decide an answer: whether a hidden value has the right type,
 * or is the one that is stored, would tell of it.
 */
export function writableData(access: EntityAccess, given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([key]) => access.writable.has(key)));
}
