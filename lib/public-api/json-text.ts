/** The bytes of a body → JSON, exact or refused. Knows nothing of what the document should contain. */
import { ApiError } from "../errors";
import { NOT_JSON, parseExactJson } from "../exact-json";
import { locateFault } from "../json-fault";
import type { JsonValue } from "../model";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export type Json = { value: JsonValue; ownNumber?: string | undefined };

/** Throws INVALID_BODY with the reason. */
export function parseJson(bytes: Uint8Array): Json {
  const text = decode(bytes);
  const parsed = parseExactJson(text);
  if ("fault" in parsed) throw invalidBody(`The body ${parsed.fault}${parsed.fault === NOT_JSON ? whereIn(text) : ""}`);
  return parsed;
}

function whereIn(text: string): string {
  const fault = locateFault(text);
  return fault === null ? "" : ` Line ${fault.line}, column ${fault.column}:${fault.hint}`;
}

export function invalidBody(message: string, cause?: unknown): ApiError {
  return new ApiError("INVALID_BODY", message, { cause });
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw invalidBody("The body is not valid UTF-8. Encode it as UTF-8, not as UTF-16 or Latin-1.", cause);
  }
}
