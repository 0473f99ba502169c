/**
 * Can this caller write these keys, and these records (contract § 7)? Permissions may hold on some records only: the verb of a
 * write, those of the fields it gives, that of its transition. Each is asked of the record as it is and as it becomes, in the
 * statement that writes (`writeContext`). The look here comes before it, to say which one is missing.
 */
import type { EntityAccess } from "../access/compile";
import { permissionDenied } from "../access/require";
import type { ErrorDetail } from "../errors";
import type { JsonObject, VerbWord } from "../model";
import type { Connection } from "../postgres/connection";
import { type PlannedFilter, planScope } from "../query/plan";
import { type Candidate, testCandidate } from "../store/records/read";
import { type ChangedRecord, testChange } from "../store/records/write";
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

/** null: the record is of another version by now. */
export async function reachOfChange(
  access: EntityAccess,
  change: Omit<ChangedRecord, "derived">,
  permissions: VerbWord[],
  transaction?: Connection,
): Promise<ChangeReach | null> {
  const limited = limitedPermissions(access, permissions);
  if (limited.length === 0) return { before: null, after: null };
  const inside = await testChange(access.entity.id, change, scopesOf(limited), transaction);
  return inside && { before: findMissing(limited, inside.before), after: findMissing(limited, inside.after) };
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

/** Throws PERMISSION_DENIED. */
export async function requireReachesNew(
  access: EntityAccess,
  candidate: Candidate,
  permissions: VerbWord[],
  transaction?: Connection,
): Promise<void> {
  const limited = limitedPermissions(access, permissions);
  if (limited.length === 0) return;
  const permission = findMissing(limited, await testCandidate(candidate, scopesOf(limited), transaction));
  if (permission === null) return;
  const message = "This token cannot create a record with these values.";
  throw permissionDenied(message, { step: "new row scope", permission });
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
