/** Use case: delete one record (spec: Delete). */
import { AccessChanged } from "../access/changed";
import type { EntityAccess } from "../access/compile";
import * as store from "../store/record-writes";
import type { Caller } from "../tokens/authenticate";
import { findForWrite } from "./find-for-write";
import { requireDeletable } from "./lifecycle";
import { type Precondition, requirePrecondition, requireVersion } from "./precondition";
import { requireRecordId } from "./read";
import { MAX_WRITE_ATTEMPTS } from "./update";
import { writeContext } from "./write-context";

export type DeleteResult = { id: string; entityKey: string; deleted: true };

/**
 * Throws RECORD_NOT_FOUND, PERMISSION_DENIED, PRECONDITION_REQUIRED, PRECONDITION_FAILED and PARENT_REFERENCE, in the order
 * of contract § 1.
 */
export async function deleteRecord(
  caller: Caller,
  access: EntityAccess,
  id: string | null,
  ifMatch: Precondition | null,
): Promise<DeleteResult> {
  const recordId = requireRecordId(id);
  const context = writeContext(caller, access, "delete");
  let seenVersion: string | null = null;
  for (let attempt = 1; attempt <= MAX_WRITE_ATTEMPTS; attempt += 1) {
    const stored = await findForWrite(access, recordId, "delete");
    requireVersion(requirePrecondition(ifMatch), stored.version);
    if (stored.version === seenVersion) throw new AccessChanged();
    seenVersion = stored.version;
    requireDeletable(access, stored.data);
    if (await store.deleteRecord(context, recordId, stored.version)) {
      return { id: recordId, entityKey: access.entity.key, deleted: true };
    }
  }
  throw new Error(`The record was changed by others ${MAX_WRITE_ATTEMPTS} times while it was being deleted.`);
}
