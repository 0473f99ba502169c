/** Validates data against the entity's fields (contract § 7). Messages name the rule, never a stored value. */
import { ApiError, type ErrorDetail } from "../../errors";
import { MAX_EMAIL_LENGTH, MAX_URL_LENGTH } from "../../limits";
import { cutText, isLongerThan, quoteText } from "../../messages/cut-text";
import { closestName } from "../../messages/suggestion";
import type { Entity, Field, JsonObject, JsonValue } from "../../model";
import { compareDecimals, WIRE_TYPES, whyNoWireValue } from "../../wire-types";

type CheckedData = { data: JsonObject; details: ErrorDetail[] };

/** Values are returned in stored form. Reports unknown keys; does not check absent ones. */
export function checkData(entity: Entity, given: JsonObject): CheckedData {
  const details: ErrorDetail[] = [];
  const entries: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(given)) {
    const field = entity.fields.get(key);
    if (field === undefined) {
      details.push(unknownField(key, details.length < MAX_SUGGESTED ? entity.fields.keys() : []));
      continue;
    }
    const checked = checkFieldValue(field, value);
    if ("message" in checked) details.push({ field: key, message: checked.message });
    else entries.push([key, checked.value]);
  }
  return { data: Object.fromEntries(entries), details };
}

/** Adds every absent field, with its default if it has one. */
function completeData(entity: Entity, data: JsonObject): JsonObject {
  const entries = [...entity.fields.values()].map((field): [string, JsonValue] => [
    field.key,
    Object.hasOwn(data, field.key) ? (data[field.key] ?? null) : field.default,
  ]);
  return Object.fromEntries(entries);
}

/** Required fields that complete data leaves empty. */
export function missingFields(entity: Entity, data: JsonObject): ErrorDetail[] {
  return [...entity.fields.values()]
    .filter((field) => field.required && isEmpty(data[field.key]))
    .map((field) => ({ field: field.key, message: "is required" }));
}

/** Required fields that a change would leave empty. */
export function clearedFields(entity: Entity, given: JsonObject): ErrorDetail[] {
  return missingFields(entity, given).filter(({ field }) => Object.hasOwn(given, field));
}

export function checkNewData(entity: Entity, given: JsonObject): CheckedData {
  const checked = checkData(entity, given);
  const data = completeData(entity, checked.data);
  const wrong = new Set(checked.details.map((detail) => detail.field));
  const missing = missingFields(entity, data).filter((detail) => !wrong.has(detail.field));
  return { data, details: [...checked.details, ...missing] };
}

/** `known` are fields that the caller can find out anyway; the closest is suggested. */
export function unknownField(key: string, known: Iterable<string>): ErrorDetail {
  if (SERVICE_MEMBERS.includes(key)) return { field: key, message: `${NO_FIELD}: the service sets it, leave it out` };
  const meant = closestName(key, known);
  const suggestion = meant === null ? "" : `: did you mean ${meant}?`;
  return { field: key, message: `${NO_FIELD}${suggestion}` };
}

const NO_FIELD = "is not a field of this entity";

/** Properties of a record beside its data (spec: Record envelope). */
const SERVICE_MEMBERS = ["id", "entityKey", "created", "updated", "versionId", "createdBy"];
/** Finding a similar name takes time, and only the first few suggestions help. */
export const MAX_SUGGESTED = 10;

/** Returns the fault, or null. */
export function checkValue(field: Field, value: JsonValue): string | null {
  const checked = checkFieldValue(field, value);
  return "message" in checked ? checked.message : null;
}

function checkFieldValue(field: Field, value: JsonValue): { value: JsonValue } | { message: string } {
  if (value === null) return { value };
  const typed = WIRE_TYPES[field.type].parse(value);
  if (typed === undefined) return { message: `must be ${formOf(field)}${whyNoWireValue(field.type, value)}` };
  const message =
    formMessage(field, typed) ??
    optionMessage(field, typed) ??
    boundMessage(field, typed) ??
    lengthMessage(field, typed);
  return message === null ? { value: typed } : { message };
}

