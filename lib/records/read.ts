/** Use case: one record (spec: Read one). */
import type { EntityAccess } from "../access/compile";
import { ApiError } from "../errors";
import { isUuid } from "../query/columns";
import { planScope } from "../query/plan";
import * as store from "../store/records";
import { projectionOf } from "./view";

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
