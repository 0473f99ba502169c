/** The JSON values of each field type (docs/configuration.md, Field types), and their one stored form. Bounds are checked elsewhere. */
import { MAX_DECIMAL_LENGTH } from "./limits";
import { wrongType } from "./messages/wrong-type";
import type { FieldType, JsonValue } from "./model";

type WireType = {
  /** Completes the sentence "… must be". */
  form: string;
  /** Returns the stored form of a non-null value, or undefined if it has another type. */
  parse(value: JsonValue): JsonValue | undefined;
};

const string = (value: JsonValue) => (typeof value === "string" ? value : undefined);

export const WIRE_TYPES: Record<FieldType, WireType> = {
  text: { form: "a string", parse: string },
  email: { form: "an e-mail address", parse: string },
  url: { form: "an http:// or https:// address", parse: string },
  select: { form: "one of the options", parse: string },
  reference: { form: "the id of a record", parse: string },
  integer: {
    form: "an integer",
    parse: (value) => (Number.isSafeInteger(value) ? withoutSignedZero(value as number) : undefined),
  },
  number: {
    form: "a number",
    parse: (value) => (typeof value === "number" && Number.isFinite(value) ? withoutSignedZero(value) : undefined),
  },
  decimal: {
    form: 'a decimal number in a string, such as "12.50"',
    parse: (value) => (isDecimal(value) ? value : undefined),
  },
  boolean: { form: "true or false", parse: (value) => (typeof value === "boolean" ? value : undefined) },
  date: {
    form: "a date: YYYY-MM-DD",
    parse: (value) => (typeof value === "string" && isDate(value) ? value : undefined),
  },
  datetime: {
    form: "a date and time with offset and at most milliseconds: 2026-01-31T12:00:00.000Z",
    parse: (value) => (typeof value === "string" ? parseDatetime(value) : undefined),
  },
  multiselect: {
    form: "a list of options",
    parse: (value) => (Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined),
  },
  json: { form: "a JSON value", parse: (value) => value },
};

/** Follows "… must be a date: YYYY-MM-DD": why the value is not valid, and how to send it. Empty if the form says it all. */
export function whyNoWireValue(type: FieldType, value: JsonValue): string {
  if (type === "integer" && Number.isInteger(value)) return `; integers end at ${Number.MAX_SAFE_INTEGER}`;
  const isTooLong = type === "decimal" && typeof value === "string" && value.length > MAX_DECIMAL_LENGTH;
  if (isTooLong) return `, of at most ${MAX_DECIMAL_LENGTH} characters`;
  if (namesNoDay(type, value)) return "; there is no such day";
  if (type === "datetime" && NO_TIME.test(String(value))) return "; there is no such time";
  if (type === "multiselect" && Array.isArray(value) && !value.every((item) => typeof item === "string"))
    return "; each item is a string";
  return wrongType(type, value);
}

/** An hour over 23, or a minute or second over 59. */
const NO_TIME = /^\d{4}-\d{2}-\d{2}[Tt](?:2[4-9]|[3-9]\d|\d{2}:[6-9]\d|\d{2}:\d{2}:[6-9]\d)/;

const DAY_FIRST = /^(\d{4}-\d{2}-\d{2})(?:[Tt]|$)/;

/** For example 2026-02-30: the form is right, but there is no such day. */
function namesNoDay(type: FieldType, value: JsonValue): boolean {
  if ((type !== "date" && type !== "datetime") || typeof value !== "string") return false;
  const [, day] = DAY_FIRST.exec(value) ?? [];
  return day !== undefined && !isDate(day);
}

/** -0 is 0 (contract § 7). */
function withoutSignedZero(value: number): number {
  return value === 0 ? 0 : value;
}

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

function isDecimal(value: JsonValue): value is string {
  return typeof value === "string" && value.length <= MAX_DECIMAL_LENGTH && DECIMAL.test(value);
}

/** Both must satisfy `isDecimal`. Returns a negative number, zero or a positive number. Exact: no doubles are involved. */
export function compareDecimals(left: string, right: string): number {
  const scale = Math.max(fractionOf(left).length, fractionOf(right).length);
  const difference = scaled(left, scale) - scaled(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function fractionOf(decimal: string): string {
  return decimal.split(".")[1] ?? "";
}

function scaled(decimal: string, scale: number): bigint {
  const [whole = "0"] = decimal.split(".");
  return BigInt(whole + fractionOf(decimal).padEnd(scale, "0"));
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  return parts !== null && isDay(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

function isDay(year: number, month: number, day: number): boolean {
  // PostgreSQL has no year 0.
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const lastDay = new Date(Date.UTC(2000, month, 0)).getUTCDate();
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 && !isLeapYear ? 28 : lastDay);
}

const DATETIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})0*)?)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Converts ISO 8601 with any offset to UTC with milliseconds; undefined for anything else. More digits are refused, not cut. */
export function parseDatetime(text: string): string | undefined {
  const parts = text.length <= 40 ? DATETIME.exec(text) : null;
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as number[];
  if (!isDay(year ?? 0, month ?? 0, day ?? 0) || (hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59)
    return undefined;
  const offset = parts[8] ?? "Z";
  const [offsetHours = 0, offsetMinutes = 0] = offset.slice(1).split(":").map(Number);
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const fraction = (parts[7] ?? "").padEnd(3, "0");
  const utc = new Date(
    `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6] ?? "00"}.${fraction}${offset.toUpperCase()}`,
  );
  const canonical = utc.toISOString();
  // An offset can move a moment out of the years 1 to 9999, within which text order and time order agree.
  return canonical.length === 24 && !canonical.startsWith("0000") ? canonical : undefined;
}
