/**
 * The values of a field as JSON Schema: in records, in writes and in conditions. Schemas for writes and conditions are strict.
 * Schemas for reading give only the type, because a record can be older than the current options, limits and requirements.
 */
import { deprecationText, type FieldView } from "../../../entities/view";
import { MAX_FILTER_VALUES, MAX_MATCHED_LENGTH } from "../../../limits";
import type { Field, FieldType, Operator } from "../../../model";
import { VALUE_FORMS } from "../../../query/filter/operators";
import { filled as fill, type TextTemplate } from "../text-template";
import { ANY_OPTIONS, closed, optionsText, remembered } from "./entity-form";
import { TYPE_SCHEMAS } from "./type-schemas";
import { type JsonSchema, orNull, tuple } from "./value-schemas";

/** The value in a record that was read, as JSON text. */
export function readSchema(field: FieldView): string {
  return described(formText("read", field, readForm), [field.label, field.description, deprecationOf(field)], field);
}

/**
 * A value that a create or an update accepts, as JSON text. For an update, the description of the field is left to the record's
 * schema. `keys` are the fields by which a reference can be given.
 */
export function writeSchema(field: FieldView, op: "create" | "update", keys: readonly Field[] = []): string {
  const said = op === "create" ? [field.label, field.description, defaultOf(field)] : [];
  const form =
    keys.length === 0
      ? formText(field.required ? "required" : "optional", field, writtenForm)
      : JSON.stringify(keyedForm(field, keys));
  return described(form, [...said, boundsOf(field), deprecationOf(field)], field);
}

/** An id, or a single field of the other record with its value. */
function keyedForm(field: FieldView, keys: readonly Field[]): JsonSchema {
  const byKey = keys.map(({ key, type }) => closed({ [key]: TYPE_SCHEMAS[type].compared([]) }, [key]));
  return { anyOf: [presentSchema(field), ...byKey, ...(field.required ? [] : [{ type: "null" }])] };
}

type Use = "read" | "required" | "optional";

/**
 * Most fields differ only in their options and descriptions, so they share templates. Fields with bounds get their own schema.
 */
function formText(use: Use, field: FieldView, formOf: (field: FieldView) => JsonSchema): string {
  const { type, options, min, max, maxLength } = field;
  const hasBounds = min !== null || max !== null || maxLength !== null;
  if ((use !== "read" && hasBounds) || options.some(({ value }) => value.trim() === ""))
    return JSON.stringify(formOf(field));
  if (options.length === 0)
    return fill(
      remembered(FORMS[use].without, type, () => formOf(field)),
      {},
    );
  const form = remembered(FORMS[use].with, type, () => formOf({ ...field, options: [...ANY_OPTIONS] }));
  return fill(form, { options: optionsText(options) });
}

/** Templates by type, for fields with and without options. */
type Forms = { with: Map<string, TextTemplate>; without: Map<string, TextTemplate> };
const FORMS: Record<Use, Forms> = {
  read: { with: new Map(), without: new Map() },
  required: { with: new Map(), without: new Map() },
  optional: { with: new Map(), without: new Map() },
};

function readForm(field: FieldView): JsonSchema {
  return schemasOf(field).read(field.options);
}

function writtenForm(field: FieldView): JsonSchema {
  const { written, filled = (form) => form } = schemasOf(field);
  const form = written(field);
  return field.required ? filled(form) : orNull(form);
}

/** A value that can be written, other than null. */
export function presentSchema(field: FieldView): JsonSchema {
  return schemasOf(field).written(field);
}

function schemasOf({ type }: FieldView) {
  return TYPE_SCHEMAS[type as FieldType];
}

/** The operand of an operator that compares with values like `value`. */
export function operandSchema(operator: Operator, value: JsonSchema): JsonSchema {
  const form = VALUE_FORMS[operator];
  switch (form) {
    case "single or null":
      return orNull(value);
    case "single":
      return value;
    case "text":
      return { type: "string", maxLength: MAX_MATCHED_LENGTH };
    case "list":
      return { type: "array", items: value, minItems: 1, maxItems: MAX_FILTER_VALUES };
    case "pair":
      return tuple([value, value]);
    case "boolean":
      return { type: "boolean" };
    default:
      return form satisfies never;
  }
}

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
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function deprecationOf({ deprecation }: FieldView): string | null {
  return deprecation === null ? null : deprecationText(deprecation);
}

/** `schema` is the JSON text of an object. */
function described(schema: string, said: (string | null)[], { deprecated }: FieldView): string {
  let text = "";
  for (const sentence of said)
    if (sentence !== null && sentence !== "") text += text === "" ? ended(sentence) : ` ${ended(sentence)}`;
  if (text === "") return schema;
  const own = `"description":${JSON.stringify(text)}${deprecated ? ',"deprecated":true' : ""}`;
  return schema === "{}" ? `{${own}}` : `{${own},${schema.slice(1)}`;
}

const ENDS = ".!?…";

function ended(text: string): string {
  return ENDS.includes(text.charAt(text.length - 1)) ? text : `${text}.`;
}
