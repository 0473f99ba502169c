/** Reads records from CSV; the header names fields. An empty cell is null. Stops at a broken quote. */
import { isUtf8 } from "node:buffer";
import { CsvError } from "csv-parse";
import { sayRefusal } from "../../../json/exact-json";
import { MAX_BODY_BYTES } from "../../../limits";
import type { Entity, JsonValue } from "../../../model";
import { IMPORT_MEMBERS } from "../record-members";
import { type CsvRow, csvRows } from "./csv-rows";
import { parseCell } from "./parse-cell";
import { NOTHING_READ_AFTER, type SourceLine } from "./source-line";

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
const FAULTS: Partial<Record<CsvError["code"], { text: string; isOfRecord: boolean }>> = {
  CSV_INVALID_CLOSING_QUOTE: {
    text: 'After a closing quote there is more text in the cell. A quote inside a cell is written "".',
    isOfRecord: false,
  },
  INVALID_OPENING_QUOTE: {
    text: 'A quote stands inside a cell that does not begin with one. Write "" and put the cell in quotes.',
    isOfRecord: false,
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
const LINE_FEED = 0x0a;

function countLineBreaks(cell: Uint8Array): number {
  let count = 0;
  for (let at = cell.indexOf(LINE_FEED); at !== -1; at = cell.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}
