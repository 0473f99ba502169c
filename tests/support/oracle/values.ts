/** Values of the field types (docs/configuration.md, Field types): validity, comparison, and text without case. */
import type { FieldType, JsonValue } from "@/lib/model";

/** In its stored form; undefined where it is of another type. Options, bounds and lengths are not checked here. */
export function typedValue(type: FieldType, value: JsonValue): JsonValue | undefined {
  switch (type) {
    case "text":
    case "email":
    case "url":
    case "select":
    case "reference":
      return typeof value === "string" ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "integer":
      return Number.isSafeInteger(value) ? plusZero(Number(value)) : undefined;
    case "number":
      return typeof value === "number" ? plusZero(value) : undefined;
    case "decimal":
      return typeof value === "string" && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) ? value : undefined;
    case "date":
      return typeof value === "string" && isDay(value) ? value : undefined;
    case "datetime":
      return typeof value === "string" ? momentOf(value) : undefined;
    case "multiselect":
      return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
    case "json":
      return value;
  }
}

/** contract § 7: -0 is 0. */
function plusZero(value: number): number {
  return value === 0 ? 0 : value;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith("0000")) return false;
  const day = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function momentOf(text: string): string | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d{1,3})?)(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (parts === null || !isDay(String(parts[1]))) return undefined;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** Neither is null. Negative, zero or positive. */
export function compareValues(type: FieldType, left: JsonValue, right: JsonValue): number {
  switch (type) {
    case "integer":
    case "number":
    case "boolean":
      return Math.sign(Number(left) - Number(right));
    case "decimal":
      return compareDecimals(String(left), String(right));
    default:
      return compareCodePoints(String(left), String(right));
  }
}

/** contract § 6: text by Unicode code point. */
function compareCodePoints(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = Number(a[at]?.codePointAt(0)) - Number(b[at]?.codePointAt(0));
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(a.length - b.length);
}

/** Exact: both as whole numbers of the same unit. */
function compareDecimals(left: string, right: string): number {
  const digits = Math.max(...[left, right].map((decimal) => decimal.split(".")[1]?.length ?? 0));
  const units = ([left, right] as const).map((decimal) => {
    const [whole = "", fraction = ""] = decimal.split(".");
    return BigInt(whole + fraction.padEnd(digits, "0"));
  });
  const difference = (units[0] ?? 0n) - (units[1] ?? 0n);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** contract § 6: text matching ignores case. Letter by letter; the three sigmas are one letter. */
export function folded(text: string): string {
  return [...text].map((letter) => letter.toLowerCase().replace("ς", "σ")).join("");
}

/** contract § 6: search ignores accents as well. Those that the generated letters can have; ß and ı are as they are typed. */
export function bare(text: string): string {
  const letters = [...folded(text).normalize("NFD")].filter((letter) => letter !== "\u0301" && letter !== "\u0307");
  return letters.join("").replaceAll("ß", "ss").replaceAll("ı", "i");
}

/** contract § 7: labels are the same ignoring case, surrounding space and Unicode form. */
export function sameLabel(left: string, right: string): boolean {
  return foldedLabel(left) === foldedLabel(right);
}

/** Empty for a blank label. */
export function foldedLabel(label: string): string {
  return folded(label.normalize("NFC").trim()).normalize("NFC");
}
