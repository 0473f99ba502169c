/** Use case: update one record (spec: Update). */
import { isDeepStrictEqual } from "node:util";
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { ErrorDetail } from "../errors";
import type { Precondition } from "../http/conditional-headers";
import type { Entity, JsonObject, VerbWord } from "../model";
import type { Connection } from "../postgres/connection";
import type { Ending } from "../postgres/transaction";
import { parentReference } from "../store/records/conflicts";
import { closesCycle, lockParents, recordTransaction } from "../store/records/locks";
import type { StoredRecord } from "../store/records/read";
import { type ChangedRecord, findWritten, updateRecords, type WrittenRecord } from "../store/records/write";
import { requireRecordId } from "./read";
import { deriveColumns } from "./rules/derive";
import { requireTransition } from "./rules/lifecycle";
import { requirePrecondition, requireVersion } from "./rules/precondition";
import { findLostReferences, parentsCanCycle, requireReferences, withNextParents } from "./rules/references";
import { checkData, clearedFields, invalidData } from "./rules/validate";
import {
  type ChangeReach,
  reachOfChanges,
  requireReachesChanged,
  requireReachesStored,
  requireWritable,
  unknownKeys,
  writableData,
} from "./rules/write-permissions";
import { findForWrite, withOptimisticRetry, writeContext } from "./write";

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
  ending: Ending = "commit",
): Promise<WrittenRecord> {
  const recordId = requireRecordId(id);
  return withOptimisticRetry(caller, access, recordId, ending, async (transaction) => {
    const stored = await findForWrite(access, recordId, "update", transaction);
    const precondition = requirePrecondition(ifMatch);
    const changes = await given();
    requireVersion(precondition, stored.version);
    return writeChange(caller, access, draftChange(access, stored, changes), transaction);
  });
}

/** A change that is about to be made: all that is known of it without the database. */
export type Change = {
  stored: StoredRecord;
  /** The record whole, as it would be. */
  data: JsonObject;
  /** What of it is other than before; there may be nothing. */
  changed: JsonObject;
  verbs: VerbWord[];
  /** To be told only to who can make the change to this record. */
  invalid: ErrorDetail[];
};

/** Throws PERMISSION_DENIED (field permissions, lifecycle). */
export function draftChange(access: EntityAccess, stored: StoredRecord, given: JsonObject): Change {
  const { entity } = access;
  const keys = Object.keys(given);
  const own = writableData(access, given);
  const checked = checkData(entity, own);
  const changed = changesOf(access, stored, { ...own, ...checked.data });
  const verbs = ["update", ...requireWritable(access, keys), ...requireTransition(access, stored.data, changed)];
  const data = { ...stored.data, ...checked.data };
  const cleared = clearedFields(entity, checked.data);
  return { stored, data, changed, verbs, invalid: [...unknownKeys(access, keys), ...checked.details, ...cleared] };
}

/** Throws PERMISSION_DENIED (the record as it is), INVALID_BODY (validation), PERMISSION_DENIED (as it would be). */
export function requireAllowed({ changed, invalid }: Change, reach: ChangeReach): void {
  requireReachesStored(reach);
  if (invalid.length > 0) throw invalidData(invalid, "validation");
  if (isChange({ changed })) requireReachesChanged(reach);
}

export function isChange({ changed }: Pick<Change, "changed">): boolean {
  return Object.keys(changed).length > 0;
}

export function toChangedRecord(
  { configuration }: Pick<Caller, "configuration">,
  { entity }: Pick<EntityAccess, "entity">,
  { stored, data }: Pick<Change, "stored" | "data">,
): ChangedRecord {
  return {
    id: stored.id,
    version: stored.version,
    data,
    derived: deriveColumns(entity, data, configuration.entities),
    before: { data: scopeValues(entity, stored.data), updated: stored.updated },
  };
}

/** null where the write found no row: the record, or the caller's permissions, changed meanwhile. */
async function writeChange(
  caller: Caller,
  access: EntityAccess,
  change: Change,
  transaction: Connection | undefined,
): Promise<WrittenRecord | null> {
  const { stored, data, changed, verbs } = change;
  const { id, version } = stored;
  const reach = (await reachOfChanges(access, [{ id, version, data }], verbs, transaction)).get(id);
  if (reach === undefined) return null;
  requireAllowed(change, reach);
  const context = writeContext(caller, access, verbs);
  if (!isChange(change)) return first(findWritten(context, [stored], transaction));
  const [lost = []] = await findLostReferences(caller, access, [changed], transaction);
  requireReferences(access, lost);
  const record = toChangedRecord(caller, access, change);
  if (!closesCircles(caller, access, change)) return first(updateRecords(context, [record], transaction));
  const own = async (connection: Connection) => {
    await requireNoCycle(caller, access, record, connection);
    return first(updateRecords(context, [record], connection));
  };
  return transaction === undefined ? recordTransaction(access.entity.id, own) : own(transaction);
}

async function first<Item>(items: Promise<Item[]>): Promise<Item | null> {
  return (await items)[0] ?? null;
}

/**
 * What the caller cannot read counts as changed whatever it was: that a value is the one that is stored would else show in the
 * version, or in what a locked record takes, without a trace in a dry run.
 */
function changesOf({ readable }: EntityAccess, { data, inside }: StoredRecord, given: JsonObject): JsonObject {
  const [isVisible = false] = inside;
  const unread = Object.entries(given).filter(([key]) => !isVisible || readable.get(key) !== "all");
  return { ...changedValues(data, given), ...Object.fromEntries(unread) };
}

/** A value that is given again as it was is no change. */
export function changedValues(before: JsonObject, given: JsonObject): JsonObject {
  const entries = Object.entries(given).filter(([key, value]) => !isDeepStrictEqual(before[key] ?? null, value));
  return Object.fromEntries(entries);
}

/** Whether the change gives the record another parent, among records that can become their own ancestors. */
export function closesCircles(
  { configuration }: Pick<Caller, "configuration">,
  { entity }: Pick<EntityAccess, "entity">,
  { changed }: Pick<Change, "changed">,
): boolean {
  const isNewParent = entity.parentField !== null && typeof changed[entity.parentField] === "string";
  return isNewParent && parentsCanCycle(configuration, entity);
}

/** Throws PARENT_REFERENCE. Until the end of the transaction, no other change of parents comes between. */
export async function requireNoCycle(
  { configuration }: Caller,
  { entity }: EntityAccess,
  { id, derived }: ChangedRecord,
  transaction: Connection,
): Promise<void> {
  const parent = { entityId: derived.parentEntityId ?? "", id: derived.parentId ?? "" };
  await lockParents(configuration.organizationId, transaction);
  const context = { nextParents: withNextParents(configuration), transaction };
  if (await closesCycle({ entityId: entity.id, id }, parent, context)) throw parentReference(entity.parentField);
}

/** What row scopes can ask of the record. */
function scopeValues({ scopeFields }: Entity, data: JsonObject): JsonObject {
  return Object.fromEntries(scopeFields.map((key) => [key, data[key] ?? null]));
}
