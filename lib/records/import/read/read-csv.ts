/** Reads records from CSV; the header names fields. An empty cell is null. Stops at a broken quote. */
import { isUtf8 } from "node:buffer";
import { CsvError, type Parser, parse } from "csv-parse";
import { sayRefusal } from "../../../json/exact-json";
import { MAX_BODY_BYTES } from "../../../limits";
import type { Entity, JsonValue } from "../../../model";
import { IMPORT_MEMBERS } from "../to-operation";
import { parseCell } from "./parse-cell";
import { LINE_FEED, NOTHING_READ_AFTER, type SourceLine, withoutByteOrderMark } from "./piece";

export async function* readCsv(input: AsyncIterable<Buffer>, entity: Entity): AsyncGenerator<SourceLine> {
  let header: string[] | null = null;
  let lastLine = 0;
  try {
    for await (const row of csvRows(input)) {
      lastLine = row.lastLine;
      if (header !== null) yield readRow(row, header, entity);
      else {
        header = row.cells.map((name) => Buffer.from(name).toString().trim());
        const refusal = findHeaderRefusal(header, entity);
        if (refusal !== undefined) return yield { line: 1, refusal: `${refusal} ${NOTHING_READ_AFTER}` };
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const fault = FAULTS[error.code];
    const line = fault?.isOfRecord ? lastLine + 1 : Number(error.lines);
    return yield { line, refusal: `${fault?.text ?? error.message} ${NOTHING_READ_AFTER}` };
  }
  if (header === null) yield { line: 1, refusal: "The file is empty. Its first line names the fields." };
}

/** `isOfRecord`: reports the line where the record begins, not the one where csv-parse found the fault. */
const FAULTS: Partial<Record<CsvError["code"], { text: string; isOfRecord?: true }>> = {
  CSV_INVALID_CLOSING_QUOTE: {
    text: 'After a closing quote there is more text in the cell. A quote inside a cell is written "".',
  },
  INVALID_OPENING_QUOTE: {
    text: 'A quote stands inside a cell that does not begin with one. Write "" and put the cell in quotes.',
  },
  CSV_QUOTE_NOT_CLOSED: { text: "The record that begins here opens a quote and never closes it.", isOfRecord: true },
  CSV_MAX_RECORD_SIZE: {
    text: `The record that begins here has more than ${MAX_BODY_BYTES} bytes. Does it open a quote and never close it?`,
    isOfRecord: true,
  },
};

function findHeaderRefusal(header: string[], entity: Entity): string | undefined {
  const known: readonly string[] = [...IMPORT_MEMBERS, ...entity.fields.keys()];
  const unknown = header.find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `The column "${unknown}" is not a field of ${entity.key}. The first line names fields: ${known.join(", ")}.`;
  const twice = header.find((name, at) => header.indexOf(name) !== at);
  return twice === undefined ? undefined : `The column "${twice}" appears twice.`;
}

function readRow({ cells, lastLine }: CsvRow, header: string[], entity: Entity): SourceLine {
  const line = lastLine - cells.reduce((count, cell) => count + countLineBreaks(cell), 0);
  if (cells.reduce((size, cell) => size + cell.length, 0) > MAX_BODY_BYTES)
    return { line, refusal: `the record has more than ${MAX_BODY_BYTES} bytes.` };
  if (cells.length !== header.length)
    return { line, refusal: `the record has ${cells.length} cells, and the header ${header.length}.` };
  const members: [string, JsonValue][] = [];
  for (const [at, name] of header.entries()) {
    const cell = cells[at] ?? EMPTY;
    if (!isUtf8(cell)) return { line, refusal: `the record's ${name} is not valid UTF-8.` };
    const parsed = parseCell(Buffer.from(cell).toString(), entity.fields.get(name)?.type ?? "text");
    if ("fault" in parsed) return { line, refusal: `the record's ${name} ${sayRefusal(parsed)}` };
    // An empty `id`, `created` or `updated` counts as absent.
    if (parsed.value !== null || entity.fields.has(name)) members.push([name, parsed.value]);
  }
  return { line, record: Object.fromEntries(members) };
}

const EMPTY = new Uint8Array();

function countLineBreaks(cell: Uint8Array): number {
  let count = 0;
  for (let at = cell.indexOf(LINE_FEED); at !== -1; at = cell.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/** `lastLine` is the line on which the row ends. */
type CsvRow = { cells: Uint8Array[]; lastLine: number };

/** Throws CsvError, but only after all earlier rows were returned. */
async function* csvRows(input: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  let rows: CsvRow[] = [];
  const parser = parse({
    // If csv-parse decoded the text, invalid UTF-8 would silently become U+FFFD.
    encoding: null,
    relax_column_count: true,
    skip_empty_lines: true,
    // A quote that is never closed would swallow the rest of the file. The limit applies to each cell, since cells are bytes.
    max_record_size: MAX_BODY_BYTES,
    // Collected here instead of read from the stream, which loses its last rows when it fails.
    on_record: (cells: unknown, { lines }) => {
      rows.push({ cells: cells as Uint8Array[], lastLine: lines });
      return null;
    },
  });
  // The callbacks of `write` and `end` report the error; without a listener it would end the process.
  parser.on("error", () => {});
  for await (const step of steps(withoutByteOrderMark(input), parser)) {
    const failure = await step();
    yield* rows;
    rows = [];
    if (failure) throw failure;
  }
}

type Step = () => Promise<Error | null | undefined>;

async function* steps(input: AsyncIterable<Buffer>, parser: Parser): AsyncGenerator<Step> {
  for await (const chunk of input) yield () => new Promise((resolve) => parser.write(chunk, resolve));
  yield () => new Promise((resolve) => parser.end(resolve));
}
