/** Finds the record, adds scopes to the statement, and retries if another writer was faster (contract § 1, 9 and 10). */
import type { EntityAccess } from "../access/compile";
import { AccessChanged, permissionDenied } from "../access/require";
import type { Verb, VerbWord } from "../model";
import { both, EVERYTHING, type PlannedFilter } from "../query/plan";
import { lockParents, lockRecords } from "../store/records/locks";
import type { RecordKey } from "../store/records/record-key";
import { findStoredRecords, type StoredRecord } from "../store/records/stored";
import type { WriteContext } from "../store/records/write";
import { recordNotFound } from "./record-key";
import { parentsCanCycle } from "./rules/references";
import { projectionOf } from "./view";
import { type InTransaction, inTransaction, type Work, type Writer } from "./work";

/** Throws RECORD_NOT_FOUND if the record is neither visible nor in the verb's scope, PERMISSION_DENIED if it is only visible. */
export async function findForWrite({ access, on }: Work, key: RecordKey, verb: Verb): Promise<StoredRecord> {
  const [stored] = await findStoredRecords(access.entity, key, writeScopes(access, verb), on);
  return requireInScope(stored, verb);
}

/** The scope in which records are visible, and the scope of the verb. */
export function writeScopes({ reach }: EntityAccess, verb: Verb): PlannedFilter[] {
  return [reach("list"), reach(verb)];
}

/** `stored` was read with the scopes of `writeScopes`. Throws the same as `findForWrite`. */
export function requireInScope(stored: StoredRecord | undefined, verb: Verb): StoredRecord {
  const [isVisible, isInScope] = stored?.inside ?? [];
  if (stored === undefined || (!isVisible && !isInScope)) throw recordNotFound();
  if (isInScope) return stored;
  const message = `This token has ${verb} on some records of this entity, and not on this one.`;
  throw permissionDenied(message, { step: "row scope" });
}

/** `verbs` are all that the write requires. The record must be in the scope of each. */
export function writeContext({ caller, access }: Work, verbs: VerbWord[]): WriteContext {
  const { entity, writable } = access;
  const scopes = [...new Set(verbs)].map(access.reach);
  const nameable = (key: string | null) => (key !== null && writable.has(key) ? key : null);
  return {
    entityId: entity.id,
    admission: caller.admission,
    scope: scopes.reduce(both, EVERYTHING),
    visible: access.reach("list"),
    projection: projectionOf(access, null),
    // Other fields may be hidden from the caller, and their defaults can conflict, too.
    conflictFields: {
      label: nameable(entity.labelField),
      parent: nameable(entity.parentField),
      unique: [...entity.fields.values()].filter(({ key, unique }) => unique && writable.has(key)),
    },
    formerFields: entity.formerFields,
  };
}

/** Attempts without a lock. The second attempt tells most callers who named a version that it is outdated. */
const FREE_ATTEMPTS = 2;

/** `attempt` returns null if no row was found. Within a transaction it must use that connection: another may not be free. */
export async function withOptimisticRetry<By extends Writer, Result>(
  work: Work<By>,
  key: RecordKey,
  attempt: (work: Work<By>) => Promise<Result | null>,
): Promise<Result> {
  for (let time = 1; time <= FREE_ATTEMPTS && !work.dryRun; time += 1) {
    const result = await attempt(work);
    if (result !== null) return result;
  }
  return inTransaction(work, (inside) => withLock(inside, key, attempt));
}

export async function withLock<By extends Writer, Result>(
  inside: InTransaction<By>,
  key: RecordKey,
  attempt: (inside: InTransaction<By>) => Promise<Result | null>,
): Promise<Result> {
  const { caller, access, on } = inside;
  const { configuration } = caller;
  // Locks in the order of a change of parents: in another order, two transactions could deadlock.
  if (parentsCanCycle(configuration, access.entity)) await lockParents(configuration.organizationId, on);
  await lockRecords(access.entity.id, key, on);
  const result = await attempt(inside);
  // The record was locked, so the caller's access has changed, or another record got the key meanwhile.
  if (result === null) throw new AccessChanged();
  return result;
}
