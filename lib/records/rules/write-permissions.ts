/** Says which permission on fields or records is missing (contract § 7). The write itself tests each again (`writeContext`). */
import type { EntityAccess } from "../../access/compile";
import { permissionDenied } from "../../access/require";
import type { ErrorDetail } from "../../errors";
import { groupBy } from "../../group-by";
import type { JsonObject, VerbWord } from "../../model";
import { type Candidate, type StoredRecord, testCandidates } from "../../store/records/stored";
import { testChanges } from "../../store/records/write";
import type { Work } from "../work";
import { MAX_SUGGESTED, unknownField } from "./validate";

/** Throws PERMISSION_DENIED for keys that the caller can read but not write. Returns what `writeVerbs` returns. */
export function requireWritable(access: EntityAccess, keys: string[]): VerbWord[] {
  // Other keys that are not writable count as unknown (`unknownKeys`).
  const denied = keys.filter((key) => access.readable.has(key) && !access.writable.has(key));
  if (denied.length > 0) {
    const isReadOnly = (key: string) => access.entity.fields.get(key)?.readOnly === true;
    const message = denied.every(isReadOnly)
      ? `Nobody can write ${denied.join(", ")} by the API: read-only. Leave it out.`
      : `This token can read but not write ${denied.join(", ")}. Leave it out.`;
    throw permissionDenied(message, { step: "fields", fields: denied });
  }
  return writeVerbs(access, keys);
}

/** Required even if the values do not change: a verb can be limited to some records. */
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

/** Only what the caller can write decides the response: whether a hidden value fits, or equals the stored one, must not show. */
export function writableData(access: EntityAccess, given: JsonObject): JsonObject {
  const isWritable = (key: string) => access.writable.has(key);
  if (Object.keys(given).every(isWritable)) return given;
  return Object.fromEntries(Object.entries(given).filter(([key]) => isWritable(key)));
}

/** The first missing permission on the record before, and after; null if none. */
export type ChangeReach = { before: VerbWord | null; after: VerbWord | null };

/** `verbs` are all that the change requires; `data` is the whole record after it. */
type TestedChange = { stored: Pick<StoredRecord, "id" | "version">; data: JsonObject; verbs: VerbWord[] };

/** Keyed by id; records whose version has changed meanwhile are left out. */
export async function reachOfChanges(
  { access, on }: Pick<Work, "access" | "on">,
  changes: TestedChange[],
): Promise<Map<string, ChangeReach>> {
  const reached = new Map<string, ChangeReach>();
  for (const { limited, scopes, some } of byPermissions(access, changes)) {
    if (limited.length === 0) {
      for (const { stored } of some) reached.set(stored.id, { before: null, after: null });
      continue;
    }
    const versions = some.map(({ stored: { id, version }, data }) => ({ id, version, data }));
    for (const { id, before, after } of await testChanges(access.entity.id, versions, scopes, on))
      reached.set(id, { before: findMissing(limited, before), after: findMissing(limited, after) });
  }
  return reached;
}

/** Throws PERMISSION_DENIED. */
export function requireReachesStored({ before }: ChangeReach): void {
  if (before === null) return;
  const message = "This token cannot make this change to this record.";
  throw permissionDenied(message, { step: "permission for this change", permission: before });
}

/** Throws PERMISSION_DENIED. */
export function requireReachesChanged(access: EntityAccess, { after }: ChangeReach): void {
  if (after === null) return;
  const message = `This token cannot change this record to these values.${limitOf(access)}`;
  throw permissionDenied(message, { step: "new row scope", permission: after });
}

/** The first missing permission of each candidate, or null. `verbs` are all that the create requires. */
export async function reachOfNew<Own extends Candidate & { verbs: VerbWord[] }>(
  { access, on }: Pick<Work, "access" | "on">,
  candidates: Own[],
): Promise<Map<Own, VerbWord | null>> {
  const reached = new Map<Own, VerbWord | null>();
  for (const { limited, scopes, some } of byPermissions(access, candidates)) {
    const tested = limited.length === 0 ? new Map<Own, boolean[]>() : await testCandidates(some, scopes, on);
    for (const candidate of some) reached.set(candidate, findMissing(limited, tested.get(candidate) ?? []));
  }
  return reached;
}

/** Throws PERMISSION_DENIED. */
export function requireReachesNew(access: EntityAccess, missing: VerbWord | null): void {
  if (missing === null) return;
  const message = `This token cannot create a record with these values.${limitOf(access)}`;
  throw permissionDenied(message, { step: "new row scope", permission: missing });
}

/** Only limits that the token can see anyway, and the same for every record and every missing permission. */
function limitOf({ entity: { key }, limitedTo }: EntityAccess): string {
  if (limitedTo.length === 0) return "";
  return ` It is limited to some records of this entity: GET /entities/${key} shows which, as limitedTo.`;
}

/** Groups items by required verbs, to test each group in one statement, with those of the verbs limited to some records. */
function byPermissions<Item extends { verbs: VerbWord[] }>({ reach }: EntityAccess, items: Item[]) {
  return [...groupBy(items, ({ verbs }) => verbs.join(" ")).values()].map((some) => {
    const verbs = [...new Set(some[0]?.verbs)];
    const limited = verbs.filter((verb) => reach(verb).kind !== "everything");
    return { some, limited, scopes: limited.map(reach) };
  });
}

function findMissing(limited: VerbWord[], inside: boolean[]): VerbWord | null {
  return limited.find((_, index) => inside[index] !== true) ?? null;
}
