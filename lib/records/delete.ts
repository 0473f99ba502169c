/** Use case: delete one record (spec: Delete). */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { Precondition } from "../http/conditional-headers";
import type { Ending } from "../postgres/transaction";
import * as store from "../store/records/write";
import { requireRecordId } from "./read";
import { requireDeletable } from "./rules/lifecycle";
import { requirePrecondition, requireVersion } from "./rules/precondition";
import { findForWrite, withOptimisticRetry, writeContext } from "./write";

type DeleteResult = { id: string; entityKey: string; deleted: true };

/**
 * Throws RECORD_NOT_FOUND, PERMISSION_DENIED, PRECONDITION_REQUIRED, PRECONDITION_FAILED and PARENT_REFERENCE, in the order
 * of contract § 1.
 */
export async function deleteRecord(
  caller: Caller,
  access: EntityAccess,
  id: string | null,
  ifMatch: Precondition | null,
  ending: Ending = "commit",
): Promise<DeleteResult> {
  const recordId = requireRecordId(id);
  const context = writeContext(caller, access, ["delete"]);
  return withOptimisticRetry(caller, access, recordId, ending, async (database) => {
    const stored = await findForWrite(access, recordId, "delete", database);
    requireVersion(requirePrecondition(ifMatch), stored.version);
    requireDeletable(access, stored.data);
    const isDeleted = await store.deleteRecord(context, recordId, stored.version, database);
    return isDeleted ? { id: recordId, entityKey: access.entity.key, deleted: true } : null;
  });
}
