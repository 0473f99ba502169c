/**
 * CSV → records. The header names fields; each cell is read as its field's type has it (parse-cell.ts). An empty cell is
 * null. Rows are found by csv-parse, which cannot go on after a broken quote: neither can we.
 */
import { pipeline, Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { MAX_BODY_BYTES } from "../../limits";
import type { Entity, JsonValue } from "../../model";
import { parseCell } from "./parse-cell";
import { IMPORT_MEMBERS } from "./record-members";
import { NOTHING_READ_AFTER, type SourceLine } from "./source-line";

type Row = { record: string[]; info: Info };

export async function* readCsv(input: AsyncIterable<Buffer>, entity: Entity): AsyncGenerator<SourceLine> {
  let header: string[] | null = null;
  try {
    for await (const row of rowsOf(input)) {
      if (header === null) {
        header = row.record.map((name) => name.trim());
        const refusal = findHeaderRefusal(header, entity);
        if (refusal !== undefined) return yield { line: 1, refusal: `${refusal} ${NOTHING_READ_AFTER}` };
      } else yield readRow(row, header, entity);
    }
  } catch (error) {
    if (error instanceof NotUtf8) return yield { line: error.line, refusal: `${error.message} ${NOTHING_READ_AFTER}` };
    if (!(error instanceof CsvError)) throw error;
    return yield {
      line: Number(error.lines),
      refusal: `${CSV_FAULTS[error.code] ?? error.message} ${NOTHING_READ_AFTER}`,
    };
  }
  if (header === null) yield { line: 1, refusal: "The file is empty. Its first line names the fields." };
}

const CSV_FAULTS: Partial<Record<CsvError["code"], string>> = {
  CSV_INVALID_CLOSING_QUOTE:
    'After a closing quote there is more text in the cell. A quote inside a cell is written "".',
  CSV_QUOTE_NOT_CLOSED: "A quote is opened here and never closed.",
  INVALID_OPENING_QUOTE:
    'A quote stands inside a cell that does not begin with one. Write "" and put the cell in quotes.',
  CSV_MAX_RECORD_SIZE: `A record has at most ${MAX_BODY_BYTES} bytes. Is there a quote that is never closed?`,
};

function rowsOf(input: AsyncIterable<Buffer>): AsyncIterable<Row> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // A quote that is never closed would swallow the rest of the file.
    max_record_size: MAX_BODY_BYTES,
  });
  // What fails is thrown to who reads the parser; the callback has nothing to add.
  pipeline(Readable.from(passUtf8(input)), parser, () => {});
  return parser;
}

function findHeaderRefusal(header: string[], entity: Entity): string | undefined {
  const known: readonly string[] = [...IMPORT_MEMBERS, ...entity.fields.keys()];
  const unknown = header.find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `The column "${unknown}" is no field of ${entity.key}. The first line names fields: ${known.join(", ")}.`;
  const twice = header.find((name, at) => header.indexOf(name) !== at);
  return twice === undefined ? undefined : `The column "${twice}" stands there twice.`;
}

function readRow({ record: cells, info }: Row, header: string[], entity: Entity): SourceLine {
  const lineBreaks = cells.reduce((count, cell) => count + cell.split("\n").length - 1, 0);
  const line = info.lines - lineBreaks;
  if (cells.length !== header.length)
    return { line, refusal: `There are ${cells.length} cells where the header has ${header.length}.` };
  const members: [string, JsonValue][] = [];
  for (const [at, name] of header.entries()) {
    const cell = cells[at] ?? "";
    const parsed = parseCell(cell, entity.fields.get(name)?.type ?? "text");
    if ("refusal" in parsed) return { line, refusal: `${name}: ${parsed.refusal}` };
    // An empty `id`, `created` or `updated` is one that is not given.
    if (parsed.value !== null || entity.fields.has(name)) members.push([name, parsed.value]);
  }
  return { line, record: Object.fromEntries(members) };
}

class NotUtf8 extends Error {
  constructor(readonly line: number) {
    super("The text is not UTF-8.");
  }
}

/** The chunks as they are, up to the first that is not UTF-8: csv-parse would put U+FFFD in its place without a word. */
async function* passUtf8(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  for await (const chunk of input) {
    requireUtf8(() => decoder.decode(chunk, { stream: true }), line);
    line += chunk.filter((byte) => byte === 0x0a).length;
    yield chunk;
  }
  requireUtf8(() => decoder.decode(), line);
}

function requireUtf8(decode: () => string, line: number): void {
  try {
    decode();
  } catch {
    throw new NotUtf8(line);
  }
}
