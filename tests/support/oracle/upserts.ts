/** Upserts of generated batches, and the single request that each equals: a create or an update. */
import fc from "fast-check";
import type { JsonObject, JsonValue } from "@/lib/model";
import type { Ask } from "./ask";
import { acceptedValue } from "./data";
import { type EntityFile, type FieldFile, fieldIn, type ModelRecord, type Principal, type WorldFile } from "./file";
import { anyGoodData } from "./generate-asks";
import { anyAccepted } from "./generate-values";
import { rightsOf } from "./permissions";
import { compareValues, foldedLabel, sameLabel } from "./values";

/** `ifMatch` null: there must be no such record. Who sends it can query the field. */
export type Upsert = {
  endpoint: "upsert";
  entity: string;
  match: [field: string, value: JsonValue];
  ifMatch: "*" | null;
  data: JsonObject;
};

/** null where the entity has no field to match by. */
export function anyUpsert(entity: EntityFile): fc.Arbitrary<Upsert> | null {
  const fields = entity.fields.filter((field) => matchable(entity, field));
  if (fields.length === 0) return null;
  return fc.constantFrom(...fields).chain((field) =>
    fc.record({
      endpoint: fc.constant("upsert"),
      entity: fc.constant(entity.key),
      match: fc.tuple(
        fc.constant(field.key),
        anyAccepted(field).filter((value) => canMatch(field, value)),
      ),
      ifMatch: fc.constantFrom("*", "*", "*", null),
      data: anyGoodData({ ...entity, fields: entity.fields.filter((each) => each !== field) }),
    }),
  );
}

function matchable(entity: EntityFile, { key, unique, queryable, readVerb }: FieldFile): boolean {
  const isKey = unique === true || (entity.uniqueLabel === true && key === entity.labelField);
  return isKey && queryable !== false && readVerb === undefined;
}

/** A blank label does not count. */
function canMatch(field: FieldFile, value: JsonValue): boolean {
  return field.unique === true || foldedLabel(String(value)) !== "";
}

/** The same text for upserts that match by the same key. */
export function matchName(entity: EntityFile, { match: [key, value] }: Upsert): string {
  return JSON.stringify([key, fieldIn(entity, key)?.unique ? value : foldedLabel(String(value))]);
}

/** The record that has the value. */
export function ownerOf(records: ModelRecord[], entity: EntityFile, { match: [key, value] }: Upsert) {
  const field = fieldIn(entity, key);
  if (field === undefined) throw new Error(`${entity.key} has no field ${key}`);
  const stored = acceptedValue(field, value);
  const isSame = (own: JsonValue, other: JsonValue) =>
    field.unique ? compareValues(field.type, own, other) === 0 : sameLabel(String(own), String(other));
  const isStored = (own: JsonValue) => own !== null && stored !== undefined && stored !== null && isSame(own, stored);
  return records.find((record) => record.entity === entity.key && isStored(record.data[key] ?? null));
}

const NO_VERSION = '"00000000-0000-0000-0000-000000000000"';

/** `records`: as they are now. Records that the caller can neither see nor update do not exist for it. */
export function asSingle(upsert: Upsert, records: ModelRecord[], file: WorldFile, caller: Principal): Ask {
  const { entity, match, ifMatch, data } = upsert;
  const rights = rightsOf(file, caller, entity);
  const owner = rights === null ? undefined : ownerOf(records, rights.entity, upsert);
  if (owner === undefined || !(rights?.reaches("list", owner) || rights?.reaches("update", owner)))
    return { endpoint: "create", entity, body: { data: { ...data, [match[0]]: match[1] } } };
  return { endpoint: "update", entity, id: owner.id, ifMatch: ifMatch ?? NO_VERSION, body: { data } };
}
