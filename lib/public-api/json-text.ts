/**
 * JSON that is taken exactly as sent or not at all (contract § 7): nothing is repaired, cut or rounded on the way in.
 * Throws INVALID_BODY with the reason. Knows nothing of what the document should contain.
 */
import { ApiError } from "../errors";
import { MAX_BODY_DEPTH } from "../limits";
import type { JsonValue } from "../model";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function parseJson(bytes: Uint8Array): JsonValue {
  const text = decode(bytes);
  requireShallowAndExact(text);
  const value = parse(text);
  // Only an escape can smuggle in what UTF-8 itself forbids.
  if (text.includes("\\u")) requireStorableStrings(value);
  return value;
}

export function invalidBody(message: string, cause?: unknown): ApiError {
  return new ApiError("INVALID_BODY", message, { cause });
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw invalidBody("The body is not valid UTF-8.", cause);
  }
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw invalidBody("The body is not valid JSON.", cause);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Before parsing, so that neither depth nor a number's lost digits depend on the parser. One pass, whatever comes in. */
function requireShallowAndExact(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) {
      inString = true;
    } else if (isOpening(code)) {
      depth += 1;
      if (depth > MAX_BODY_DEPTH) throw invalidBody(`The body nests deeper than ${MAX_BODY_DEPTH}.`);
    } else if (isClosing(code)) {
      depth -= 1;
    } else if (isDigit(code)) {
      const end = endOfNumber(text, at);
      if (!survives(text.slice(at, end)))
        throw invalidBody("The body has a number that a double cannot hold exactly. Send it as a string.");
      at = end - 1;
    }
  }
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

function endOfNumber(text: string, start: number): number {
  NUMBER_REST.lastIndex = start;
  NUMBER_REST.exec(text);
  return NUMBER_REST.lastIndex;
}

/** Up to this many digits every integer and decimal comes back as it was written. */
const SAFE_DIGITS = 15;

/** Whether the number reads back as written. What is no number at all is left to the parser. */
function survives(literal: string): boolean {
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

function requireStorableStrings(value: JsonValue): void {
  if (typeof value === "string") requireStorable(value);
  else if (Array.isArray(value)) for (const item of value) requireStorableStrings(item);
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      requireStorable(key);
      requireStorableStrings(item);
    }
  }
}

function requireStorable(text: string): void {
  if (text.includes("\0")) throw invalidBody("The body has a NUL character, which cannot be stored.");
  if (!text.isWellFormed()) throw invalidBody("The body has half of a surrogate pair, which is no character.");
}
