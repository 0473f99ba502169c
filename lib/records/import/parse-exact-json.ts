/**
 * JSON text → value, refusing what PostgreSQL cannot hold and what a double would change, as the API does with bodies
 * (contract § 7). Nothing is silently altered.
 */
import { MAX_BODY_DEPTH } from "../../limits";
import type { JsonValue } from "../../model";
import { survivesAsDouble } from "./exact-number";

export type ExactJson = { value: JsonValue } | { refusal: string };

export function parseExactJson(text: string): ExactJson {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return { refusal: "this is not JSON." };
  }
  const refusal = findInexactNumber(text) ?? findUnstorable(value, 1);
  return refusal === undefined ? { value } : { refusal };
}

/** Up to 15 digits without an exponent survive for certain; only longer ones are worth the closer look. */
const MAYBE_INEXACT = /[\d.]{16}|\d[eE]/;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function findInexactNumber(text: string): string | undefined {
  if (!MAYBE_INEXACT.test(text)) return undefined;
  for (const [token] of text.matchAll(STRING_OR_NUMBER)) {
    if (!token.startsWith('"') && !survivesAsDouble(token))
      return `the number ${token.slice(0, 40)} cannot be kept exactly.`;
  }
  return undefined;
}

function findUnstorable(value: JsonValue, depth: number): string | undefined {
  if (typeof value === "string") return findUnstorableText(value);
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > MAX_BODY_DEPTH) return `lists and objects nest at most ${MAX_BODY_DEPTH} deep.`;
  for (const [key, item] of Object.entries(value)) {
    const refusal = findUnstorableText(key) ?? findUnstorable(item, depth + 1);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** PostgreSQL stores neither. */
export function findUnstorableText(text: string): string | undefined {
  if (text.includes("\0")) return "text cannot hold the character NUL.";
  return text.isWellFormed() ? undefined : "text cannot hold half of a surrogate pair.";
}
