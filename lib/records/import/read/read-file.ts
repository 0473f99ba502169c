/** Supported formats, by file extension. */
import type { Entity } from "../../../model";
import { type BrokenOff, cutArray } from "./cut-array";
import { cutLines, NOTHING_READ_AFTER, type Piece, parsePiece, type SourceLine } from "./piece";
import { readCsv } from "./read-csv";

/** Reads on demand, never the whole file at once. */
export type ReadFile = (input: AsyncIterable<Buffer>, entity: Entity) => AsyncGenerator<SourceLine>;

export const FORMATS = {
  ".json": (input) => readPieces(cutArray(input)),
  ".ndjson": (input) => readPieces(cutLines(input)),
  ".csv": readCsv,
} as const satisfies Record<string, ReadFile>;

export function findReader(fileName: string): ReadFile | null {
  const name = fileName.toLowerCase();
  const [, read = null] = Object.entries(FORMATS).find(([ending]) => name.endsWith(ending)) ?? [];
  return read;
}

async function* readPieces(pieces: AsyncIterable<Piece | BrokenOff>): AsyncGenerator<SourceLine> {
  for await (const piece of pieces) {
    if ("reason" in piece) yield { line: piece.line, refusal: `${piece.reason} ${NOTHING_READ_AFTER}` };
    else yield parsePiece(piece);
  }
}