function formOf({ type, min, max, options }: Field): string {
  const isBounded = min !== null || max !== null;
  if (type === "integer" && isBounded) {
    return `an integer from ${min ?? Number.MIN_SAFE_INTEGER} to ${max ?? Number.MAX_SAFE_INTEGER}`;
  }
  if (type !== "select" && type !== "multiselect") return WIRE_TYPES[type].form;
  return `${WIRE_TYPES[type].form} (${options.map((option) => option.value).join(", ")})`;
}

/** Deliberately simple: anything stricter refuses existing addresses. The length is checked first, so it cannot run long. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

function formMessage(field: Field, value: JsonValue): string | null {
  if (typeof value !== "string") return null;
  if (field.type === "email" && (value.length > MAX_EMAIL_LENGTH || !EMAIL.test(value)))
    return `must be ${WIRE_TYPES.email.form}${whyNoWireValue(field.type, value)}`;
  if (field.type === "url" && !isWebAddress(value))
    return `must be ${WIRE_TYPES.url.form}${whyNoWireValue(field.type, value)}`;
  return null;
}

function isWebAddress(text: string): boolean {
  return text.length <= MAX_URL_LENGTH && /^https?:\/\/[^\s]+$/i.test(text) && isUrl(text);
}

/** Does not use `URL.canParse`, for the reason given in `http/target.ts`. */
function isUrl(text: string): boolean {
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}

function optionMessage(field: Field, value: JsonValue): string | null {
  if (field.type !== "select" && field.type !== "multiselect") return null;
  const chosen = Array.isArray(value) ? value : [value];
  const known = new Set<JsonValue>(field.options.map((option) => option.value));
  const wrong = chosen.findIndex((item) => !known.has(item));
  if (wrong >= 0) {
    const place = Array.isArray(value) ? `; item ${wrong} is none of them` : "";
    return `must be ${formOf(field)}${whyNoWireValue(field.type, value) || place}`;
  }
  return new Set(chosen).size < chosen.length ? "must name each option once" : null;
}

function boundMessage(field: Field, value: JsonValue): string | null {
  if (field.min !== null && isBelow(field, value, field.min)) return `must be at least ${field.min}`;
  if (field.max !== null && isBelow(field, field.max, value)) return `must be at most ${field.max}`;
  return null;
}

function isBelow(field: Field, left: JsonValue, right: JsonValue): boolean {
  if (field.type === "decimal") return compareDecimals(String(left), String(right)) < 0;
  return Number(left) < Number(right);
}

function lengthMessage(field: Field, value: JsonValue): string | null {
  if (field.maxLength === null || typeof value !== "string") return null;
  return isLongerThan(value, field.maxLength) ? `must have at most ${field.maxLength} characters` : null;
}

export function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}

/** More details would not help: callers fix the first ones first. */
const MAX_DETAILS = 100;
const MAX_NAMED = 10;
/** Longer than any field's key. */
const MAX_KEY_LENGTH = 100;

export function invalidData(details: ErrorDetail[], step: "validation" | "references"): ApiError {
  const told = details.slice(0, MAX_DETAILS).map(({ field, message }) => ({ field: shorten(field), message }));
  const [first, ...rest] = told;
  const others = details.length - 1;
  const names = rest.slice(0, MAX_NAMED).map(({ field }) => quoteText(field));
  const more = others > names.length ? ` and ${others - names.length} more` : "";
  const also = others > 0 ? ` Also not valid: ${names.join(", ")}${more}; see details.` : "";
  const fault = first?.message ?? "";
  const end = fault.endsWith("?") ? "" : ".";
  const where = fault === NO_FIELD ? " GET /entities/:entityKey lists them." : "";
  const message = `The data is not valid: ${quoteText(first?.field ?? "")} ${fault}${end}${where}${also}`;
  return new ApiError("INVALID_BODY", message, { details: told, reason: { step, details: told } });
}

function shorten(key: string): string {
  return key.length > MAX_KEY_LENGTH ? `${cutText(key, MAX_KEY_LENGTH)}…` : key;
}
