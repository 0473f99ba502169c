/** A repetition writes nothing (contract § 7): returns the record as written, within today's permissions on both versions. */
import type { EntityAccess } from "../access/compile";
import { AccessChanged } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { ApiError } from "../errors";
import type { Entity, JsonObject, JsonValue } from "../model";
import type { Connection } from "../postgres/connection";
import { isAdmitted } from "../store/records/guard";
import {
  claimIdempotencyKey,
  keepOutcome,
  type Outcome,
  type RecordSnapshot,
  releaseIdempotencyKey,
  showSnapshot,
} from "../store/records/idempotency";
import { recordTransaction } from "../store/records/locks";
import type { WrittenRecord } from "../store/records/write";
import { WIRE_TYPES } from "../wire-types";
import { hashBody } from "./body-hash";
import { projectionOf } from "./read";

/** `body` must be equal in a repetition. */
type Once = { caller: Caller; access: EntityAccess; key: string; body: JsonValue[] };

/** `isReplayed`: the result of an earlier request with the key. */
export type OnceResult<Result> = { result: Result; isReplayed: boolean };

/** `outcome` null: nothing was written, so nothing is stored. */
type Work<Result> = (transaction: Connection) => Promise<{ result: Result; outcome: Outcome | null }>;

/** One transaction: a write that throws leaves the key unused. Throws INVALID_BODY if the key was used with another body. */
export async function writeOnce<Result>(
  { caller, access, key, body }: Once,
  dryRun: boolean,
  write: Work<Result>,
  replay: (outcome: JsonObject, transaction: Connection) => Promise<Result> | Result,
): Promise<OnceResult<Result>> {
  const bodyHash = await hashBody([access.entity.id, ...body]);
  const claim = { tokenId: caller.token.rootId, key, bodyHash };
  const work = async (transaction: Connection) => {
    const kept = await claimIdempotencyKey(claim, transaction);
    if (kept !== null) {
      if (!bodyHash.equals(kept.bodyHash)) throw usedBefore();
      // It may have waited for the first request, or for a change of the configuration, and has no write that would notice.
      if (!(await isAdmitted(caller.admission, transaction))) throw new AccessChanged();
      return { result: await replay(kept.outcome, transaction), isReplayed: true };
    }
    const { result, outcome } = await write(transaction);
    if (outcome === null) await releaseIdempotencyKey(claim, transaction);
    else await keepOutcome(claim, outcome, transaction);
    return { result, isReplayed: false };
  };
  return recordTransaction(access.entity.id, work, dryRun);
}

function usedBefore(): ApiError {
  const message =
    "This Idempotency-Key was used for another request: for another record, or with another body. Use a new key for a new request.";
  return new ApiError("INVALID_BODY", message);
}

/** For `replayRecord`. The write was admitted with the configuration of `caller`. */
export function recordOutcome(
  { configuration }: Caller,
  { entity }: EntityAccess,
  { id }: Pick<WrittenRecord, "id">,
): Outcome {
  return { record: { entityId: entity.id, id, configurationVersion: configuration.version } };
}

/** `outcome` is a snapshot of the written record. */
export async function replayRecord(
  { configuration }: Caller,
  access: EntityAccess,
  outcome: JsonObject,
  transaction: Connection,
): Promise<WrittenRecord> {
  const kept = outcome as RecordSnapshot;
  const { id, version } = kept;
  const snapshot = { ...kept, data: fitData(access.entity, kept.data) };
  const sight = {
    entityId: access.entity.id,
    visible: access.reach("list"),
    projection: projectionOf(access, null),
    configurationVersion: configuration.version,
  };
  return { id, version, ...(await showSnapshot(sight, snapshot, transaction)) };
}

/** Fits the data to the fields that the entity has today. A value of another type belonged to a former field of the same key. */
function fitData(entity: Entity, data: JsonObject): JsonObject {
  const entries = [...entity.fields.values()].map(({ key, type }): [string, JsonValue] => {
    const value = Object.hasOwn(data, key) ? (data[key] ?? null) : null;
    return [key, value === null ? null : (WIRE_TYPES[type].parse(value) ?? null)];
  });
  return Object.fromEntries(entries);
}
