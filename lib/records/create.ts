/** Use case: create one record (spec: Create). */
import type { EntityAccess } from "../access/compile";
import { AccessChanged, permissionDenied } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { newId } from "../crypto/random-bytes";
import { ApiError, type ErrorDetail } from "../errors";
import type { JsonObject, VerbWord } from "../model";
import { insertRecords, type NewRecord, type WrittenRecord } from "../store/records/write";
import { deriveColumns } from "./rules/derive";
import { requireInitialState } from "./rules/lifecycle";
import { explainReferences, resolveReferences } from "./rules/reference-keys";
import { findLostReferences, requireReferences } from "./rules/references";
import { checkNewData, invalidData } from "./rules/validate";
import { reachOfNew, requireReachesNew, requireWritable, unknownKeys, writableData } from "./rules/write-permissions";
import { inTransaction, type Work } from "./work";
import { writeContext } from "./write";
import { type OnceResult, recordOutcome, replayRecord, writeOnce } from "./write-once";

/** An imported record's id, derived from its source, and its times. null: set by the service. */
export type Origin = { id: string | null; created: string | null; updated: string | null };

/** `verbs` are those required, as far as known without the database. */
export type Draft = { id: string; data: JsonObject; createdBy: string | null; verbs: VerbWord[]; origin?: Origin };

/** Throws PERMISSION_DENIED (field permissions, lifecycle), then INVALID_BODY (validation). */
export function draftRecord(work: Work, given: JsonObject, origin?: Origin): Draft {
  const { caller, access } = work;
  const { entity } = access;
  const keys = Object.keys(given);
  const verbs = ["create", ...requireWritable(access, keys)];
  const own = writableData(access, given);
  const { data, details } = checkNewData(entity, own);
  requireInitialState(access, { ...data, ...own });
  requireCanComplete(access, details);
  const invalid = [...unknownKeys(access, keys), ...explainReferences(work, own, details)];
  if (invalid.length > 0) throw invalidData(invalid, "validation");
  return { id: origin?.id ?? newId(), data, createdBy: caller.member.id, verbs, ...(origin && { origin }) };
}

export function toNewRecord({ caller, access }: Work, draft: Draft): NewRecord {
  const { id, data, createdBy, origin } = draft;
  const derived = deriveColumns(access.entity, data, caller.configuration.entities);
  return { id, data, createdBy, derived, created: origin?.created ?? null, updated: origin?.updated ?? null };
}

/** Throws PERMISSION_DENIED (fields, lifecycle), INVALID_BODY, PERMISSION_DENIED (scope) and the conflicts, in this order. */
async function createRecord(work: Work, given: JsonObject): Promise<WrittenRecord> {
  const [resolved = given] = await resolveReferences(work, [given]);
  const draft = draftRecord(work, resolved);
  const missing = await reachOfNew(work, [draft]);
  requireReachesNew(work.access, missing.get(draft) ?? null);
  const [lost = []] = await findLostReferences(work, [draft.data]);
  requireReferences(work, lost, draft.data);
  const [written] = await insertRecords(writeContext(work, draft.verbs), [toNewRecord(work, draft)], work.on);
  if (written === undefined) throw new AccessChanged();
  return written;
}

/** Creates it once, even if the request is repeated (contract § 7, Idempotency-Key). Throws like `createRecord` and `writeOnce`. */
export async function create(
  work: Work<Caller>,
  given: JsonObject,
  key: string | null,
): Promise<OnceResult<WrittenRecord>> {
  if (key !== null) {
    return writeOnce(work, { key, body: [given] }, replayRecord, async (inside) => {
      const result = await createRecord(inside, given);
      return { result, outcome: recordOutcome(inside, result) };
    });
  }
  const result = work.dryRun ? inTransaction(work, (inside) => createRecord(inside, given)) : createRecord(work, given);
  return { result: await result, isReplayed: false };
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
function requireCanComplete({ writable }: EntityAccess, details: ErrorDetail[]): void {
  // The details are of required fields without a value, and of fields that were given, which are writable.
  if (details.every(({ field }) => writable.has(field))) return;
  const message = "A record of this entity needs a value that this token may not write.";
  throw permissionDenied(message, { step: "required fields" });
}
