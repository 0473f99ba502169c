/** Use case: delete one record (spec: Delete). */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { Precondition } from "../http/conditional-headers";
import type { Connection } from "../postgres/connection";
import type { RecordKey } from "../store/records/record-key";
import * as store from "../store/records/write";
import { requireDeletable } from "./rules/lifecycle";
import { requirePrecondition, requireVersion } from "./rules/precondition";
import { findForWrite, withOptimisticRetry, writeContext } from "./write";

export type DeleteResult = { id: string; entityKey: string; deleted: true };

/**
 * Throws, by contract § 1: RECORD_NOT_FOUND, PERMISSION_DENIED, PRECONDITION_REQUIRED, PRECONDITION_FAILED, PARENT_REFERENCE.
 */
export async function deleteRecord(
  caller: Caller,
  access: EntityAccess,
  key: RecordKey,
  ifMatch: Precondition | null,
  dryRun = false,
): Promise<DeleteResult> {
  return withOptimisticRetry(caller, access, key, dryRun, attemptDelete(caller, access, key, ifMatch));
}

/** Resolves to null if the write found no row. */
export function attemptDelete(caller: Caller, access: EntityAccess, key: RecordKey, ifMatch: Precondition | null) {
  const context = writeContext(caller, access, ["delete"]);
  return async (transaction?: Connection): Promise<DeleteResult | null> => {
    const stored = await findForWrite(access, key, "delete", transaction);
    requireVersion(requirePrecondition(ifMatch), stored.version);
    requireDeletable(access, stored.data);
    const isDeleted = await store.deleteRecord(context, stored.id, stored.version, transaction);
    return isDeleted ? deleteResult(access, stored.id) : null;
  };
}

export function deleteResult({ entity }: EntityAccess, id: string): DeleteResult {
  return { id, entityKey: entity.key, deleted: true };
}
