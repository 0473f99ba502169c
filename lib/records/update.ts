/** Use case: update one record (spec: Update). */
import { isDeepStrictEqual } from "node:util";
import type { EntityAccess } from "../access/compile";
import { AccessChanged } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import type { ErrorDetail } from "../errors";
import type { Precondition } from "../http/conditional-headers";
import type { Entity, JsonObject, JsonValue, VerbWord } from "../model";
import type { Connection } from "../postgres/connection";
import { parentReference } from "../store/records/conflicts";
import { closesCycle, lockParents, recordTransaction } from "../store/records/locks";
import type { StoredRecord } from "../store/records/read";
import type { RecordKey } from "../store/records/record-key";
import { type ChangedRecord, findWritten, updateRecords, type WrittenRecord } from "../store/records/write";
import { hasSameForm } from "./read";
import { deriveColumns } from "./rules/derive";
import { requireTransition } from "./rules/lifecycle";
import { requirePrecondition, requireVersion } from "./rules/precondition";
import { explainReferences, resolveReferences } from "./rules/reference-keys";
import { findLostReferences, parentsCanCycle, requireReferences } from "./rules/references";
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
import { findForWrite, type Writer, withOptimisticRetry, writeContext } from "./write";

/**
 * Throws RECORD_NOT_FOUND, PERMISSION_DENIED, PRECONDITION_REQUIRED, INVALID_BODY, PRECONDITION_FAILED and the conflicts, in the
 * order of contract § 1. `given` reads the body on demand.
 */
export async function updateRecord(
  caller: Caller,
  access: EntityAccess,
  key: RecordKey,
  ifMatch: Precondition | null,
  given: () => Promise<JsonObject>,
  dryRun = false,
): Promise<WrittenRecord> {
  const attempt = attemptUpdate(caller, access, key, ifMatch, given);
  return withOptimisticRetry(caller, access, key, dryRun, attempt);
}

/** Resolves to null if the write found no row. */
export function attemptUpdate(
  caller: Caller,
  access: EntityAccess,
  key: RecordKey,
  ifMatch: Precondition | null,
  given: () => Promise<JsonObject>,
) {
  return async (transaction?: Connection): Promise<WrittenRecord | null> => {
    const stored = await findForWrite(access, key, "update", transaction);
    const precondition = requirePrecondition(ifMatch);
    const changes = await given();
    requireVersion(precondition, stored.version);
    const [resolved = changes] = await resolveReferences(caller, access, [changes], transaction);
    return writeChange(caller, access, draftChange(caller, access, stored, resolved), transaction);
  };
}

/** A change, as far as known without the database. */
export type Change = {
  stored: StoredRecord;
  /** The whole record after the change. */
  data: JsonObject;
  /** The fields whose values differ from before; possibly none. */
  changed: JsonObject;
  verbs: VerbWord[];
  /** Reported only to a caller who can make the change to this record. */
  invalid: ErrorDetail[];
};

/** Throws PERMISSION_DENIED (field permissions, lifecycle). */
export function draftChange(
  caller: Pick<Caller, "access">,
  access: EntityAccess,
  stored: StoredRecord,
  given: JsonObject,
): Change {
  const { entity } = access;
  const keys = Object.keys(given);
  const own = writableData(access, given);
  const checked = checkData(entity, own);
  const changed = changesOf(access, stored, { ...own, ...checked.data });
  const verbs = ["update", ...requireWritable(access, keys), ...requireTransition(access, stored.data, changed)];
  const data = { ...stored.data, ...checked.data };
  const cleared = clearedFields(entity, checked.data);
  const details = explainReferences(caller, access, own, checked.details);
  return { stored, data, changed, verbs, invalid: [...unknownKeys(access, keys), ...details, ...cleared] };
}

/** Throws PERMISSION_DENIED (the record before), INVALID_BODY (validation), PERMISSION_DENIED (the record after). */
export function requireAllowed(access: EntityAccess, { changed, invalid }: Change, reach: ChangeReach): void {
  requireReachesStored(reach);
  if (invalid.length > 0) throw invalidData(invalid, "validation");
  if (isChange({ changed })) requireReachesChanged(access, reach);
}

export function isChange({ changed }: Pick<Change, "changed">): boolean {
  return Object.keys(changed).length > 0;
}

export function toChangedRecord({ configuration }: Writer, { entity }: EntityAccess, change: Change): ChangedRecord {
  const { stored, data } = change;
  return {
    id: stored.id,
    version: stored.version,
    data,
    derived: deriveColumns(entity, data, configuration.entities),
    before: { data: formerValues(entity, stored.data), updated: stored.updated },
  };
}

/** Returns null if the write found no row: the record or the caller's permissions have changed meanwhile. */
async function writeChange(
  caller: Caller,
  access: EntityAccess,
  change: Change,
  transaction: Connection | undefined,
): Promise<WrittenRecord | null> {
  const { stored, changed, verbs } = change;
  const reach = (await reachOfChanges(access, [change], transaction)).get(stored.id);
  if (reach === undefined) return null;
  requireAllowed(access, change, reach);
  const context = writeContext(caller, access, verbs);
  if (!isChange(change)) {
    const found = await first(findWritten(context, [stored], transaction));
    if (!(await hasSameForm(caller, transaction))) throw new AccessChanged();
    return found;
  }
  const [lost = []] = await findLostReferences(caller, access, [changed], transaction);
  requireReferences(caller, access, lost, changed);
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

/** A field that the caller cannot read always counts as changed; otherwise a write or a dry run could probe its value. */
function changesOf({ readable }: EntityAccess, { data, inside }: StoredRecord, given: JsonObject): JsonObject {
  const [isVisible = false] = inside;
  const isUnread = (key: string) => !isVisible || readable.get(key) !== "all";
  const isOther = (key: string, value: JsonValue) => !isDeepStrictEqual(data[key] ?? null, value);
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => isUnread(key) || isOther(key, value)));
}

/** True if the change sets another parent, where records could become their own ancestors. */
export function closesCircles({ configuration }: Writer, { entity }: EntityAccess, { changed }: Change): boolean {
  const isNewParent = entity.parentField !== null && typeof changed[entity.parentField] === "string";
  return isNewParent && parentsCanCycle(configuration, entity);
}

/** Throws PARENT_REFERENCE if the record would be its own ancestor. Other changes of parents wait until the transaction ends. */
export async function requireNoCycle(
  { configuration }: Writer,
  { entity }: EntityAccess,
  { id, derived }: ChangedRecord,
  transaction: Connection,
): Promise<void> {
  const parent = { entityId: derived.parentEntityId ?? "", id: derived.parentId ?? "" };
  await lockParents(configuration.organizationId, transaction);
  if (await closesCycle({ entityId: entity.id, id }, parent, transaction)) throw parentReference(entity.parentField);
}

function formerValues({ formerFields }: Entity, data: JsonObject): JsonObject {
  return Object.fromEntries(formerFields.map((key) => [key, Object.hasOwn(data, key) ? (data[key] ?? null) : null]));
}
