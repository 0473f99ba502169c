/**
 * What a field's values are, as JSON Schema: as records have them, as writes can give them, and as conditions compare with
 * them. What is written and compared is strict. What is read tells the type alone: records may be older than the options,
 * bounds and demands of today.
 */
import type { FieldView } from "../../../entities/view";
import { MAX_EMAIL_LENGTH, MAX_FILTER_VALUES, MAX_MATCHED_LENGTH, MAX_URL_LENGTH } from "../../../limits";
import type { FieldType, Operator, Option } from "../../../model";
import { filled as fill, type TextTemplate } from "../text-template";
import { ANY_OPTIONS, optionsText, remembered } from "./entity-form";
import {
  DECIMAL_VALUE,
  INTEGER_VALUE,
  type JsonSchema,
  MOMENT_VALUE,
  optionSchema,
  orNull,
  tuple,
} from "./value-schemas";

const EMAIL = "^[^\\s@]+@[^\\s@.]+(?:[.][^\\s@.]+)+$";
const WEB_ADDRESS = "^[Hh][Tt][Tt][Pp][Ss]?://\\S+$";
/** Something that is no white space. */
const FILLED = "\\S";

/** The value of a record that was read, as JSON text. */
export function readSchema(field: FieldView): string {
  return described(formText("read", field, readForm), [field.label, field.description]);
}

/** A value that a create, or an update, can give, as JSON text. An update leaves it to the record to say what fields are for. */
export function writeSchema(field: FieldView, op: "create" | "update"): string {
  const said = op === "create" ? [field.label, field.description, defaultOf(field)] : [];
  return described(formText(field.required ? "required" : "optional", field, writtenForm), [...said, boundsOf(field)]);
}

type Use = "read" | "required" | "optional";

/** Most fields are alike but for options, and for what is said of them. Bounds are a field's own. */
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

/** By type, with options and without. */
type Forms = { with: Map<string, TextTemplate>; without: Map<string, TextTemplate> };
const FORMS: Record<Use, Forms> = {
  read: { with: new Map(), without: new Map() },
  required: { with: new Map(), without: new Map() },
  optional: { with: new Map(), without: new Map() },
};

function writtenForm(field: FieldView): JsonSchema {
  const form = presentSchema(field);
  return field.required ? filled(field, form) : orNull(form);
}

/** One value that a condition can compare a field of the type with. */
export function comparedSchema(type: FieldType, options: readonly Option[]): JsonSchema {
  switch (type) {
    case "integer":
      return INTEGER_VALUE;
    case "number":
      return { type: "number" };
    case "decimal":
      return DECIMAL_VALUE;
    case "boolean":
      return { type: "boolean" };
    case "date":
      return { type: "string", format: "date" };
    case "datetime":
      return MOMENT_VALUE;
    case "select":
    case "multiselect":
      return optionSchema(options.map(({ value }) => value));
    case "text":
    case "email":
    case "url":
    case "reference":
    case "json":
      return { type: "string" };
    default:
      return type satisfies never;
  }
}

/** What an operator takes where it compares with values like `value`. */
export function operandSchema(operator: Operator, value: JsonSchema): JsonSchema {
  switch (operator) {
    case "eq":
    case "neq":
      return orNull(value);
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return value;
    case "contains":
    case "not_contains":
    case "starts_with":
    case "ends_with":
      return { type: "string", maxLength: MAX_MATCHED_LENGTH };
    case "in":
    case "nin":
    case "any_of":
    case "all_of":
      return { type: "array", items: value, minItems: 1, maxItems: MAX_FILTER_VALUES };
    case "between":
      return tuple([value, value]);
    case "is_null":
      return { type: "boolean" };
    default:
      return operator satisfies never;
  }
}

function readForm({ type, options }: FieldView): JsonSchema {
  switch (type) {
    case "integer":
      return { type: ["integer", "null"] };
    case "number":
      return { type: ["number", "null"] };
    case "decimal":
      return orNull(DECIMAL_VALUE);
    case "boolean":
      return { type: ["boolean", "null"] };
    case "date":
      return { type: ["string", "null"], format: "date" };
    case "datetime":
      return { type: ["string", "null"], format: "date-time" };
    case "reference":
      return { type: ["string", "null"], format: "uuid" };
    case "select":
      return { anyOf: [...optionForms(options), { type: "null" }] };
    case "multiselect":
      return { type: ["array", "null"], items: { anyOf: optionForms(options) } };
    case "json":
      return {};
    default:
      return { type: ["string", "null"] };
  }
}

/** An option of today; or, of a record that is older than these, another. */
function optionForms(options: readonly Option[]): JsonSchema[] {
  return [optionSchema(options.map(({ value }) => value)), { type: "string" }];
}

/** A value that can be written, other than null. */
export function presentSchema({ type, options, min, max, maxLength }: FieldView): JsonSchema {
  const length = maxLength === null ? {} : { maxLength };
  const bounds = {
    ...(typeof min === "number" ? { minimum: min } : {}),
    ...(typeof max === "number" ? { maximum: max } : {}),
  };
  switch (type) {
    case "text":
      return { type: "string", ...length };
    // Without `format`: validators take `email` and `uri` for ASCII alone, and would refuse https://münchen.test.
    case "email":
      return { type: "string", pattern: EMAIL, maxLength: maxLength ?? MAX_EMAIL_LENGTH };
    case "url":
      return { type: "string", pattern: WEB_ADDRESS, maxLength: maxLength ?? MAX_URL_LENGTH };
    case "integer":
      return min === null && max === null
        ? INTEGER_VALUE
        : { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...bounds };
    case "number":
      return { type: "number", ...bounds };
    case "reference":
      return { type: "string", format: "uuid" };
    case "multiselect":
      return { type: "array", items: optionSchema(options.map(({ value }) => value)), uniqueItems: true };
    case "json":
      return {};
    default:
      return comparedSchema(type as FieldType, options);
  }
}

/** A blank text, an empty list and null are no value where one is required. */
function filled({ type }: FieldView, form: JsonSchema): JsonSchema {
  switch (type) {
    case "text":
      return { ...form, pattern: FILLED };
    case "select":
      return optionSchema((form.enum as string[]).filter((value) => value.trim() !== ""));
    case "multiselect":
      return { ...form, minItems: 1 };
    case "json":
      return {
        not: { anyOf: [{ type: "null" }, { type: "string", pattern: "^\\s*$" }, { type: "array", maxItems: 0 }] },
      };
    default:
      return form;
  }
}

/** Not as `default`: generators take a member that has one for required. */
function defaultOf(field: FieldView): string | null {
  if (field.default === null) return null;
  return `Without it: ${JSON.stringify(field.default)}.`;
}

/** Of a decimal, which is a string. */
function boundsOf({ type, min, max }: FieldView): string | null {
  if (type !== "decimal" || (min === null && max === null)) return null;
  const bounds = [min === null ? null : `At least ${min}`, max === null ? null : `at most ${max}`];
  const text = bounds.filter((bound) => bound !== null).join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** `schema`: JSON text of an object. */
function described(schema: string, said: (string | null)[]): string {
  let text = "";
  for (const sentence of said)
    if (sentence !== null && sentence !== "") text += text === "" ? ended(sentence) : ` ${ended(sentence)}`;
  if (text === "") return schema;
  return schema === "{}"
    ? `{"description":${JSON.stringify(text)}}`
    : `{"description":${JSON.stringify(text)},${schema.slice(1)}`;
}

const ENDS = ".!?…";

function ended(text: string): string {
  return ENDS.includes(text.charAt(text.length - 1)) ? text : `${text}.`;
}
