/** Use case: update one record (spec: Update). */
import { isDeepStrictEqual } from "node:util";
import type { EntityAccess } from "../access/compile";
import { AccessChanged } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import type { ErrorDetail } from "../errors";
import type { Precondition } from "../http/conditional-headers";
import type { Entity, JsonObject, JsonValue, VerbWord } from "../model";
import { parentReference } from "../store/records/conflicts";
import { closesCycle, lockParents } from "../store/records/locks";
import type { RecordKey } from "../store/records/record-key";
import type { StoredRecord } from "../store/records/stored";
import { type ChangedRecord, findWritten, updateRecords, type WrittenRecord } from "../store/records/write";
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
import { hasSameForm, type InTransaction, inTransaction, type Work } from "./work";
import { findForWrite, withOptimisticRetry, writeContext } from "./write";

/** `given` reads the body on demand. */
export type Update = { key: RecordKey; ifMatch: Precondition | null; given: () => Promise<JsonObject> };

/**
 * Throws RECORD_NOT_FOUND, PERMISSION_DENIED, PRECONDITION_REQUIRED, INVALID_BODY, PRECONDITION_FAILED and the conflicts, in the
 * order of contract § 1.
 */
export async function updateRecord(work: Work<Caller>, update: Update): Promise<WrittenRecord> {
  return withOptimisticRetry(work, update.key, (attempt) => attemptUpdate(attempt, update));
}

/** Resolves to null if the write found no row. */
export async function attemptUpdate(
  work: Work<Caller>,
  { key, ifMatch, given }: Update,
): Promise<WrittenRecord | null> {
  const stored = await findForWrite(work, key, "update");
  const precondition = requirePrecondition(ifMatch);
  const changes = await given();
  requireVersion(precondition, stored.version);
  const [resolved = changes] = await resolveReferences(work, [changes]);
  return writeChange(work, draftChange(work, stored, resolved));
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
export function draftChange(work: Work, stored: StoredRecord, given: JsonObject): Change {
  const { access } = work;
  const { entity } = access;
  const keys = Object.keys(given);
  const own = writableData(access, given);
  const checked = checkData(entity, own);
  const changed = changesOf(access, stored, { ...own, ...checked.data });
  const verbs = ["update", ...requireWritable(access, keys), ...requireTransition(access, stored.data, changed)];
  const data = { ...stored.data, ...checked.data };
  const cleared = clearedFields(entity, checked.data);
  const details = explainReferences(work, own, checked.details);
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

export function toChangedRecord({ caller, access: { entity } }: Work, change: Change): ChangedRecord {
  const { stored, data } = change;
  return {
    id: stored.id,
    version: stored.version,
    data,
    derived: deriveColumns(entity, data, caller.configuration.entities),
    before: { data: formerValues(entity, stored.data), updated: stored.updated },
  };
}

/** Returns null if the write found no row: the record or the caller's permissions have changed meanwhile. */
async function writeChange(work: Work<Caller>, change: Change): Promise<WrittenRecord | null> {
  const { caller, access, on } = work;
  const { stored, changed, verbs } = change;
  const reach = (await reachOfChanges(work, [change])).get(stored.id);
  if (reach === undefined) return null;
  requireAllowed(access, change, reach);
  const context = writeContext(work, verbs);
  if (!isChange(change)) {
    const found = await first(findWritten(context, [stored], on));
    if (!(await hasSameForm(caller, on))) throw new AccessChanged();
    return found;
  }
  const [lost = []] = await findLostReferences(work, [changed]);
  requireReferences(work, lost, changed);
  const record = toChangedRecord(work, change);
  if (!closesCircles(work, change)) return first(updateRecords(context, [record], on));
  return inTransaction(work, async (inside) => {
    await requireNoCycle(inside, record);
    return first(updateRecords(context, [record], inside.on));
  });
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
export function closesCircles({ caller, access: { entity } }: Work, { changed }: Change): boolean {
  const isNewParent = entity.parentField !== null && typeof changed[entity.parentField] === "string";
  return isNewParent && parentsCanCycle(caller.configuration, entity);
}

/** Throws PARENT_REFERENCE if the record would be its own ancestor. Other changes of parents wait until the transaction ends. */
export async function requireNoCycle(
  { caller, access: { entity }, on }: InTransaction,
  { id, derived }: ChangedRecord,
): Promise<void> {
  const parent = { entityId: derived.parentEntityId ?? "", id: derived.parentId ?? "" };
  await lockParents(caller.configuration.organizationId, on);
  if (await closesCycle({ entityId: entity.id, id }, parent, on)) throw parentReference(entity.parentField);
}

function formerValues({ formerFields }: Entity, data: JsonObject): JsonObject {
  return Object.fromEntries(formerFields.map((key) => [key, Object.hasOwn(data, key) ? (data[key] ?? null) : null]));
}
