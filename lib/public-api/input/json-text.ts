/** The bytes of a body → JSON, exact or refused. Knows nothing of what the document should contain. */
import { isUtf8 } from "node:buffer";
import { ApiError } from "../../errors";
import { type Bounds, type ExactJson, NOT_JSON, parseExactJson, parseExactJsonInTurns } from "../../json/exact-json";
import { locateFault, locatePosition } from "../../json/json-fault";
import type { JsonValue } from "../../model";

/** Read within a millisecond, whatever it says. */
const SHORT_BYTES = 8 * 1024;

export type Json = { value: JsonValue; ownNumber?: string | undefined };

/** Throws, or rejects with, INVALID_BODY and the reason. A long body is read in several turns of the event loop. */
export function parseJson(bytes: Buffer, bounds?: Bounds): Json | Promise<Json> {
  if (!isUtf8(bytes)) throw invalidBody("The body is not valid UTF-8. Encode it as UTF-8, not as UTF-16 or Latin-1.");
  const text = bytes.toString();
  if (bytes.length <= SHORT_BYTES) return requireExact(text, parseExactJson(text));
  return parseExactJsonInTurns(text, bounds).then((parsed) => requireExact(text, parsed));
}

function requireExact(text: string, parsed: ExactJson): Json {
  if ("fault" in parsed) throw invalidBody(`The body ${parsed.fault}${whereIn(text, parsed)}`);
  return parsed;
}

/** The sentence that says where text stops being JSON; of a short one also what probably happened there. */
function whereIn(text: string, { fault, at = 0 }: Extract<ExactJson, { fault: string }>): string {
  if (fault !== NOT_JSON) return "";
  const found = text.length <= SHORT_BYTES ? locateFault(text) : { ...locatePosition(text, at), hint: "" };
  return found === null
    ? ""
    : ` Line ${found.line}, column ${found.column}${found.hint === "" ? "." : `:${found.hint}`}`;
}

export function invalidBody(message: string, cause?: unknown): ApiError {
  return new ApiError("INVALID_BODY", message, { cause });
}
