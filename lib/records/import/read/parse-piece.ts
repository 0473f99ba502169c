/** The bytes of one record → the record. Whether its fields exist and their values fit is not asked here. */
import { isUtf8 } from "node:buffer";
import { parseExactJson } from "../../../json/exact-json";
import { MAX_BODY_BYTES } from "../../../limits";
import type { JsonObject, JsonValue } from "../../../model";
import type { Piece } from "./piece";
import type { SourceLine } from "./source-line";

export function parsePiece({ line, bytes }: Piece): SourceLine {
  if (bytes === null) return { line, refusal: `the record has more than ${MAX_BODY_BYTES} bytes.` };
  if (!isUtf8(bytes)) return { line, refusal: "the record is not valid UTF-8." };
  const parsed = parseExactJson(bytes.toString());
  if ("fault" in parsed) return { line, refusal: `the record ${parsed.fault}` };
  return isObject(parsed.value)
    ? { line, record: parsed.value }
    : { line, refusal: "the record is not a JSON object." };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
