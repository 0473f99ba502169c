/** Splits a CSV stream into rows of cells, still as bytes. */
import { type Parser, parse } from "csv-parse";
import { MAX_BODY_BYTES } from "../../../limits";
import { withoutByteOrderMark } from "./piece";

/** `lastLine` is the line on which the row ends. */
export type CsvRow = { cells: Uint8Array[]; lastLine: number };

/** Throws CsvError, but only after all earlier rows were returned. */
export async function* csvRows(input: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
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
