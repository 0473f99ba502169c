/** The answer to data that breaks its fields' rules: it names the fields, and stays small whatever the data was. */
import { cutText } from "../cut-text";
import { ApiError, type ErrorDetail } from "../errors";

/** A caller mends the first ones first. */
const MAX_DETAILS = 100;
const MAX_NAMED = 10;
/** Longer than any field's key. */
const MAX_KEY_LENGTH = 100;

export function invalidData(details: ErrorDetail[], step: "validation" | "references"): ApiError {
  const told = details.slice(0, MAX_DETAILS).map(({ field, message }) => ({ field: shorten(field), message }));
  const names = told.slice(0, MAX_NAMED).map(({ field }) => field);
  const others = details.length - names.length;
  const list = others > 0 ? `${names.join(", ")} and ${others} more` : names.join(", ");
  const reason = { step, details: told };
  return new ApiError("INVALID_BODY", `The data is not valid: ${list}.`, { details: told, reason });
}

function shorten(key: string): string {
  return key.length > MAX_KEY_LENGTH ? `${cutText(key, MAX_KEY_LENGTH)}…` : key;
}
