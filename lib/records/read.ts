/** Use case: one record (spec: Read one). */

import type { EntityAccess } from "../access/compile";
import { ApiError } from "../errors";
import { isUuid } from "../query/columns";
import { notQueryable } from "../query/filter/filter-fault";
import type { Projection } from "../query/page/projection";
import { planScope } from "../query/plan";
import * as store from "../store/records/read";

/** Throws RECORD_NOT_FOUND: one answer for unknown and unreadable records, and for ids that cannot be. */
export async function readRecord(
  access: EntityAccess,
  id: string | null,
  fields: string[] | null,
): Promise<store.FoundRecord> {
  const projection = projectionOf(access, fields);
  const { entity } = access;
  const found = await store.findRecord(
    entity.id,
    requireRecordId(id),
    planScope(access.scopeOf("list"), entity),
    projection,
  );
  if (found === null) throw recordNotFound();
  return found;
}

/** Throws RECORD_NOT_FOUND for what is no record id. */
export function requireRecordId(id: string | null): string {
  if (id === null || !isUuid(id)) throw new ApiError("RECORD_NOT_FOUND", NO_ID);
  return id;
}

const NO_ID =
  "There is no such record: this is no record id. Ids are UUIDs in lower case, as a record's id shows them; to find one by other values, POST to …/records/query.";

export function recordNotFound(): ApiError {
  const message = "There is no such record of this entity, or this token cannot see it. Lists show those that it can.";
  return new ApiError("RECORD_NOT_FOUND", message);
}

/** `fields` picks among the readable ones; null gives them all. Throws FIELD_NOT_QUERYABLE. */
export function projectionOf(access: EntityAccess, fields: string[] | null): Projection {
  const { entity, readable } = access;
  if (fields !== null) requireReadable(fields, readable);
  const given = fields === null ? null : new Set(fields);
  const isShown = (key: string) => readable.has(key) && (given === null || given.has(key));
  return {
    entityKey: entity.key,
    hidden: [...entity.fields.keys()].filter((key) => !isShown(key)),
    conditional: [...readable]
      .filter(([key, scope]) => scope !== "all" && isShown(key))
      .map(([key, scope]) => ({ key, scope: planScope(scope, entity) })),
  };
}

/** Throws FIELD_NOT_QUERYABLE. */
function requireReadable(fields: string[], readable: EntityAccess["readable"]): void {
  const [name, ...others] = fields.filter((key) => !readable.has(key));
  if (name === undefined) return;
  const place = `fields[${fields.indexOf(name)}]`;
  throw notQueryable({ place, name, use: "read", usable: readable.keys() }, others);
}
