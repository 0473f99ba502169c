/** Reads the results of a dry run: which records keys refer to, and which fields would change. */
import { isDeepStrictEqual } from "node:util";
import type { EntityAccess } from "../../access/compile";
import type { JsonObject, JsonValue } from "../../model";
import { isObject } from "../message";

export type Resolved = {
  /** With the ids of the records that its references by key led to. */
  operation: JsonObject;
  /** References to records that the operations themselves create, which have no id yet. They remain keys. */
  keys: JsonObject;
  /** A reference by key whose record the caller cannot see in the result. */
  unseen: string | null;
  /** An upsert of a record that an earlier operation creates: there is no version of it yet. */
  isOfNew: boolean;
};

/**
 * Resolves keys to ids as the dry run did, because a key can belong to another record by the time the plan is applied. `results`
 * have the records.
 */
export function resolveKeys(access: EntityAccess | null, operations: JsonObject[], results: JsonObject[]): Resolved[] {
  const created = new Set(results.flatMap(({ status, id }) => (status === 201 && id !== undefined ? [id] : [])));
  return operations.map((operation, index) => {
    const data = (operation.data ?? {}) as JsonObject;
    const { status, id = null } = results[index] ?? {};
    const shown = dataOf(results[index]);
    const resolved: Resolved = { operation, keys: {}, unseen: null, isOfNew: status === 200 && created.has(id) };
    const ids: JsonObject = {};
    for (const [name, value] of Object.entries(data)) {
      if (access?.entity.fields.get(name)?.type !== "reference" || !isObject(value)) continue;
      const target = ownValue(shown, name);
      if (typeof target !== "string") resolved.unseen ??= name;
      else if (created.has(target)) resolved.keys[name] = value;
      else ids[name] = target;
    }
    return Object.keys(ids).length === 0
      ? resolved
      : { ...resolved, operation: { ...operation, data: { ...data, ...ids } } };
  });
}

export function dataOf(result: JsonObject | undefined): JsonObject | null {
  return ((result?.record as JsonObject | undefined)?.data as JsonObject | undefined) ?? null;
}

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
