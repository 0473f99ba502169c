/**
 * JSON that is taken exactly as written or not at all (contract § 7): nothing is repaired, cut or rounded on the way in.
 * The bodies of requests and the records of an import are both read here.
 */
import { MAX_BODY_DEPTH } from "./limits";
import type { JsonValue } from "./model";

/**
 * `fault` ends a sentence that begins with what was read: "The body …". `ownNumber` is how the last number is written that
 * stands directly in the document, and in nothing within it; its sign is not part of it.
 */
export type ExactJson = { value: JsonValue; ownNumber?: string | undefined } | { fault: string };

/** The fault of text that is no JSON at all; `json-fault.ts` finds where and why. */
export const NOT_JSON = "is not valid JSON.";

export function parseExactJson(text: string): ExactJson {
  const scanned = scan(text);
  if ("fault" in scanned) return scanned;
  let value: JsonValue;
  try {
    value = JSON.parse(text, SIGNED_ZERO.test(text) ? withoutSign : undefined) as JsonValue;
  } catch {
    return { fault: NOT_JSON };
  }
  // Only an escape can smuggle in what UTF-8 itself forbids.
  const fault = text.includes("\\u") ? findUnstorable(value) : null;
  return fault === null ? { value, ownNumber: scanned.ownNumber } : { fault };
}

/** What may be -0, or one inside a string. Few documents have either, and a parser with a reviver takes several times as long. */
const SIGNED_ZERO = /(?:^|[[:,\s])-0/;

/** -0 is 0 (contract § 8), as PostgreSQL stores it: a value that is sent again is then the same value. */
function withoutSign(_key: string, value: JsonValue): JsonValue {
  return value === 0 ? 0 : value;
}

/** PostgreSQL stores neither. Takes text that need not be JSON. */
export function findUnstorableText(text: string): string | null {
  if (text.includes("\0")) return "has a NUL character, which cannot be stored.";
  return text.isWellFormed() ? null : "has half of a surrogate pair, which is no character.";
}

function findUnstorable(value: JsonValue): string | null {
  if (typeof value === "string") return findUnstorableText(value);
  if (typeof value !== "object" || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const fault = findUnstorableText(key) ?? findUnstorable(item);
    if (fault !== null) return fault;
  }
  return null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Before parsing, so that neither depth nor a number's lost digits depend on the parser. One pass, whatever comes in. */
function scan(text: string): { ownNumber: string | undefined } | { fault: string } {
  let depth = 0;
  let inString = false;
  let ownNumber: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) {
      inString = true;
    } else if (isOpening(code)) {
      depth += 1;
      if (depth > MAX_BODY_DEPTH) return { fault: `nests deeper than ${MAX_BODY_DEPTH}.` };
    } else if (isClosing(code)) {
      depth -= 1;
    } else if (isDigit(code)) {
      const literal = numberAt(text, at);
      if (!survivesAsDouble(literal))
        return { fault: "has a number that a double cannot hold exactly. Send it as a string." };
      if (depth === 1) ownNumber = literal;
      at += literal.length - 1;
    }
  }
  return { ownNumber };
}

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const NUMBER_REST = /[\d.eE+-]*/y;

function numberAt(text: string, start: number): string {
  NUMBER_REST.lastIndex = start;
  NUMBER_REST.exec(text);
  return text.slice(start, NUMBER_REST.lastIndex);
}

/** Up to this many digits every integer and decimal comes back as it was written. */
const SAFE_DIGITS = 15;

/** Whether the number reads back as written. What is no number at all is left to whoever parses it. */
export function survivesAsDouble(literal: string): boolean {
  if (literal.length <= SAFE_DIGITS && !/[eE]/.test(literal)) return true;
  const value = Number(literal);
  if (Number.isNaN(value)) return true;
  return Number.isFinite(value) && significant(literal) === significant(String(value));
}

/** A number's digits without leading and trailing zeros, and the power of ten of the first: the same for equal numbers. */
function significant(literal: string): string {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().replace(/^[-+]/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return "0";
  const leadingZeros = (whole + fraction).length - digits.length;
  return `${withoutTrailingZeros(digits)}e${Number(exponent) + whole.length - leadingZeros}`;
}

/** By hand: a pattern would try again at each zero of a long row of them, and take hours over one number. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}
