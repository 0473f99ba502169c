/**
 * What all writes of records share: finding the record, putting caller and scope into the statement, and trying again where
 * somebody else was faster (contract § 1, 9 and 10).
 */
import type { EntityAccess } from "../access/compile";
import { AccessChanged, permissionDenied } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import type { Verb, VerbWord } from "../model";
import type { Connection } from "../postgres/connection";
import type { Ending } from "../postgres/transaction";
import { both, EVERYTHING, type PlannedFilter, planScope } from "../query/plan";
import { lockParents, lockRecords, recordTransaction } from "../store/records/locks";
import { findStoredRecords, type StoredRecord } from "../store/records/read";
import type { WriteContext } from "../store/records/write";
import { projectionOf, recordNotFound } from "./read";
import { parentsCanCycle } from "./rules/references";

/**
 * Throws RECORD_NOT_FOUND where the record is neither visible nor in the verb's scope, PERMISSION_DENIED where it is only
 * visible.
 */
export async function findForWrite(
  access: EntityAccess,
  id: string,
  verb: Verb,
  transaction?: Connection,
): Promise<StoredRecord> {
  const { entity } = access;
  const scopes = writeScopes(access, verb);
  const [stored] = await findStoredRecords(entity.id, [id], scopes, transaction, entity.reshaping);
  return requireInScope(stored, verb);
}

/** The scope in which records are visible, and that of the verb. */
export function writeScopes({ entity, scopeOf }: EntityAccess, verb: Verb): PlannedFilter[] {
  return [planScope(scopeOf("list"), entity), planScope(scopeOf(verb), entity)];
}

/** `stored`: read with the scopes of `writeScopes`. Throws as `findForWrite`. */
export function requireInScope(stored: StoredRecord | undefined, verb: Verb): StoredRecord {
  const [isVisible, isInScope] = stored?.inside ?? [];
  if (stored === undefined || (!isVisible && !isInScope)) throw recordNotFound();
  if (!isInScope) throw permissionDenied(`This token may not ${verb} this record.`, { step: "row scope" });
  return stored;
}

/** `verbs`: all that the write asks for. The record must lie in the scope of each. */
export function writeContext(caller: Caller, access: EntityAccess, verbs: VerbWord[]): WriteContext {
  const { entity, writable } = access;
  const scopes = [...new Set(verbs)].map((verb) => planScope(access.scopeOf(verb), entity));
  const nameable = (key: string | null) => (key !== null && writable.has(key) ? key : null);
  return {
    entityId: entity.id,
    admission: caller.admission,
    scope: scopes.reduce(both, EVERYTHING),
    visible: planScope(access.scopeOf("list"), entity),
    projection: projectionOf(access, null),
    // Other fields may be hidden from the caller, and their defaults can collide, too.
    conflictFields: {
      label: nameable(entity.labelField),
      parent: nameable(entity.parentField),
      unique: [...entity.fields.values()].filter(({ key, unique }) => unique && writable.has(key)),
    },
    scopeFields: entity.scopeFields,
    reshaping: entity.reshaping,
  };
}

/** Without a lock. The second attempt tells most callers who named a version that it is outdated. */
const FREE_ATTEMPTS = 2;

/**
 * `attempt` decides about the present record, and returns null where the write found no row. Within a transaction it must use
 * that one only: a second connection may not be available. A rehearsal always uses a transaction.
 */
export async function withOptimisticRetry<Result>(
  { configuration }: Caller,
  { entity }: EntityAccess,
  id: string,
  ending: Ending,
  attempt: (transaction?: Connection) => Promise<Result | null>,
): Promise<Result> {
  for (let time = 1; time <= FREE_ATTEMPTS && ending === "commit"; time += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  return recordTransaction(
    entity.id,
    async (transaction) => {
      // In this order, like a change of parents: in another order two could wait for each other.
      if (parentsCanCycle(configuration, entity)) await lockParents(configuration.organizationId, transaction);
      await lockRecords(entity.id, [id], transaction);
      const result = await attempt(transaction);
      // The record was locked, so the caller's access has changed.
      if (result === null) throw new AccessChanged();
      return result;
    },
    ending,
  );
}
