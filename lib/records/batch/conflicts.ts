/**
 * Finds operations whose label or unique value conflicts. One query finds 500 conflicts; halving would take 1,000 statements.
 */
import type { EntityAccess } from "../../access/compile";
import { ApiError } from "../../errors";
import type { Field, JsonObject, JsonValue } from "../../model";
import type { Connection } from "../../postgres/connection";
import { duplicateLabel, duplicateValue } from "../../store/records/conflicts";
import type { WriteContext } from "../../store/records/write";
import { findByKey } from "../record-key";
import { foldLabel, uniqueText } from "../rules/derive";
import type { Run } from "./check-all";
import { keysIn, type Ready } from "./segments";

/** Maps conflicts to the refusal PostgreSQL would give, or one of its rank (contract § 1). Refused operations take no value. */
export async function findConflicts(
  { entity }: EntityAccess,
  { conflictFields }: Pick<WriteContext, "conflictFields">,
  group: Ready[],
  transaction: Connection,
): Promise<Map<Ready, ApiError>> {
  const taken = new Map<Ready, ApiError>();
  const guards: Guard[] = [];
  const addGuard = async (field: Field, refusal: ApiError) =>
    guards.push(await guardOf(entity.id, field, refusal, group, transaction));
  const label = entity.fields.get(entity.labelField);
  // The label is compared as such, even if its field is also unique.
  if (entity.uniqueLabel && label) await addGuard({ ...label, unique: false }, duplicateLabel(conflictFields.label));
  for (const field of entity.fields.values()) {
    const known = conflictFields.unique.find(({ key }) => key === field.key) ?? null;
    if (field.unique) await addGuard(field, duplicateValue(known));
  }
  for (const each of group) {
    const guard = guards.find((one) => isTaken(one, each));
    if (guard !== undefined) taken.set(each, guard.refusal);
    else for (const one of guards) take(one, each);
  }
  return taken;
}

/** `keys`: value before and after each operation; `stored`: values in records; `moved`: values that operations changed since. */
type Guard = {
  keys: ReadonlyMap<Ready, { before: string | null; after: string | null }>;
  stored: ReadonlySet<string | null>;
  moved: Map<string, "taken" | "free">;
  refusal: ApiError;
};

async function guardOf(
  entityId: string,
  field: Field,
  refusal: ApiError,
  group: Ready[],
  transaction: Connection,
): Promise<Guard> {
  const valueIn = (data: JsonObject): JsonValue => data[field.key] ?? null;
  const textOf = (value: JsonValue) => (field.unique ? uniqueText(field, value) : foldLabel(value));
  const keyOf = (value: JsonValue) => (value === null ? null : textOf(value));
  const keys = group.map((each) => {
    const before = each.kind === "create" ? null : keyOf(valueIn(each.stored.data));
    return [each, { before, after: keyOf(valueIn(each.data)) }] as const;
  });
  const values = group.map((each) => valueIn(each.data)).filter((value) => value !== null);
  const found = await findByKey(entityId, field, [...new Set(values)], transaction);
  return { keys: new Map(keys), stored: new Set([...found.keys()].map(keyOf)), moved: new Map(), refusal };
}

function isTaken({ keys, stored, moved }: Guard, each: Ready): boolean {
  const { before, after } = keys.get(each) ?? NONE;
  if (after === null || after === before) return false;
  return moved.has(after) ? moved.get(after) === "taken" : stored.has(after);
}

function take({ keys, moved }: Guard, each: Ready): void {
  const { before, after } = keys.get(each) ?? NONE;
  if (before !== null) moved.set(before, "free");
  if (after !== null) moved.set(after, "taken");
}

const NONE = { before: null, after: null };

/** Notes the values that an operation took. Only sent values and new records count; others would reveal hidden data. */
export function noteGiven({ access: { entity }, batch, given }: Run, ready: Ready): void {
  const operation = batch.operations[ready.index];
  const sent = operation !== undefined && "data" in operation ? operation.data : {};
  const fields = entity.uniqueFields.filter((key) => Object.hasOwn(sent, key));
  const keys = ready.kind === "create" ? ready.keys : keysIn(entity, ready.data, fields);
  for (const key of keys) given.set(key, ready.index);
}

/** Adds the index of the conflicting operation to the refusal, if the caller can know the field. */
export function withClash({ access: { entity }, given, refused }: Run, ready: Ready, refusal: ApiError): ApiError {
  const { code, message, details, reason, cause } = refusal;
  const field = details?.[0]?.field;
  if (code !== "DUPLICATE_LABEL" || field === undefined) return refusal;
  const earlier = keysIn(entity, ready.data, [field])
    .map((key) => given.get(key))
    .find((place) => place !== undefined && place < ready.index && !refused.has(place));
  return earlier === undefined ? refusal : new ApiError(code, message, { details, reason, cause, with: earlier });
}
