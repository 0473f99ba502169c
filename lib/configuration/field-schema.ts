/** The members of one field in the organization file, by type. `rules/field.ts` checks what they mean together. */
import { z } from "zod";
import { WORD_PATTERN } from "../access/verbs";
import { MAX_EMAIL_LENGTH, MAX_URL_LENGTH } from "../limits";
import { CREATED_BY, FIELD_TYPES, type JsonValue, SYSTEM_FIELDS } from "../model";

/** Texts of the file that people see: labels, names, descriptions. */
export const shortText = z.string().min(1).max(200);
export const longText = z.string().max(2000);

/** Field keys and verbs appear in filters, sort orders and scopes, which use `:` and `,` as separators. */
export const word = z
  .string()
  .regex(WORD_PATTERN, "must start with a letter and have only letters, digits and _, 63 at most");

const RESERVED_KEYS: readonly string[] = [...SYSTEM_FIELDS, CREATED_BY];

const fieldKey = word
  .refine(
    (key) => !RESERVED_KEYS.includes(key),
    `must not be one of ${RESERVED_KEYS.join(", ")}: every record has them`,
  )
  .describe("The name of the field in the API.");

export const flag = z.boolean().optional();
const common = {
  key: fieldKey,
  was: word.optional().describe("The key that the field had until now: its values are kept under the new one."),
  label: shortText.optional().describe("Shown to people. Default: made from the key."),
  description: longText.optional(),
  required: flag.describe("Whether a record must have a value. Default: false."),
  readOnly: flag.describe("Never taken from callers. Default: false."),
  queryable: flag.describe("Whether filters and sort orders may name the field. Default: true; never for json."),
  searchable: flag.describe("Whether free-text search looks here. Default: true for text, email and url."),
  limitable: flag.describe("Whether a token can be limited to records by the values of this field. Default: false."),
  indexed: flag.describe("Keeps an index, for fields that filters and sort orders of large entities name."),
  unique: flag.describe("Whether two records may not have the same value: text, email, url, integer and decimal only."),
  readVerb: word.optional().describe("The verb that reading the field requires."),
  writeVerb: word.optional().describe("The verb that writing the field requires."),
  deprecated: z
    .strictObject({
      since: z.iso.date("must be a date, such as 2026-11-30").describe("Since when callers should not use it."),
      sunset: z.iso.date("must be a date, such as 2027-05-31").optional().describe("When it is removed."),
      use: word.optional().describe("The field that replaces it."),
    })
    .optional()
    .describe("The field is going to be removed: responses that have it say so in their headers."),
};

const optionValue = z.string().min(1).max(200);
const optionObject = z.strictObject({
  value: optionValue,
  label: shortText.optional(),
  was: optionValue
    .optional()
    .describe("The value that the option had until now: records that have it get the new one."),
});
const options = z
  .array(
    z.union([optionValue, optionObject], {
      error: 'must be a text of 1 to 200 characters, or {"value": …, "label": …}',
    }),
  )
  .min(1)
  .max(1000);

const textMembers = (longest: number) => ({
  default: z.string().optional(),
  maxLength: z.int().min(1).max(longest).optional().describe("In Unicode code points."),
});
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, 'must be a decimal in quotes, such as "12.50"');
const boundedMembers = <Value extends z.ZodType>(value: Value) => ({
  default: value.optional(),
  min: value.optional(),
  max: value.optional(),
});
const referredEntity = z.string().describe("The key of the entity pointed to.");
export const anyJson = z.custom<JsonValue>((value) => value !== undefined);

export const fieldSchema = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ ...common, type: z.literal("text"), ...textMembers(1_000_000) }),
    z.strictObject({ ...common, type: z.literal("email"), ...textMembers(MAX_EMAIL_LENGTH) }),
    z.strictObject({ ...common, type: z.literal("url"), ...textMembers(MAX_URL_LENGTH) }),
    z.strictObject({ ...common, type: z.literal("integer"), ...boundedMembers(z.int()) }),
    z.strictObject({ ...common, type: z.literal("number"), ...boundedMembers(z.number()) }),
    z.strictObject({ ...common, type: z.literal("decimal"), ...boundedMembers(decimal) }),
    z.strictObject({ ...common, type: z.literal("boolean"), default: z.boolean().optional() }),
    z.strictObject({ ...common, type: z.literal("date"), default: z.string().optional() }),
    z.strictObject({ ...common, type: z.literal("datetime"), default: z.string().optional() }),
    z.strictObject({ ...common, type: z.literal("select"), options, default: z.string().optional() }),
    z.strictObject({ ...common, type: z.literal("multiselect"), options, default: z.array(z.string()).optional() }),
    z.strictObject({ ...common, type: z.literal("reference"), entity: referredEntity }),
    z.strictObject({ ...common, type: z.literal("json"), default: anyJson.optional() }),
  ],
  { error: (issue) => (issue.code === "invalid_union" ? `must be one of ${FIELD_TYPES.join(", ")}` : undefined) },
);

export type FieldDocument = z.output<typeof fieldSchema>;

/** An option can be written as its value alone. */
export function membersOfOption(option: z.output<typeof options>[number]): z.output<typeof optionObject> {
  return typeof option === "string" ? { value: option } : option;
}
