/**
 * The values of each field type on the wire (docs/configuration.md, Field types): is a JSON value one of them, and what
 * is its one stored form. Types only; what a particular field demands beyond (options, bounds, length) is not asked here.
 */
import { MAX_DECIMAL_LENGTH } from "./limits";
import type { FieldType, JsonValue } from "./model";

/** The stored form of a value that is not null, or undefined where it is of another type. */
export function parseWireValue(type: FieldType, value: JsonValue): JsonValue | undefined {
  switch (type) {
    case "text":
    case "email":
    case "url":
    case "select":
    case "reference":
      return typeof value === "string" ? value : undefined;
    case "integer":
      return Number.isSafeInteger(value) ? withoutSignedZero(value as number) : undefined;
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? withoutSignedZero(value) : undefined;
    case "decimal":
      return isDecimal(value) ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "date":
      return typeof value === "string" && isDate(value) ? value : undefined;
    case "datetime":
      return typeof value === "string" ? parseDatetime(value) : undefined;
    case "multiselect":
      return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
    case "json":
      return value;
    default:
      return type satisfies never;
  }
}

/** What a value of the type looks like, to end the sentence "… must be". */
export const WIRE_FORM: Record<FieldType, string> = {
  text: "a string",
  email: "an e-mail address",
  url: "an http:// or https:// address",
  select: "one of the options",
  reference: "the id of a record",
  integer: "an integer between -9007199254740991 and 9007199254740991",
  number: "a number",
  decimal: 'a decimal number in a string, such as "12.50"',
  boolean: "true or false",
  date: "a date: YYYY-MM-DD",
  datetime: "a date and time with offset and at most milliseconds: 2026-01-31T12:00:00.000Z",
  multiselect: "a list of options",
  json: "a JSON value",
};

/** -0 is 0 (contract § 8). */
function withoutSignedZero(value: number): number {
  return value === 0 ? 0 : value;
}

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

function isDecimal(value: JsonValue): value is string {
  return typeof value === "string" && value.length <= MAX_DECIMAL_LENGTH && DECIMAL.test(value);
}

/** Both by `isDecimal`. Negative, zero or positive, exactly: no double is involved. */
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
  // PostgreSQL knows no year 0.
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const lastDay = new Date(Date.UTC(2000, month, 0)).getUTCDate();
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 && !isLeapYear ? 28 : lastDay);
}

const DATETIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})0*)?)?([Zz]|[+-]\d{2}:\d{2})$/;

/** ISO 8601 with any offset, as UTC with milliseconds; undefined for anything else. Digits below milliseconds are refused, not cut. */
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
  // An offset can push a moment out of the years 1 to 9999, where text order and time order agree.
  return canonical.length === 24 && !canonical.startsWith("0000") ? canonical : undefined;
}
