/** Compiles one field of the file and fills in every default. */
import { MAX_EMAIL_LENGTH, MAX_INDEXED_TEXT_LENGTH, MAX_URL_LENGTH } from "../limits";
import type { Deprecation, Field, FieldType, JsonValue } from "../model";
import { WIRE_TYPES } from "../wire-types";
import { type FieldDocument, membersOfOption } from "./field-schema";

export function compileField(field: FieldDocument): Field {
  const initial: JsonValue = "default" in field ? (field.default ?? null) : null;
  return {
    key: field.key,
    label: field.label ?? labelFromKey(field.key),
    description: field.description ?? null,
    type: field.type,
    required: field.required ?? false,
    // Uses the stored form: a datetime with an offset becomes the same moment in UTC.
    default: WIRE_TYPES[field.type].parse(initial) ?? initial,
    readOnly: field.readOnly ?? false,
    queryable: field.type !== "json" && (field.queryable ?? true),
    searchable: field.searchable ?? isText(field.type),
    limitable: field.limitable ?? false,
    indexed: field.indexed ?? false,
    unique: field.unique ?? false,
    readVerb: field.readVerb ?? null,
    writeVerb: field.writeVerb ?? null,
    options:
      "options" in field
        ? field.options.map(membersOfOption).map(({ value, label = value }) => ({ value, label }))
        : [],
    reference: field.type === "reference" ? field.entity : null,
    min: "min" in field ? (field.min ?? null) : null,
    max: "max" in field ? (field.max ?? null) : null,
    maxLength: isTextDocument(field) ? (field.maxLength ?? defaultMaxLength(field)) : null,
    ...(field.deprecated === undefined ? {} : { deprecated: compileDeprecation(field.deprecated) }),
  };
}

function compileDeprecation({ since, sunset, use }: NonNullable<FieldDocument["deprecated"]>): Deprecation {
  return { since, sunset: sunset ?? null, use: use ?? null };
}

export function isText(type: FieldType): boolean {
  return type === "text" || type === "email" || type === "url";
}

type TextDocument = Extract<FieldDocument, { type: "text" | "email" | "url" }>;

function isTextDocument(field: FieldDocument): field is TextDocument {
  return isText(field.type);
}

function defaultMaxLength(field: TextDocument): number | null {
  const longest = { text: null, email: MAX_EMAIL_LENGTH, url: MAX_URL_LENGTH }[field.type];
  if (!field.indexed) return longest;
  return Math.min(longest ?? MAX_INDEXED_TEXT_LENGTH, MAX_INDEXED_TEXT_LENGTH);
}

/** Derives a label from a key: `closeDate` and `close_date` → `Close date`, `vatID` → `Vat ID`. */
export function labelFromKey(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .filter((word) => word !== "")
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
