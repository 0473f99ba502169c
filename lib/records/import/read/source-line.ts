import { isUtf8 } from "node:buffer";
import { parseExactJson, sayRefusal } from "../../../json/exact-json";
import { MAX_BODY_BYTES } from "../../../limits";
import type { JsonObject, JsonValue } from "../../../model";
import type { Piece } from "./piece";

/** Lines count from 1. */
export type SourceLine = { line: number; record: JsonObject } | { line: number; refusal: string };

/** Ends the text of a refusal after which a reader cannot find the next record. */
export const NOTHING_READ_AFTER = "Nothing after this line was read.";

/** Does not check whether the fields exist and the values fit. */
export function parsePiece({ line, bytes }: Piece): SourceLine {
  if (bytes === null) return { line, refusal: `the record has more than ${MAX_BODY_BYTES} bytes.` };
  if (!isUtf8(bytes)) return { line, refusal: "the record is not valid UTF-8." };
  const parsed = parseExactJson(bytes.toString());
  if ("fault" in parsed) return { line, refusal: `the record ${sayRefusal(parsed)}` };
  return isObject(parsed.value)
    ? { line, record: parsed.value }
    : { line, refusal: "the record is not a JSON object." };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
