/** Use case: create one record (spec: Create). */
import { v7 as uuidv7 } from "uuid";
import type { EntityAccess } from "../access/compile";
import { AccessChanged, permissionDenied } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { ApiError } from "../errors";
import type { JsonObject } from "../model";
import type { Connection } from "../postgres/connection";
import { insertRecord, type WrittenRecord } from "../store/records/write";
import { deriveColumns } from "./derive";
import { requireInitialState } from "./lifecycle";
import { requireReferences } from "./references";
import { checkNewData, invalidData, missingFields } from "./validate";
import { writeContext } from "./write";
import { requireReachesNew, requireWritable, unknownKeys, writableData } from "./write-permissions";

export type CreatedRecord = WrittenRecord & { id: string };

/**
 * Throws PERMISSION_DENIED (field permissions, lifecycle), INVALID_BODY (validation), PERMISSION_DENIED (scope), and the
 * conflicts, in this order. The result may not be readable: `requireReadable` says so to the caller.
 */
export async function createRecord(
  caller: Caller,
  access: EntityAccess,
  given: JsonObject,
  transaction?: Connection,
): Promise<CreatedRecord> {
  const { entity } = access;
  const keys = Object.keys(given);
  const rights = ["create", ...requireWritable(access, keys)];
  const own = writableData(access, given);
  const { data, details } = checkNewData(entity, own);
  requireInitialState(access, { ...data, ...own });
  requireCanComplete(access, data);
  const invalid = [...unknownKeys(access, keys), ...details];
  if (invalid.length > 0) throw invalidData(invalid, "validation");

  const id = uuidv7();
  const candidate = { id, data, createdBy: caller.member.id };
  await requireReachesNew(access, candidate, rights, transaction);
  await requireReferences(caller, access, data, transaction);
  const derived = deriveColumns(entity, data, caller.configuration.entities);
  const written = await insertRecord(writeContext(caller, access, rights), { ...candidate, derived }, transaction);
  if (written === null) throw new AccessChanged();
  return { ...written, id };
}

/** Throws CREATED_RECORD_NOT_READABLE; the record is kept (contract § 7). */
export function requireReadable(created: CreatedRecord): CreatedRecord {
  if (created.visible) return created;
  const message = "The record was created, but this token may not read it. Do not repeat the request.";
  throw new ApiError("CREATED_RECORD_NOT_READABLE", message);
}

/** Throws PERMISSION_DENIED where a required field is not the caller's to write, without naming it: it may be hidden. */
function requireCanComplete(access: EntityAccess, data: JsonObject): void {
  const missing = missingFields(access.entity, data);
  if (missing.every(({ field }) => access.writable.has(field))) return;
  const message = "A record of this entity needs a value that this token may not write.";
  throw permissionDenied(message, { step: "required fields" });
}
