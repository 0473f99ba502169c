/** Resolves keys to ids as the dry run did, because a key can belong to another record by the time the plan is applied. */
import type { EntityAccess } from "../../access/compile";
import type { JsonObject } from "../../model";
import { isObject } from "../message";
import { ownValue } from "./change";

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

/** `results` are those of the dry run, with records. */
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
