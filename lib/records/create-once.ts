/** Creates a record once, even if the request is repeated (contract § 7, Idempotency-Key). */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { JsonObject } from "../model";
import type { Connection } from "../postgres/connection";
import { recordTransaction } from "../store/records/locks";
import type { WrittenRecord } from "../store/records/write";
import { createRecord } from "./create";
import { type OnceResult, recordOutcome, replayRecord, writeOnce } from "./write-once";

/** Throws like `createRecord` and `writeOnce`. */
export async function create(
  caller: Caller,
  access: EntityAccess,
  given: JsonObject,
  { key, dryRun }: { key: string | null; dryRun: boolean },
): Promise<OnceResult<WrittenRecord>> {
  const work = (transaction?: Connection) => createRecord(caller, access, given, transaction);
  if (key === null) {
    const result = dryRun ? recordTransaction(access.entity.id, work, dryRun) : work();
    return { result: await result, isReplayed: false };
  }
  const write = async (transaction: Connection) => {
    const result = await work(transaction);
    return { result, outcome: recordOutcome(caller, access, result) };
  };
  return writeOnce({ caller, access, key, body: [given] }, dryRun, write, (outcome, transaction) =>
    replayRecord(caller, access, outcome, transaction),
  );
}
