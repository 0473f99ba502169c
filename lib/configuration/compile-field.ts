/** One field of the file → the field that the system works with, every default spelt out. */
import { MAX_EMAIL_LENGTH, MAX_INDEXED_TEXT_LENGTH, MAX_URL_LENGTH } from "../limits";
import type { Field, FieldType, JsonValue, Option } from "../model";
import { parseWireValue } from "../wire-types";
import type { FieldDocument } from "./field-schema";
import { labelFromKey } from "./label";

export function compileField(field: FieldDocument): Field {
  return {
    key: field.key,
    label: field.label ?? labelFromKey(field.key),
    description: field.description ?? null,
    type: field.type,
    required: field.required ?? false,
    default: "default" in field ? storedForm(field.type, field.default ?? null) : null,
    readOnly: field.readOnly ?? false,
    queryable: field.type !== "json" && (field.queryable ?? true),
    searchable: field.searchable ?? isText(field.type),
    indexed: field.indexed ?? false,
    readVerb: field.readVerb ?? null,
    writeVerb: field.writeVerb ?? null,
    options: "options" in field ? field.options.map(compileOption) : [],
    reference: field.type === "reference" ? field.entity : null,
    min: "min" in field ? (field.min ?? null) : null,
    max: "max" in field ? (field.max ?? null) : null,
    maxLength: isTextDocument(field) ? (field.maxLength ?? defaultMaxLength(field)) : null,
  };
}

/** As a record keeps it: a moment with an offset becomes the same moment in UTC. */
function storedForm(type: FieldType, value: JsonValue): JsonValue {
  return parseWireValue(type, value) ?? value;
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

function compileOption(option: string | { value: string; label?: string | undefined }): Option {
  if (typeof option === "string") return { value: option, label: option };
  return { value: option.value, label: option.label ?? option.value };
}
