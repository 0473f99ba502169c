/** Finds the record, adds scopes to the statement, and retries if another writer was faster (contract § 1, 9 and 10). */
import type { EntityAccess } from "../access/compile";
import { AccessChanged, permissionDenied } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import type { Configuration, Entity, Verb, VerbWord } from "../model";
import type { Connection } from "../postgres/connection";
import { both, EVERYTHING, type PlannedFilter } from "../query/plan";
import { lockParents, lockRecords, recordTransaction } from "../store/records/locks";
import { findStoredRecords, type StoredRecord } from "../store/records/read";
import type { RecordKey } from "../store/records/record-key";
import type { WriteContext } from "../store/records/write";
import { projectionOf, recordNotFound } from "./read";
import { parentsCanCycle } from "./rules/references";

/** Throws RECORD_NOT_FOUND if the record is neither visible nor in the verb's scope, PERMISSION_DENIED if it is only visible. */
export async function findForWrite(
  access: EntityAccess,
  key: RecordKey,
  verb: Verb,
  transaction?: Connection,
): Promise<StoredRecord> {
  const { entity } = access;
  const scopes = writeScopes(access, verb);
  const [stored] = await findStoredRecords(entity, key, scopes, transaction);
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
  if (!isInScope)
    throw permissionDenied(`This token has ${verb} on some records of this entity, and not on this one.`, {
      step: "row scope",
    });
  return stored;
}

/** The caller of a request, or an import. Without an id it is the system. */
export type Writer = Pick<Caller, "configuration" | "access" | "admission"> & { member: { id: string | null } };

/** `verbs` are all that the write requires. The record must be in the scope of each. */
export function writeContext(caller: Pick<Writer, "admission">, access: EntityAccess, verbs: VerbWord[]): WriteContext {
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
export async function withOptimisticRetry<Result>(
  { configuration }: Caller,
  { entity }: EntityAccess,
  key: RecordKey,
  dryRun: boolean,
  attempt: (transaction?: Connection) => Promise<Result | null>,
): Promise<Result> {
  for (let time = 1; time <= FREE_ATTEMPTS && !dryRun; time += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  return recordTransaction(
    entity.id,
    (transaction) => withLock(configuration, entity, key, transaction, attempt),
    dryRun,
  );
}

export async function withLock<Result>(
  configuration: Configuration,
  entity: Entity,
  key: RecordKey,
  transaction: Connection,
  attempt: (transaction: Connection) => Promise<Result | null>,
): Promise<Result> {
  // Locks in the order of a change of parents: in another order, two transactions could deadlock.
  if (parentsCanCycle(configuration, entity)) await lockParents(configuration.organizationId, transaction);
  await lockRecords(entity.id, key, transaction);
  const result = await attempt(transaction);
  // The record was locked, so the caller's access has changed, or another record got the key meanwhile.
  if (result === null) throw new AccessChanged();
  return result;
}
