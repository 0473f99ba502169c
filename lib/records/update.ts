/** Use case: update one record (spec: Update). */
import { isDeepStrictEqual } from "node:util";
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { Precondition } from "../http/conditional-headers";
import type { JsonObject } from "../model";
import type { Connection } from "../postgres/connection";
import { parentReference } from "../store/records/conflicts";
import type { StoredRecord } from "../store/records/read";
import {
  type ChangedRecord,
  closesCycle,
  findWritten,
  lockParents,
  recordTransaction,
  updateRecord as storeUpdate,
  type WriteContext,
  type WrittenRecord,
} from "../store/records/write";
import { deriveColumns } from "./derive";
import { requireTransition } from "./lifecycle";
import { requirePrecondition, requireVersion } from "./precondition";
import { requireRecordId } from "./read";
import { parentsCanCycle, requireReferences } from "./references";
import { checkData, invalidData, missingFields } from "./validate";
import { findForWrite, withOptimisticRetry, writeContext } from "./write";
import {
  reachOfChange,
  requireReachesChanged,
  requireReachesStored,
  requireWritable,
  unknownKeys,
  writableData,
} from "./write-permissions";

/**
 * Throws RECORD_NOT_FOUND, PERMISSION_DENIED, PRECONDITION_REQUIRED, INVALID_BODY, PRECONDITION_FAILED and the conflicts,
 * in the order of contract § 1. `given` reads the body when its turn has come.
 */
export async function updateRecord(
  caller: Caller,
  access: EntityAccess,
  id: string | null,
  ifMatch: Precondition | null,
  given: () => Promise<JsonObject>,
): Promise<WrittenRecord> {
  const recordId = requireRecordId(id);
  return withOptimisticRetry(caller, access, recordId, async (transaction) => {
    const stored = await findForWrite(access, recordId, "update", transaction);
    const precondition = requirePrecondition(ifMatch);
    const changes = await given();
    requireVersion(precondition, stored.version);
    return writeChanges(caller, access, recordId, stored, changes, transaction);
  });
}

/** null where the write found no row: the record, or the caller's rights, changed meanwhile. */
async function writeChanges(
  caller: Caller,
  access: EntityAccess,
  id: string,
  stored: StoredRecord,
  given: JsonObject,
  transaction: Connection | undefined,
): Promise<WrittenRecord | null> {
  const { entity } = access;
  const keys = Object.keys(given);
  const own = writableData(access, given);
  const checked = checkData(entity, own);
  const changed = changedValues(stored.data, { ...own, ...checked.data });
  const rights = ["update", ...requireWritable(access, keys), ...requireTransition(access, stored.data, changed)];
  const data = { ...stored.data, ...checked.data };
  const reach = await reachOfChange(access, { id, version: stored.version, data }, rights, transaction);
  if (reach === null) return null;
  requireReachesStored(reach);
  const missing = missingFields(entity, data).filter(({ field }) => Object.hasOwn(checked.data, field));
  const details = [...unknownKeys(access, keys), ...checked.details, ...missing];
  if (details.length > 0) throw invalidData(details, "validation");

  const context = writeContext(caller, access, rights);
  if (Object.keys(changed).length === 0) return findWritten(context, id, stored.version, transaction);
  requireReachesChanged(reach);
  await requireReferences(caller, access, changed, transaction);
  const record = {
    id,
    version: stored.version,
    data,
    derived: deriveColumns(entity, data, caller.configuration.entities),
  };
  if (!writesParent(caller, access, changed)) return storeUpdate(context, record, transaction);
  if (transaction !== undefined) return updateParent(caller, access, context, record, transaction);
  return recordTransaction(entity.id, (own) => updateParent(caller, access, context, record, own));
}

/** A value that is given again as it was is no change. */
export function changedValues(before: JsonObject, given: JsonObject): JsonObject {
  const entries = Object.entries(given).filter(([key, value]) => !isDeepStrictEqual(before[key] ?? null, value));
  return Object.fromEntries(entries);
}

function writesParent({ configuration }: Caller, { entity }: EntityAccess, changed: JsonObject): boolean {
  const isNewParent = entity.parentField !== null && typeof changed[entity.parentField] === "string";
  return isNewParent && parentsCanCycle(configuration, entity);
}

/** The test for cycles and the write under one lock. */
async function updateParent(
  caller: Caller,
  access: EntityAccess,
  context: WriteContext,
  record: ChangedRecord,
  transaction: Connection,
): Promise<WrittenRecord | null> {
  const { parentEntityId, parentId } = record.derived;
  const own = { entityId: access.entity.id, id: record.id };
  const parent = { entityId: parentEntityId ?? "", id: parentId ?? "" };
  await lockParents(caller.configuration.organizationId, transaction);
  if (await closesCycle(own, parent, transaction)) throw parentReference(access.entity.parentField);
  return storeUpdate(context, record, transaction);
}
