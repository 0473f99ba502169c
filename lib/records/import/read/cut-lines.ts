/** Cuts a file into its lines while it streams by: one piece for each that is not blank. */
import { isBlank, Keeper, LINE_FEED, type Piece, withoutByteOrderMark } from "./piece";

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
