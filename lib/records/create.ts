/** Use case: create one record (spec: Create). */
import { v7 as uuidv7 } from "uuid";
import type { EntityAccess } from "../access/compile";
import { AccessChanged, permissionDenied } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { ApiError } from "../errors";
import type { JsonObject, VerbWord } from "../model";
import type { Connection } from "../postgres/connection";
import { insertRecords, type NewRecord, type WrittenRecord } from "../store/records/write";
import { deriveColumns } from "./rules/derive";
import { requireInitialState } from "./rules/lifecycle";
import { explainReferences, resolveReferences } from "./rules/reference-keys";
import { findLostReferences, requireReferences } from "./rules/references";
import { checkNewData, invalidData, missingFields } from "./rules/validate";
import { reachOfNew, requireReachesNew, requireWritable, unknownKeys, writableData } from "./rules/write-permissions";
import { type Writer, writeContext } from "./write";

/** An imported record's id, derived from its source, and its times. null: set by the service. */
export type Origin = { id: string | null; created: string | null; updated: string | null };

/** `verbs` are those required, as far as known without the database. */
export type Draft = { id: string; data: JsonObject; createdBy: string | null; verbs: VerbWord[]; origin?: Origin };

/** Throws PERMISSION_DENIED (field permissions, lifecycle), then INVALID_BODY (validation). */
export function draftRecord(caller: Writer, access: EntityAccess, given: JsonObject, origin?: Origin): Draft {
  const { entity } = access;
  const keys = Object.keys(given);
  const verbs = ["create", ...requireWritable(access, keys)];
  const own = writableData(access, given);
  const { data, details } = checkNewData(entity, own);
  requireInitialState(access, { ...data, ...own });
  requireCanComplete(access, data);
  const invalid = [...unknownKeys(access, keys), ...explainReferences(caller, access, own, details)];
  if (invalid.length > 0) throw invalidData(invalid, "validation");
  return { id: origin?.id ?? uuidv7(), data, createdBy: caller.member.id, verbs, ...(origin && { origin }) };
}

export function toNewRecord({ configuration }: Writer, { entity }: EntityAccess, draft: Draft): NewRecord {
  const { id, data, createdBy, origin } = draft;
  const derived = deriveColumns(entity, data, configuration.entities);
  return { id, data, createdBy, derived, created: origin?.created ?? null, updated: origin?.updated ?? null };
}

/** Throws PERMISSION_DENIED (fields, lifecycle), INVALID_BODY, PERMISSION_DENIED (scope) and the conflicts, in this order. */
export async function createRecord(
  caller: Caller,
  access: EntityAccess,
  given: JsonObject,
  transaction?: Connection,
): Promise<WrittenRecord> {
  const [resolved = given] = await resolveReferences(caller, access, [given], transaction);
  const draft = draftRecord(caller, access, resolved);
  const missing = await reachOfNew(access, [draft], transaction);
  requireReachesNew(access, missing.get(draft) ?? null);
  const [lost = []] = await findLostReferences(caller, access, [draft.data], transaction);
  requireReferences(caller, access, lost, draft.data);
  const context = writeContext(caller, access, draft.verbs);
  const [written] = await insertRecords(context, [toNewRecord(caller, access, draft)], transaction);
  if (written === undefined) throw new AccessChanged();
  return written;
}

/** Throws CREATED_RECORD_NOT_READABLE; the record stays (contract § 7). */
export function requireReadable(created: WrittenRecord, isReplayed: boolean): WrittenRecord {
  if (created.visible) return created;
  throw notReadable(isReplayed);
}

export function notReadable(isReplayed = false): ApiError {
  const message = "The record was created, but this token cannot read it. Do not repeat the request.";
  return new ApiError("CREATED_RECORD_NOT_READABLE", message, { isReplayed });
}

/** Throws PERMISSION_DENIED if the caller cannot write a required field. Does not name the field, because it may be hidden. */
function requireCanComplete(access: EntityAccess, data: JsonObject): void {
  const missing = missingFields(access.entity, data);
  if (missing.every(({ field }) => access.writable.has(field))) return;
  const message = "A record of this entity needs a value that this token may not write.";
  throw permissionDenied(message, { step: "required fields" });
}
