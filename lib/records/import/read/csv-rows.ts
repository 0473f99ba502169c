/** A CSV file → its rows of cells, still bytes, while it streams by. csv-parse finds them; what they mean is not asked here. */
import { type Parser, parse } from "csv-parse";
import { MAX_BODY_BYTES } from "../../../limits";
import { withoutByteOrderMark } from "./piece";

/** `lastLine`: the line that the row ends on. */
export type CsvRow = { cells: Uint8Array[]; lastLine: number };

/** Throws CsvError, but not before every row that stands further up has been given. */
export async function* csvRows(input: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  let rows: CsvRow[] = [];
  const parser = parse({
    // Decoded by csv-parse, what is not UTF-8 would become U+FFFD without a word.
    encoding: null,
    relax_column_count: true,
    skip_empty_lines: true,
    // A quote that is never closed would swallow the rest of the file. Counts single cells only, since they are bytes.
    max_record_size: MAX_BODY_BYTES,
    // Taken here and not from the stream, which forgets its last rows when it fails.
    on_record: (cells: unknown, { lines }) => {
      rows.push({ cells: cells as Uint8Array[], lastLine: lines });
      return null;
    },
  });
  // The callbacks of `write` and `end` report it; without a listener it would end the process.
  parser.on("error", () => {});
  for await (const step of steps(withoutByteOrderMark(input), parser)) {
    const failure = await step();
    yield* rows;
    rows = [];
    if (failure) throw failure;
  }
}

type Step = () => Promise<Error | null | undefined>;

/** Feeding the parser, chunk by chunk. */
async function* steps(input: AsyncIterable<Buffer>, parser: Parser): AsyncGenerator<Step> {
  for await (const chunk of input) yield () => new Promise((resolve) => parser.write(chunk, resolve));
  yield () => new Promise((resolve) => parser.end(resolve));
}
