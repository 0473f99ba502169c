/**
 * Can this caller write these keys, and these records (contract § 7)? Permissions may hold on some records only: the verb of a
 * write, those of the fields it gives, that of its transition. Each is asked of the record as it is and as it becomes, in the
 * statement that writes (`writeContext`). The look here comes before it, to say which one is missing.
 */
import type { EntityAccess } from "../../access/compile";
import { permissionDenied } from "../../access/require";
import type { ErrorDetail } from "../../errors";
import type { JsonObject, VerbWord } from "../../model";
import type { Connection } from "../../postgres/connection";
import { type PlannedFilter, planScope } from "../../query/plan";
import { type Candidate, testCandidates } from "../../store/records/read";
import { type ChangedRecord, testChanges } from "../../store/records/write";
import { MAX_SUGGESTED, unknownField } from "./validate";

/**
 * Throws PERMISSION_DENIED for keys the caller can read but not write. Returns the permissions that the others ask for, whether
 * their values change or not: they may hold on some records only.
 */
export function requireWritable(access: EntityAccess, keys: string[]): VerbWord[] {
  const denied = keys.filter((key) => access.readable.has(key) && !access.writable.has(key));
  if (denied.length > 0) {
    const isReadOnly = (key: string) => access.entity.fields.get(key)?.readOnly === true;
    const message = denied.every(isReadOnly)
      ? `Nobody can write ${denied.join(", ")} by the API: read-only. Leave it out.`
      : `This token can read, but not write ${denied.join(", ")}. Leave it out.`;
    throw permissionDenied(message, { step: "fields", fields: denied });
  }
  const verbs = keys
    .filter((key) => access.writable.has(key))
    .map((key) => access.entity.fields.get(key)?.writeVerb ?? null);
  return verbs.filter((verb) => verb !== null);
}

/** What is hidden and not writable is answered as if it were not there. */
export function unknownKeys(access: EntityAccess, keys: string[]): ErrorDetail[] {
  return keys
    .filter((key) => !access.writable.has(key))
    .map((key, index) => unknownField(key, index < MAX_SUGGESTED ? access.writable.keys() : []));
}

/**
 * What the caller may write of what it gives. Nothing else may decide an answer: whether a hidden value has the right type,
 * or is the one that is stored, would tell of it.
 */
export function writableData(access: EntityAccess, given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([key]) => access.writable.has(key)));
}

/** The first permission that does not reach the record as it is, and as it would become; null where all of them do. */
export type ChangeReach = { before: VerbWord | null; after: VerbWord | null };

/** By the records' ids; those that are of another version by now are left out. */
export async function reachOfChanges(
  access: EntityAccess,
  changes: Pick<ChangedRecord, "id" | "version" | "data">[],
  permissions: VerbWord[],
  transaction?: Connection,
): Promise<Map<string, ChangeReach>> {
  const limited = limitedPermissions(access, permissions);
  if (limited.length === 0) return new Map(changes.map(({ id }) => [id, { before: null, after: null }]));
  const tested = await testChanges(access.entity.id, changes, scopesOf(limited), transaction);
  return new Map(
    tested.map(({ id, before, after }) => [
      id,
      { before: findMissing(limited, before), after: findMissing(limited, after) },
    ]),
  );
}

/** Throws PERMISSION_DENIED. */
export function requireReachesStored({ before }: ChangeReach): void {
  if (before === null) return;
  const message = "This token cannot make this change to this record.";
  throw permissionDenied(message, { step: "permission for this change", permission: before });
}

/** Throws PERMISSION_DENIED. */
export function requireReachesChanged({ after }: ChangeReach): void {
  if (after === null) return;
  const message = "This token cannot change this record to these values.";
  throw permissionDenied(message, { step: "new row scope", permission: after });
}

/** Of each candidate the first permission that does not reach it; null where all of them do. */
export async function reachOfNew<Own extends Candidate>(
  access: EntityAccess,
  candidates: Own[],
  permissions: VerbWord[],
  transaction?: Connection,
): Promise<Map<Own, VerbWord | null>> {
  const limited = limitedPermissions(access, permissions);
  if (limited.length === 0) return new Map(candidates.map((candidate) => [candidate, null]));
  const tested = await testCandidates(candidates, scopesOf(limited), transaction);
  return new Map([...tested].map(([candidate, inside]) => [candidate, findMissing(limited, inside)]));
}

/** `missing`: the permission that does not reach the new record. Throws PERMISSION_DENIED. */
export function requireReachesNew(missing: VerbWord | null): void {
  if (missing === null) return;
  const message = "This token cannot create a record with these values.";
  throw permissionDenied(message, { step: "new row scope", permission: missing });
}

type LimitedPermission = { verb: VerbWord; scope: PlannedFilter };

function limitedPermissions({ entity, scopeOf }: EntityAccess, permissions: VerbWord[]): LimitedPermission[] {
  return [...new Set(permissions)]
    .map((verb) => ({ verb, scope: planScope(scopeOf(verb), entity) }))
    .filter(({ scope }) => scope.kind !== "everything");
}

function scopesOf(limited: LimitedPermission[]): PlannedFilter[] {
  return limited.map(({ scope }) => scope);
}

function findMissing(limited: LimitedPermission[], inside: boolean[]): VerbWord | null {
  return limited.find((_, index) => inside[index] !== true)?.verb ?? null;
}
