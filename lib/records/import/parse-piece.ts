/** The bytes of one record → the record. Whether its fields exist and their values fit is not asked here. */
import { isUtf8 } from "node:buffer";
import { MAX_BODY_BYTES } from "../../limits";
import type { JsonObject, JsonValue } from "../../model";
import { parseExactJson } from "./parse-exact-json";
import type { Piece } from "./piece";
import type { SourceLine } from "./source-line";

export function parsePiece({ line, bytes }: Piece): SourceLine {
  if (bytes === null) return { line, refusal: `a record has at most ${MAX_BODY_BYTES} bytes.` };
  if (!isUtf8(bytes)) return { line, refusal: "the text is not UTF-8." };
  const parsed = parseExactJson(bytes.toString());
  if ("refusal" in parsed) return { line, refusal: parsed.refusal };
  return isObject(parsed.value)
    ? { line, record: parsed.value }
    : { line, refusal: "a record is a JSON object, in curly brackets." };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
