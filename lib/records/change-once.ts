/** Updates or deletes a record once, even if the request is repeated (contract § 7, Idempotency-Key). */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { Precondition } from "../http/conditional-headers";
import type { JsonObject } from "../model";
import { keyText, type RecordKey } from "../store/records/record-key";
import type { WrittenRecord } from "../store/records/write";
import { attemptDelete, type DeleteResult, deleteRecord, deleteResult } from "./delete";
import { requirePrecondition } from "./rules/precondition";
import { attemptUpdate, updateRecord } from "./update";
import { findForWrite, withLock } from "./write";
import { type OnceResult, recordOutcome, replayRecord, writeOnce } from "./write-once";

type Repeatable = { idempotencyKey: string | null; dryRun: boolean };

/** Throws like `updateRecord` and `writeOnce`. In a repetition, the key replaces only the comparison of versions. */
export async function updateOnce(
  caller: Caller,
  access: EntityAccess,
  key: RecordKey,
  ifMatch: Precondition | null,
  given: () => Promise<JsonObject>,
  { idempotencyKey, dryRun }: Repeatable,
): Promise<OnceResult<WrittenRecord>> {
  if (idempotencyKey === null)
    return { result: await updateRecord(caller, access, key, ifMatch, given, dryRun), isReplayed: false };
  const { id } = await findForWrite(access, key, "update");
  requirePrecondition(ifMatch);
  const body = ["update", id, await given()];
  const { configuration } = caller;
  return writeOnce(
    { caller, access, key: idempotencyKey, body },
    dryRun,
    async (transaction) => {
      const attempt = attemptUpdate(caller, access, key, ifMatch, given);
      const result = await withLock(configuration, access.entity, key, transaction, attempt);
      return { result, outcome: recordOutcome(caller, access, result) };
    },
    (outcome, transaction) => replayRecord(caller, access, outcome, transaction),
  );
}

/** Throws the same as `deleteRecord` and `writeOnce`. */
export async function deleteOnce(
  caller: Caller,
  access: EntityAccess,
  key: RecordKey,
  ifMatch: Precondition | null,
  { idempotencyKey, dryRun }: Repeatable,
): Promise<OnceResult<DeleteResult>> {
  if (idempotencyKey === null)
    return { result: await deleteRecord(caller, access, key, ifMatch, dryRun), isReplayed: false };
  const { configuration } = caller;
  return writeOnce(
    { caller, access, key: idempotencyKey, body: ["delete", keyText(key)] },
    dryRun,
    async (transaction) => {
      const attempt = attemptDelete(caller, access, key, ifMatch);
      const result = await withLock(configuration, access.entity, key, transaction, attempt);
      return { result, outcome: { json: { id: result.id } } };
    },
    ({ id }) => deleteResult(access, String(id)),
  );
}
