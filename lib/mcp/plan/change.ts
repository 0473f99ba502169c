/** Lists the changed fields of an operation, as a dry run shows them. */
import { isDeepStrictEqual } from "node:util";
import type { JsonObject, JsonValue } from "../../model";

/** `before` is null if there is no record or the caller cannot read it; `after` is what the caller can read of it then. */
type Views = { before: JsonObject | null; after: JsonObject | null };

/** For a field that the caller cannot read afterwards, shows the given value; fields that were not given stay as they were. */
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
