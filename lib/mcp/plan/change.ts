/** What an operation changes, field by field, as a dry run shows it. */
import { isDeepStrictEqual } from "node:util";
import type { JsonObject, JsonValue } from "../../model";

/** `before` is null for a record that the caller cannot read, or that there is not; `after` is what the caller can read of it then. */
type Views = { before: JsonObject | null; after: JsonObject | null };

/**
 * Of a field that the caller cannot read afterwards, what is known is what was given: a record that leaves their sight keeps what
 * was not.
 */
export function changedFields(given: JsonObject, { before, after }: Views): JsonObject {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {}), ...Object.keys(given)]);
  const changed = [...keys].flatMap((key): [string, JsonValue][] => {
    const old = ownValue(before, key) ?? null;
    const next = ownValue(after, key);
    if (next === undefined) return Object.hasOwn(given, key) ? [[key, { after: given[key] ?? null }]] : [];
    return isDeepStrictEqual(old, next) ? [] : [[key, { before: old, after: next }]];
  });
  return Object.fromEntries(changed);
}

/** undefined if the record has no such field of its own: fields can be called `constructor`. */
export function ownValue(data: JsonObject | null, key: string): JsonValue | undefined {
  return data !== null && Object.hasOwn(data, key) ? data[key] : undefined;
}
