/** Collects the bytes of one record, and parses them. Separators are ASCII, which never occurs inside other UTF-8 characters. */
import { isUtf8 } from "node:buffer";
import { parseExactJson, sayRefusal } from "../../../json/exact-json";
import { MAX_BODY_BYTES } from "../../../limits";
import type { JsonObject, JsonValue } from "../../../model";

/** `bytes` is null if the record is larger than a body of the API: such a record is skipped, not kept in memory. */
export type Piece = { line: number; bytes: Buffer | null };

export const LINE_FEED = 0x0a;
const BLANK = new Set([0x20, 0x09, 0x0d, LINE_FEED]);
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export const isBlank = (byte: number): boolean => BLANK.has(byte);

/** Collects the bytes of one record across chunks, up to the limit. */
export class Keeper {
  private parts: Buffer[] = [];
  private size = 0;

  add(part: Buffer): void {
    this.size += part.length;
    if (this.size <= MAX_BODY_BYTES) this.parts.push(part);
    else this.parts = [];
  }

  take(): Buffer | null {
    const bytes = this.size <= MAX_BODY_BYTES ? Buffer.concat(this.parts) : null;
    this.parts = [];
    this.size = 0;
    return bytes;
  }
}

/** Some editors write one at the start of a file; it is not part of a record. */
export async function* withoutByteOrderMark(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of input) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < BYTE_ORDER_MARK.length) continue;
    yield BYTE_ORDER_MARK.every((byte, at) => head?.[at] === byte) ? head.subarray(BYTE_ORDER_MARK.length) : head;
    head = null;
  }
  if (head !== null) yield head;
}

/** Skips blank lines. */
export async function* cutLines(input: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const kept = new Keeper();
  let line = 1;
  for await (const chunk of withoutByteOrderMark(input)) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      kept.add(chunk.subarray(from, end));
      yield* unlessBlank({ line, bytes: kept.take() });
      line += 1;
      from = end + 1;
    }
    kept.add(chunk.subarray(from));
  }
  yield* unlessBlank({ line, bytes: kept.take() });
}

function* unlessBlank(piece: Piece): Generator<Piece> {
  if (piece.bytes === null || !piece.bytes.every(isBlank)) yield piece;
}

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
