/** Splits a streamed JSON array into elements. `JSON.parse` checks each one, so that only a broken element is refused. */
import { isBlank, Keeper, LINE_FEED, type Piece, withoutByteOrderMark } from "./piece";

type BrokenOff = { line: number; reason: string };

export async function* cutArray(input: AsyncIterable<Buffer>): AsyncGenerator<Piece | BrokenOff> {
  const cutter = new ArrayCutter();
  for await (const chunk of withoutByteOrderMark(input)) {
    yield* cutter.push(chunk);
    if (cutter.brokenOff !== null) break;
  }
  cutter.end();
  if (cutter.brokenOff !== null) yield cutter.brokenOff;
}

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

class ArrayCutter {
  brokenOff: BrokenOff | null = null;

  private kept = new Keeper();
  private line = 1;
  /** Set at the first character that is not white space. */
  private begun = false;
  private startLine = 1;
  /** 0 outside the array, 1 directly inside it. */
  private depth = 0;
  private quoted = false;
  private escaped = false;
  private elements = 0;
  private ended = false;

  *push(chunk: Buffer): Generator<Piece> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === LINE_FEED) this.line += 1;
      if (this.quoted) this.readQuoted(byte);
      else if (this.depth === 0) {
        if (isBlank(byte)) continue;
        if (!this.begin(byte)) return;
        from = at + 1;
      } else if (this.depth === 1 && (byte === COMMA || byte === ARRAY_END)) {
        this.kept.add(chunk.subarray(from, at));
        from = at + 1;
        yield* this.element(byte);
      } else this.readInside(byte);
    }
    if (this.depth > 0) this.kept.add(chunk.subarray(from));
  }

  end(): void {
    if (this.ended || this.brokenOff !== null) return;
    this.brokenOff = { line: this.line, reason: this.depth === 0 ? NO_ARRAY : CUT_OFF };
  }

  private begin(byte: number): boolean {
    if (this.ended || byte !== ARRAY_START) {
      this.brokenOff = { line: this.line, reason: this.ended ? TEXT_AFTER : NO_ARRAY };
      return false;
    }
    this.depth = 1;
    return true;
  }

  /** Yields anything between two commas, even nothing; but `[]` has no element. */
  private *element(terminator: number): Generator<Piece> {
    const bytes = this.kept.take();
    const isNone = !this.begun && terminator === ARRAY_END && this.elements === 0;
    if (!isNone) yield { line: this.begun ? this.startLine : this.line, bytes };
    this.elements += 1;
    this.begun = false;
    if (terminator === COMMA) return;
    this.depth = 0;
    this.ended = true;
  }

  private readQuoted(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.quoted = false;
  }

  private readInside(byte: number): void {
    if (!this.begun && !isBlank(byte)) {
      this.begun = true;
      this.startLine = this.line;
    }
    if (byte === QUOTE) this.quoted = true;
    else if (byte === OBJECT_START || byte === ARRAY_START) this.depth += 1;
    else if ((byte === OBJECT_END || byte === ARRAY_END) && this.depth > 1) this.depth -= 1;
  }
}
