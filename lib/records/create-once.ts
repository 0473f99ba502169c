/**
 * Writes that can be repeated without writing twice (contract § 7, Idempotency-Key). A repeated create returns the record as
 * it was created, limited by today's permissions on both that record and the present one: an old key brings nothing back that
 * the caller can no longer see.
 */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import { ApiError } from "../errors";
import type { Entity, JsonObject, JsonValue } from "../model";
import type { Connection } from "../postgres/connection";
import type { Ending } from "../postgres/transaction";
import { planScope } from "../query/plan";
import {
  claimIdempotencyKey,
  keepOutcome,
  type RecordSnapshot,
  showSnapshot,
  takeSnapshot,
} from "../store/records/idempotency";
import { recordTransaction } from "../store/records/locks";
import type { WrittenRecord } from "../store/records/write";
import { parseWireValue } from "../wire-types";
import { createRecord } from "./create";
import { projectionOf } from "./read";
import { hashBody, isSameBody } from "./same-body";

/** `body`: must be equal in a repetition. */
type Once = { caller: Caller; access: EntityAccess; key: string; body: JsonValue[] };

/**
 * The write and its outcome are stored in one transaction. `replay` makes the response of a repetition from the stored
 * outcome. Throws INVALID_BODY where the key came with another body before.
 */
export async function writeOnce<Result>(
  { caller, access, key, body }: Once,
  ending: Ending,
  write: (transaction: Connection) => Promise<{ result: Result; outcome: JsonObject }>,
  replay: (outcome: JsonObject, transaction: Connection) => Promise<Result> | Result,
): Promise<Result> {
  const asked = [access.entity.id, ...body];
  const bodyHash = await hashBody(asked);
  const claim = { tokenId: caller.token.id, key, bodyHash };
  const work = async (transaction: Connection) => {
    const kept = await claimIdempotencyKey(claim, transaction);
    if (kept !== null) {
      if (isSameBody(kept.bodyHash, bodyHash, asked)) return replay(kept.outcome, transaction);
      const message = "This Idempotency-Key was used with another body. Use a new key for a new request.";
      throw new ApiError("INVALID_BODY", message);
    }
    const { result, outcome } = await write(transaction);
    await keepOutcome(claim, outcome, transaction);
    return result;
  };
  return recordTransaction(access.entity.id, work, ending);
}

/** `key`: null for none. Throws as `createRecord` and `writeOnce`. */
export async function create(
  caller: Caller,
  access: EntityAccess,
  given: JsonObject,
  { key, ending }: { key: string | null; ending: Ending },
): Promise<WrittenRecord> {
  if (key === null && ending === "commit") return createRecord(caller, access, given);
  const rehearse = (transaction: Connection) => createRecord(caller, access, given, transaction);
  if (key === null) return recordTransaction(access.entity.id, rehearse, ending);
  const write = async (transaction: Connection) => {
    const result = await createRecord(caller, access, given, transaction);
    return { result, outcome: await takeSnapshot(access.entity.id, result.id, transaction) };
  };
  return writeOnce({ caller, access, key, body: [given] }, ending, write, (outcome, transaction) =>
    replayCreate(access, outcome, transaction),
  );
}

async function replayCreate(
  access: EntityAccess,
  outcome: JsonObject,
  transaction: Connection,
): Promise<WrittenRecord> {
  const { id, version } = outcome as RecordSnapshot;
  // Kept by a version that did not keep the record: what of its answer could be shown today cannot be told.
  if (outcome.data === undefined) return { id, version, envelope: "", visible: false };
  const { entity } = access;
  const snapshot = { ...(outcome as RecordSnapshot), data: fitData(entity, outcome.data as JsonObject) };
  const sight = {
    entityId: entity.id,
    visible: planScope(access.scopeOf("list"), entity),
    projection: projectionOf(access, null),
  };
  return { id, version, ...(await showSnapshot(sight, snapshot, transaction)) };
}

/** The data with the fields that the entity has today. A value of another type belonged to a former field of the same key. */
function fitData(entity: Entity, data: JsonObject): JsonObject {
  const entries = [...entity.fields.values()].map(({ key, type }): [string, JsonValue] => {
    const value = Object.hasOwn(data, key) ? (data[key] ?? null) : null;
    return [key, value === null ? null : (parseWireValue(type, value) ?? null)];
  });
  return Object.fromEntries(entries);
}
