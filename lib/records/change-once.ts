/** Updates or deletes a record once, even if the request is repeated (contract § 7, Idempotency-Key). */
import type { Caller } from "../authentication/authenticate";
import type { JsonObject } from "../model";
import { keyText } from "../store/records/record-key";
import type { WrittenRecord } from "../store/records/write";
import { attemptDelete, type DeleteResult, type Deletion, deleteRecord, deleteResult } from "./delete";
import { requirePrecondition } from "./rules/precondition";
import { attemptUpdate, type Update, updateRecord } from "./update";
import type { Work } from "./work";
import { findForWrite, withLock } from "./write";
import { type OnceResult, recordOutcome, replayRecord, writeOnce } from "./write-once";

/** Throws like `updateRecord` and `writeOnce`. In a repetition, `once` replaces only the comparison of versions. */
export async function updateOnce(
  work: Work<Caller>,
  update: Update,
  once: string | null,
): Promise<OnceResult<WrittenRecord>> {
  if (once === null) return { result: await updateRecord(work, update), isReplayed: false };
  const { key, ifMatch, given } = update;
  const { id } = await findForWrite(work, key, "update");
  requirePrecondition(ifMatch);
  return writeOnce(work, { key: once, body: ["update", id, await given()] }, replayRecord, async (inside) => {
    const result = await withLock(inside, key, (locked) => attemptUpdate(locked, update));
    return { result, outcome: recordOutcome(inside, result) };
  });
}

/** Throws the same as `deleteRecord` and `writeOnce`. */
export async function deleteOnce(
  work: Work<Caller>,
  deletion: Deletion,
  once: string | null,
): Promise<OnceResult<DeleteResult>> {
  if (once === null) return { result: await deleteRecord(work, deletion), isReplayed: false };
  const { key } = deletion;
  const replay = ({ id }: JsonObject) => deleteResult(work.access, String(id));
  return writeOnce(work, { key: once, body: ["delete", keyText(key)] }, replay, async (inside) => {
    const result = await withLock(inside, key, (locked) => attemptDelete(locked, deletion));
    return { result, outcome: { json: { id: result.id } } };
  });
}
