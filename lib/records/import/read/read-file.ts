/** Supported formats, by file extension. */
import type { Entity } from "../../../model";
import { cutArray } from "./cut-array";
import { cutLines, NOTHING_READ_AFTER, parsePiece, type SourceLine } from "./piece";
import { readCsv } from "./read-csv";

/** Reads on demand, never the whole file at once. */
export type ReadFile = (input: AsyncIterable<Buffer>, entity: Entity) => AsyncGenerator<SourceLine>;

export const FORMATS = { ".json": readJson, ".ndjson": readNdjson, ".csv": readCsv } as const satisfies Record<
  string,
  ReadFile
>;

export function findReader(fileName: string): ReadFile | null {
  const name = fileName.toLowerCase();
  const ending = Object.keys(FORMATS).find((known) => name.endsWith(known)) as keyof typeof FORMATS | undefined;
  return ending === undefined ? null : FORMATS[ending];
}

async function* readNdjson(input: AsyncIterable<Buffer>): AsyncGenerator<SourceLine> {
  for await (const piece of cutLines(input)) yield parsePiece(piece);
}

async function* readJson(input: AsyncIterable<Buffer>): AsyncGenerator<SourceLine> {
  for await (const piece of cutArray(input)) {
    if ("reason" in piece) yield { line: piece.line, refusal: `${piece.reason} ${NOTHING_READ_AFTER}` };
    else yield parsePiece(piece);
  }
}
