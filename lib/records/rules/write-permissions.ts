/**
 * Checks whether the caller can write these fields and these records (contract § 7). A permission can be limited to some records:
 * the verb of the write, those of its fields, that of its transition. The statement that writes tests each on the record before
 * and after (`writeContext`); the check here comes first, to say which one is missing.
 */
import type { EntityAccess } from "../../access/compile";
import { permissionDenied } from "../../access/require";
import type { ErrorDetail } from "../../errors";
import type { JsonObject, VerbWord } from "../../model";
import type { Connection } from "../../postgres/connection";
import type { PlannedFilter } from "../../query/plan";
import { type Candidate, testCandidates } from "../../store/records/read";
import { type ChangedRecord, testChanges } from "../../store/records/write";
import { MAX_SUGGESTED, unknownField } from "./validate";

/** Throws PERMISSION_DENIED for keys that the caller can read but not write. Returns what `writeVerbs` returns. */
export function requireWritable(access: EntityAccess, keys: string[]): VerbWord[] {
  const denied = deniedKeys(access, keys);
  if (denied.length > 0) {
    const isReadOnly = (key: string) => access.entity.fields.get(key)?.readOnly === true;
    const message = denied.every(isReadOnly)
      ? `Nobody can write ${denied.join(", ")} by the API: read-only. Leave it out.`
      : `This token can read but not write ${denied.join(", ")}. Leave it out.`;
    throw permissionDenied(message, { step: "fields", fields: denied });
  }
  return writeVerbs(access, keys);
}

/** Keys that the caller can read but not write. Other keys that are not writable count as unknown (`unknownKeys`). */
export function deniedKeys({ readable, writable }: EntityAccess, keys: string[]): string[] {
  return keys.filter((key) => readable.has(key) && !writable.has(key));
}

/** The verbs that the writable keys require, whether their values change or not: a verb can be limited to some records. */
export function writeVerbs({ entity, writable }: EntityAccess, keys: string[]): VerbWord[] {
  const verbs = keys.filter((key) => writable.has(key)).map((key) => entity.fields.get(key)?.writeVerb ?? null);
  return verbs.filter((verb) => verb !== null);
}

/** Names under which other APIs nest the fields of a record. */
const WRAPPERS = ["attributes", "fields", "properties", "record", "values", "data"];
const UNWRAP = "is not a field of this entity: the fields go straight into data";

/** A hidden key that is not writable counts as unknown. */
export function unknownKeys(access: EntityAccess, keys: string[]): ErrorDetail[] {
  const unknown = keys.filter((key) => !access.writable.has(key));
  if (unknown.some((key) => WRAPPERS.includes(key))) return unknown.map((field) => ({ field, message: UNWRAP }));
  return unknown.map((key, index) => unknownField(key, index < MAX_SUGGESTED ? access.writable.keys() : []));
}

/**
 * The part of the data that the caller can write. The response depends only on this part: whether a hidden value has the right
 * type, or equals the stored one, must not be revealed.
 */
export function writableData(access: EntityAccess, given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([key]) => access.writable.has(key)));
}

/** The first missing permission on the record before, and after; null if none is missing. */
export type ChangeReach = { before: VerbWord | null; after: VerbWord | null };

/** By id; records whose version has changed meanwhile are left out. */
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

/** For each candidate, the first missing permission; null if none is missing. */
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

/** Throws PERMISSION_DENIED. */
export function requireReachesNew(missing: VerbWord | null): void {
  if (missing === null) return;
  const message = "This token cannot create a record with these values.";
  throw permissionDenied(message, { step: "new row scope", permission: missing });
}

type LimitedPermission = { verb: VerbWord; scope: PlannedFilter };

function limitedPermissions({ reach }: EntityAccess, permissions: VerbWord[]): LimitedPermission[] {
  return [...new Set(permissions)]
    .map((verb) => ({ verb, scope: reach(verb) }))
    .filter(({ scope }) => scope.kind !== "everything");
}

function scopesOf(limited: LimitedPermission[]): PlannedFilter[] {
  return limited.map(({ scope }) => scope);
}

function findMissing(limited: LimitedPermission[], inside: boolean[]): VerbWord | null {
  return limited.find((_, index) => inside[index] !== true)?.verb ?? null;
}
