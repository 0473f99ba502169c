/** The schemas of the bodies that create, update and batch records of one entity. */
import type { FieldView } from "../../../entities/view";
import { MAX_OPERATIONS } from "../../../limits";
import { capitalized } from "../../../messages/cut-text";
import type { Field } from "../../../model";
import { isDue } from "./entity-examples";
import { anyOf, closed, type Json, orNull, own, UUID } from "./json-schema";
import type { OfferedEntity } from "./offered-entity";
import { shared } from "./shared-schemas";
import { described, TYPE_SCHEMAS } from "./type-schemas";

export function createSchema(offered: OfferedEntity): Json {
  const given = offered.description.fields.filter(({ createable }) => createable);
  const required = given.filter(isDue).map(({ key }) => key);
  return closed(members(offered, given, "create"), required);
}

export function updateSchema(offered: OfferedEntity): Json {
  const given = offered.description.fields.filter(({ updateable }) => updateable);
  return closed(members(offered, given, "update"));
}

function members({ referenceKeys }: OfferedEntity, fields: readonly FieldView[], op: "create" | "update") {
  return Object.fromEntries(fields.map((field) => [field.key, writeSchema(field, op, referenceKeys.get(field.key))]));
}

/** `keys` are the fields by which a reference can be given. An update leaves the description to the record's schema. */
function writeSchema(field: FieldView, op: "create" | "update", keys: readonly Field[] = []): Json {
  const said = op === "create" ? [field.label, field.description, defaultOf(field)] : [];
  const schema = keys.length === 0 ? writtenSchema(field) : keyedSchema(field, keys);
  return described(schema, [...said, boundsOf(field)], field);
}

function writtenSchema(field: FieldView): Json {
  const { written, filled = (schema) => schema } = TYPE_SCHEMAS[field.type];
  return field.required ? filled(written(field)) : orNull(written(field));
}

/** An id, or a single field of the other record with its value. */
function keyedSchema(field: FieldView, keys: readonly Field[]): Json {
  const byKey = keys.map(({ key, type }) => closed({ [key]: TYPE_SCHEMAS[type].compared([]) }, [key]));
  return { anyOf: [TYPE_SCHEMAS[field.type].written(field), ...byKey, ...(field.required ? [] : [{ type: "null" }])] };
}

/** Not as `default`: generators treat a property with a default as required. */
function defaultOf(field: FieldView): string | null {
  return field.default === null ? null : `Without it: ${JSON.stringify(field.default)}.`;
}

/** Only for decimals: they are strings, for which JSON Schema has no bounds. */
function boundsOf({ type, min, max }: FieldView): string | null {
  if (type !== "decimal" || (min === null && max === null)) return null;
  const bounds = [min === null ? [] : `At least ${min}`, max === null ? [] : `at most ${max}`].flat();
  return `${capitalized(bounds.join(", "))}.`;
}

export function batchSchema(offered: OfferedEntity): Json {
  const { name, permissions, findable } = offered;
  const operations = [
    ...(permissions.create ? [operation("create", { data: own(name, "Create") })] : []),
    ...(permissions.update
      ? [operation("update", { id: UUID, ifMatch: shared("Version"), data: own(name, "Update") })]
      : []),
    ...(findable.length > 0 ? [upsertOperation(offered)] : []),
  ];
  return closed(
    {
      operations: { type: "array", items: anyOf(operations), minItems: 1, maxItems: MAX_OPERATIONS },
      atomic: shared("IsAtomic"),
      return: shared("Returned"),
    },
    ["operations"],
  );
}

function operation(op: string, properties: Record<string, Json>): Json {
  return closed({ op: { type: "string", const: op }, ...properties }, ["op", ...Object.keys(properties)]);
}

function upsertOperation(offered: OfferedEntity): Json {
  const matches = offered.findable.map((field) =>
    closed({ [field.key]: TYPE_SCHEMAS[field.type].written(field) }, [field.key]),
  );
  const match = { ...anyOf(matches), description: "The key of one unique field, and its value." };
  return operation("upsert", { match, ifMatch: shared("VersionOrNothing"), data: upsertData(offered) });
}

/** The data of an upsert: what either a create or an update accepts, which is usually the same as for an update. */
function upsertData(offered: OfferedEntity): Json {
  const { name, permissions, description } = offered;
  const given = description.fields.filter(({ createable, updateable }) => createable || updateable);
  const isUpdate = permissions.update && given.every(({ updateable }) => updateable);
  return isUpdate ? own(name, "Update") : closed(members(offered, given, "update"));
}
