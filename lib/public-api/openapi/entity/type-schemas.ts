/** Each field type in the document: the values that conditions compare with, that records have, and that a write accepts. */
import { deprecationText, type FieldView } from "../../../entities/view";
import { MAX_EMAIL_LENGTH, MAX_URL_LENGTH } from "../../../limits";
import type { FieldType, Option } from "../../../model";
import { DECIMAL_VALUE, INTEGER_VALUE, type Json, MOMENT_VALUE, optionSchema, orNull, UUID } from "./json-schema";

type TypeSchemas = {
  /** A single value that a condition can compare a field of this type with. */
  compared(options: readonly Option[]): Json;
  /** The value in a record that was read, which can be null. Only the type: the record can be older than today's options and limits. */
  read(options: readonly Option[]): Json;
  /** A value that can be written, other than null. */
  written(field: FieldView): Json;
  /** Excludes what does not count as a value for a required field: blank text and empty lists. The default excludes nothing. */
  filled?(written: Json): Json;
};

const EMAIL = "^[^\\s@]+@[^\\s@.]+(?:[.][^\\s@.]+)+$";
const WEB_ADDRESS = "^[Hh][Tt][Tt][Pp][Ss]?://\\S+$";
const FILLED = "\\S";

const TEXT = {
  compared: () => ({ type: "string" }),
  read: () => ({ type: ["string", "null"] }),
} satisfies Partial<TypeSchemas>;

/** Without bounds and options, the same value is compared and written. */
const plain = (value: Json, read: Json): TypeSchemas => ({
  compared: () => value,
  read: () => read,
  written: () => value,
});

export const TYPE_SCHEMAS: Record<FieldType, TypeSchemas> = {
  text: {
    ...TEXT,
    written: ({ maxLength }) => ({ type: "string", ...(maxLength === null ? {} : { maxLength }) }),
    filled: (written) => ({ ...written, pattern: FILLED }),
  },
  // Without `format`: validators accept only ASCII for `email` and `uri`, and would refuse https://münchen.test.
  email: {
    ...TEXT,
    written: ({ maxLength }) => ({ type: "string", pattern: EMAIL, maxLength: maxLength ?? MAX_EMAIL_LENGTH }),
  },
  url: {
    ...TEXT,
    written: ({ maxLength }) => ({ type: "string", pattern: WEB_ADDRESS, maxLength: maxLength ?? MAX_URL_LENGTH }),
  },
  integer: {
    compared: () => INTEGER_VALUE,
    read: () => ({ type: ["integer", "null"] }),
    written: ({ min, max }) =>
      min === null && max === null
        ? INTEGER_VALUE
        : { type: "integer", minimum: min ?? Number.MIN_SAFE_INTEGER, maximum: max ?? Number.MAX_SAFE_INTEGER },
  },
  number: {
    compared: () => ({ type: "number" }),
    read: () => ({ type: ["number", "null"] }),
    written: ({ min, max }) => ({
      type: "number",
      ...(min === null ? {} : { minimum: min }),
      ...(max === null ? {} : { maximum: max }),
    }),
  },
  decimal: plain(DECIMAL_VALUE, orNull(DECIMAL_VALUE)),
  boolean: plain({ type: "boolean" }, { type: ["boolean", "null"] }),
  date: plain({ type: "string", format: "date" }, { type: ["string", "null"], format: "date" }),
  datetime: plain(MOMENT_VALUE, { type: ["string", "null"], format: "date-time" }),
  reference: plain(UUID, { type: ["string", "null"], format: "uuid" }),
  select: {
    compared: oneOf,
    read: (options) => ({ anyOf: [...knownOrFormer(options), { type: "null" }] }),
    written: ({ options }) => oneOf(options),
    filled: ({ enum: values }) => optionSchema((values as string[]).filter((value) => value.trim() !== "")),
  },
  multiselect: {
    compared: oneOf,
    read: (options) => ({ type: ["array", "null"], items: { anyOf: knownOrFormer(options) } }),
    written: ({ options }) => ({ type: "array", items: oneOf(options), uniqueItems: true }),
    filled: (written) => ({ ...written, minItems: 1 }),
  },
  json: {
    compared: () => ({ type: "string" }),
    read: () => ({}),
    written: () => ({}),
    filled: () => ({
      not: { anyOf: [{ type: "null" }, { type: "string", pattern: "^\\s*$" }, { type: "array", maxItems: 0 }] },
    }),
  },
};

function oneOf(options: readonly Option[]): Json {
  return optionSchema(options.map(({ value }) => value));
}

/** A current option or, in a record older than the options, any other text. */
function knownOrFormer(options: readonly Option[]): Json[] {
  return [oneOf(options), { type: "string" }];
}

/** Only the type: records can be older than the current options and limits. */
export function readSchema(field: FieldView): Json {
  const schema = TYPE_SCHEMAS[field.type].read(field.options);
  return described(schema, [field.label, field.description], field);
}

export function described(schema: Json, said: (string | null)[], { deprecated, deprecation }: FieldView): Json {
  const sentences = [...said, deprecation && deprecationText(deprecation)].flatMap((sentence) => sentence || []);
  if (sentences.length === 0) return schema;
  const description = sentences.map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)).join(" ");
  return { description, ...(deprecated ? { deprecated } : {}), ...schema };
}
