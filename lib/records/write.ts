/**
 * What every write of a record has in common: it finds the record, carries who writes within which scope into its statement,
 * and is repeated where somebody else was faster (contract § 1, 9 and 10).
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
 * Throws RECORD_NOT_FOUND where the record is neither visible nor within the scope of the verb, PERMISSION_DENIED where it
 * is visible only.
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

/** In which a record is visible, and in which it can be written. */
export function writeScopes({ entity, scopeOf }: EntityAccess, verb: Verb): PlannedFilter[] {
  return [planScope(scopeOf("list"), entity), planScope(scopeOf(verb), entity)];
}

/** `stored`: asked with the scopes of `writeScopes`. Throws as `findForWrite`. */
export function requireInScope(stored: StoredRecord | undefined, verb: Verb): StoredRecord {
  const [isVisible, isInScope] = stored?.inside ?? [];
  if (stored === undefined || (!isVisible && !isInScope)) throw recordNotFound();
  if (!isInScope) throw permissionDenied(`This token may not ${verb} this record.`, { step: "row scope" });
  return stored;
}

/** `verbs`: every one that the write asks for. The record must lie in the scopes of all of them. */
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
    // What is not the caller's to write may be hidden from it: a default of such a field can collide, too.
    conflictFields: {
      label: nameable(entity.labelField),
      parent: nameable(entity.parentField),
      unique: [...entity.fields.values()].filter(({ key, unique }) => unique && writable.has(key)),
    },
    scopeFields: entity.scopeFields,
    reshaping: entity.reshaping,
  };
}

/** Without a lock. The second tells most of those who named a version that it is gone. */
const FREE_ATTEMPTS = 2;

/**
 * `attempt` decides anew about the record as it is, and answers null where the write found no row. Within a transaction
 * it must ask that alone: there may be no second connection to be had. What is only rehearsed is so from the beginning.
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
      // In this order, as a change of parents takes them: the other way round, two could wait for each other.
      if (parentsCanCycle(configuration, entity)) await lockParents(configuration.organizationId, transaction);
      await lockRecords(entity.id, [id], transaction);
      const result = await attempt(transaction);
      // The record stood still: it was not the record that had changed.
      if (result === null) throw new AccessChanged();
      return result;
    },
    ending,
  );
}
