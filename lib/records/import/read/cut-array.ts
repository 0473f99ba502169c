/** Splits a streamed JSON array into elements. `JSON.parse` checks each one, so that only a broken element is refused. */
import { isBlank, Keeper, LINE_FEED, type Piece, withoutByteOrderMark } from "./piece";

export type BrokenOff = { line: number; reason: string };

const NO_ARRAY = "A .json file holds one array of records. For one record per line, name the file .ndjson.";
const TEXT_AFTER = "There is text after the end of the array.";
const CUT_OFF = "The file ends inside the array: it seems to be cut off.";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const ARRAY_START = 0x5b;
const ARRAY_END = 0x5d;
const OBJECT_START = 0x7b;
const OBJECT_END = 0x7d;

/** Yields anything between two commas, even nothing; but `[]` has no element. */
export async function* cutArray(input: AsyncIterable<Buffer>): AsyncGenerator<Piece | BrokenOff> {
  const kept = new Keeper();
  let line = 1;
  /** 0 before the first character of an element that is not white space. */
  let startLine = 0;
  /** 0 outside the array, 1 directly inside it. */
  let depth = 0;
  let elements = 0;
  let ended = false;
  let text: "none" | "open" | "escaped" = "none";
  for await (const chunk of withoutByteOrderMark(input)) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === LINE_FEED) line += 1;
      if (text !== "none") text = text === "escaped" ? "open" : afterByte(byte);
      else if (depth === 0) {
        if (isBlank(byte)) continue;
        if (ended || byte !== ARRAY_START) return yield { line, reason: ended ? TEXT_AFTER : NO_ARRAY };
        depth = 1;
        from = at + 1;
      } else if (depth === 1 && (byte === COMMA || byte === ARRAY_END)) {
        kept.add(chunk.subarray(from, at));
        from = at + 1;
        const bytes = kept.take();
        if (startLine > 0 || byte === COMMA || elements > 0) yield { line: startLine || line, bytes };
        elements += 1;
        startLine = 0;
        ended = byte === ARRAY_END;
        if (ended) depth = 0;
      } else {
        if (startLine === 0 && !isBlank(byte)) startLine = line;
        if (byte === QUOTE) text = "open";
        else if (byte === OBJECT_START || byte === ARRAY_START) depth += 1;
        else if ((byte === OBJECT_END || byte === ARRAY_END) && depth > 1) depth -= 1;
      }
    }
    if (depth > 0) kept.add(chunk.subarray(from));
  }
  if (!ended) yield { line, reason: depth === 0 ? NO_ARRAY : CUT_OFF };
}

/** Within a text. */
function afterByte(byte: number): "none" | "open" | "escaped" {
  return byte === QUOTE ? "none" : byte === BACKSLASH ? "escaped" : "open";
}
