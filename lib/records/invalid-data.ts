/** The answer to data that breaks its fields' rules: it names the fields, and stays small whatever the data was. */
import { cutText, quoteText } from "../cut-text";
import { ApiError, type ErrorDetail } from "../errors";

/** A caller mends the first ones first. */
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
  const message = `The data is not valid: ${quoteText(first?.field ?? "")} ${ended(first?.message ?? "")}${also}`;
  return new ApiError("INVALID_BODY", message, { details: told, reason: { step, details: told } });
}

function shorten(key: string): string {
  return key.length > MAX_KEY_LENGTH ? `${cutText(key, MAX_KEY_LENGTH)}…` : key;
}

function ended(message: string): string {
  return message.endsWith("?") ? message : `${message}.`;
}
