/** What every reader of a file yields, whatever the format. */
import { isUtf8 } from "node:buffer";
import { parseExactJson } from "../../../json/exact-json";
import { MAX_BODY_BYTES } from "../../../limits";
import type { JsonObject, JsonValue } from "../../../model";
import type { Piece } from "./piece";

/** One record as it stands in the file, or why there is none at this place. Lines count from 1. */
export type SourceLine = { line: number; record: JsonObject } | { line: number; refusal: string };

/** Ends the text of a refusal after which a reader cannot find the next record. */
export const NOTHING_READ_AFTER = "Nothing after this line was read.";

/** Whether the fields exist and the values fit is not asked here. */
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
