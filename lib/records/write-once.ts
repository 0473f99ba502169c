/** A repetition writes nothing (contract § 7): returns the record as written, within today's permissions on both versions. */
import { AccessChanged } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { ApiError } from "../errors";
import type { Entity, JsonObject, JsonValue } from "../model";
import { isAdmitted } from "../store/records/guard";
import {
  claimIdempotencyKey,
  keepOutcome,
  type Outcome,
  type RecordSnapshot,
  releaseIdempotencyKey,
  showSnapshot,
} from "../store/records/idempotency";
import type { WrittenRecord } from "../store/records/write";
import { WIRE_TYPES } from "../wire-types";
import { hashBody } from "./body-hash";
import { projectionOf } from "./view";
import { type InTransaction, inTransaction, type Work } from "./work";

/** `body` must be equal in a repetition. */
type Once = { key: string; body: JsonValue[] };

/** `isReplayed`: the result of an earlier request with the key. */
export type OnceResult<Result> = { result: Result; isReplayed: boolean };

/** `outcome` null: nothing was written, so nothing is stored. */
type Write<Result> = (inside: InTransaction<Caller>) => Promise<{ result: Result; outcome: Outcome | null }>;
type Replay<Result> = (outcome: JsonObject, inside: InTransaction<Caller>) => Promise<Result> | Result;

/** One transaction: a write that throws leaves the key unused. Throws INVALID_BODY if the key was used with another body. */
export async function writeOnce<Result>(
  work: Work<Caller>,
  { key, body }: Once,
  replay: Replay<Result>,
  write: Write<Result>,
): Promise<OnceResult<Result>> {
  const { caller, access } = work;
  const bodyHash = await hashBody([access.entity.id, ...body]);
  const claim = { tokenId: caller.token.rootId, key, bodyHash };
  return inTransaction(work, async (inside) => {
    const kept = await claimIdempotencyKey(claim, inside.on);
    if (kept !== null) {
      if (!bodyHash.equals(kept.bodyHash)) throw new ApiError("INVALID_BODY", USED_BEFORE);
      // It may have waited for the first request, or for a change of the configuration, and has no write that would notice.
      if (!(await isAdmitted(caller.admission, inside.on))) throw new AccessChanged();
      return { result: await replay(kept.outcome, inside), isReplayed: true };
    }
    const { result, outcome } = await write(inside);
    if (outcome === null) await releaseIdempotencyKey(claim, inside.on);
    else await keepOutcome(claim, outcome, inside.on);
    return { result, isReplayed: false };
  });
}

const USED_BEFORE =
  "This Idempotency-Key was used for another request: for another record, or with another body. Use a new key for a new request.";

/** For `replayRecord`. The write was admitted with the configuration of its caller. */
export function recordOutcome({ caller, access }: Work, { id }: Pick<WrittenRecord, "id">): Outcome {
  return { record: { entityId: access.entity.id, id, configurationVersion: caller.configuration.version } };
}

/** `outcome` is a snapshot of the written record. */
export async function replayRecord(outcome: JsonObject, { caller, access, on }: InTransaction): Promise<WrittenRecord> {
  const kept = outcome as RecordSnapshot;
  const { id, version } = kept;
  const snapshot = { ...kept, data: fitData(access.entity, kept.data) };
  const sight = {
    entityId: access.entity.id,
    visible: access.reach("list"),
    projection: projectionOf(access, null),
    configurationVersion: caller.configuration.version,
  };
  return { id, version, ...(await showSnapshot(sight, snapshot, on)) };
}

/** Fits the data to the fields that the entity has today. A value of another type belonged to a former field of the same key. */
function fitData(entity: Entity, data: JsonObject): JsonObject {
  const entries = [...entity.fields.values()].map(({ key, type }): [string, JsonValue] => {
    const value = Object.hasOwn(data, key) ? (data[key] ?? null) : null;
    return [key, value === null ? null : (WIRE_TYPES[type].parse(value) ?? null)];
  });
  return Object.fromEntries(entries);
}
