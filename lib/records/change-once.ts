/** Updates or deletes a record once, even if the request is repeated (contract § 7, Idempotency-Key). */
import type { Caller } from "../authentication/authenticate";
import type { Precondition } from "../http/conditional-headers";
import type { JsonObject } from "../model";
import { keyText, type RecordKey } from "../store/records/record-key";
import type { WrittenRecord } from "../store/records/write";
import { attemptDelete, type DeleteResult, deleteRecord, deleteResult } from "./delete";
import { requirePrecondition } from "./rules/precondition";
import { attemptUpdate, updateRecord } from "./update";
import type { Work } from "./work";
import { findForWrite, withLock } from "./write";
import { type OnceResult, recordOutcome, replayRecord, writeOnce } from "./write-once";

/** Throws like `updateRecord` and `writeOnce`. In a repetition, `once` replaces only the comparison of versions. */
export async function updateOnce(
  work: Work<Caller>,
  key: RecordKey,
  ifMatch: Precondition | null,
  given: () => Promise<JsonObject>,
  once: string | null,
): Promise<OnceResult<WrittenRecord>> {
  if (once === null) return { result: await updateRecord(work, key, ifMatch, given), isReplayed: false };
  const { id } = await findForWrite(work, key, "update");
  requirePrecondition(ifMatch);
  return writeOnce(work, { key: once, body: ["update", id, await given()] }, replayRecord, async (inside) => {
    const result = await withLock(inside, key, (locked) => attemptUpdate(locked, key, ifMatch, given));
    return { result, outcome: recordOutcome(inside, result) };
  });
}

/** Throws the same as `deleteRecord` and `writeOnce`. */
export async function deleteOnce(
  work: Work<Caller>,
  key: RecordKey,
  ifMatch: Precondition | null,
  once: string | null,
): Promise<OnceResult<DeleteResult>> {
  if (once === null) return { result: await deleteRecord(work, key, ifMatch), isReplayed: false };
  const replay = ({ id }: JsonObject) => deleteResult(work.access, String(id));
  return writeOnce(work, { key: once, body: ["delete", keyText(key)] }, replay, async (inside) => {
    const result = await withLock(inside, key, (locked) => attemptDelete(locked, key, ifMatch));
    return { result, outcome: { json: { id: result.id } } };
  });
}
