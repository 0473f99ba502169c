/** Use case: delete one record (spec: Delete). */
import type { EntityAccess } from "../access/compile";
import type { Precondition } from "../http/conditional-headers";
import type { RecordKey } from "../store/records/record-key";
import * as store from "../store/records/write";
import { requireDeletable } from "./rules/lifecycle";
import { requirePrecondition, requireVersion } from "./rules/precondition";
import type { Work } from "./work";
import { findForWrite, withOptimisticRetry, writeContext } from "./write";

export type DeleteResult = { id: string; entityKey: string; deleted: true };

export type Deletion = { key: RecordKey; ifMatch: Precondition | null };

/**
 * Throws, by contract § 1: RECORD_NOT_FOUND, PERMISSION_DENIED, PRECONDITION_REQUIRED, PRECONDITION_FAILED, PARENT_REFERENCE.
 */
export async function deleteRecord(work: Work, deletion: Deletion): Promise<DeleteResult> {
  return withOptimisticRetry(work, deletion.key, (attempt) => attemptDelete(attempt, deletion));
}

/** Resolves to null if the write found no row. */
export async function attemptDelete(work: Work, { key, ifMatch }: Deletion): Promise<DeleteResult | null> {
  const { access, on } = work;
  const stored = await findForWrite(work, key, "delete");
  requireVersion(requirePrecondition(ifMatch), stored.version);
  requireDeletable(access, stored.data);
  const isDeleted = await store.deleteRecord(writeContext(work, ["delete"]), stored.id, stored.version, on);
  return isDeleted ? deleteResult(access, stored.id) : null;
}

export function deleteResult({ entity }: EntityAccess, id: string): DeleteResult {
  return { id, entityKey: entity.key, deleted: true };
}
