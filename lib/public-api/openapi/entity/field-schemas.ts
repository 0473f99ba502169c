/** The values of a field as JSON Schema. Only the type for reading: records can be older than the current options and limits. */
import { deprecationText, type FieldView } from "../../../entities/view";
import { MAX_FILTER_VALUES, MAX_MATCHED_LENGTH } from "../../../limits";
import { capitalized } from "../../../messages/cut-text";
import type { Field } from "../../../model";
import type { ValueForm } from "../../../query/filter/operators";
import { closed, type Json, orNull, tuple } from "./json-schema";
import { TYPE_SCHEMAS } from "./type-schemas";

export function readSchema(field: FieldView): Json {
  const schema = TYPE_SCHEMAS[field.type].read(field.options);
  return described(schema, [field.label, field.description, deprecationOf(field)], field);
}

/** `keys` are the fields by which a reference can be given. An update leaves the description to the record's schema. */
export function writeSchema(field: FieldView, op: "create" | "update", keys: readonly Field[] = []): Json {
  const said = op === "create" ? [field.label, field.description, defaultOf(field)] : [];
  const schema = keys.length === 0 ? writtenSchema(field) : keyedSchema(field, keys);
  return described(schema, [...said, boundsOf(field), deprecationOf(field)], field);
}

function writtenSchema(field: FieldView): Json {
  const { filled = (schema) => schema } = TYPE_SCHEMAS[field.type];
  return field.required ? filled(presentSchema(field)) : orNull(presentSchema(field));
}

/** An id, or a single field of the other record with its value. */
function keyedSchema(field: FieldView, keys: readonly Field[]): Json {
  const byKey = keys.map(({ key, type }) => closed({ [key]: TYPE_SCHEMAS[type].compared([]) }, [key]));
  return { anyOf: [presentSchema(field), ...byKey, ...(field.required ? [] : [{ type: "null" }])] };
}

/** A value that can be written, other than null. */
export function presentSchema(field: FieldView): Json {
  return TYPE_SCHEMAS[field.type].written(field);
}

/** The operands of operators that compare with values like `value`. */
export const OPERAND_SCHEMAS: Record<ValueForm, (value: Json) => Json> = {
  "single or null": orNull,
  single: (value) => value,
  text: () => ({ type: "string", maxLength: MAX_MATCHED_LENGTH }),
  list: (value) => ({ type: "array", items: value, minItems: 1, maxItems: MAX_FILTER_VALUES }),
  pair: (value) => tuple([value, value]),
  boolean: () => ({ type: "boolean" }),
};

/** Not as `default`: generators treat a property with a default as required. */
function defaultOf(field: FieldView): string | null {
  if (field.default === null) return null;
  return `Without it: ${JSON.stringify(field.default)}.`;
}

/** Only for decimals: they are strings, for which JSON Schema has no bounds. */
function boundsOf({ type, min, max }: FieldView): string | null {
  if (type !== "decimal" || (min === null && max === null)) return null;
  const bounds = [min === null ? null : `At least ${min}`, max === null ? null : `at most ${max}`];
  const text = bounds.filter((bound) => bound !== null).join(", ");
  return `${capitalized(text)}.`;
}

function deprecationOf({ deprecation }: FieldView): string | null {
  return deprecation === null ? null : deprecationText(deprecation);
}

function described(schema: Json, said: (string | null)[], { deprecated }: FieldView): Json {
  const sentences = said.flatMap((sentence) => sentence || []);
  if (sentences.length === 0) return schema;
  const description = sentences.map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)).join(" ");
  return { description, ...(deprecated ? { deprecated } : {}), ...schema };
}
