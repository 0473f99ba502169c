/** Writes a long body piece by piece, and frees the memory of each once the socket has taken it. */
import type { Release } from "../semaphore";

/**
 * Consumes `pieces`. A stream requests a piece while it still writes the previous one, so `sent` lags by one piece.
 */
export function* inPieces(pieces: string[], sent: Release = () => {}): Generator<string> {
  let left = pieces.reduce((sum, piece) => sum + piece.length, 0);
  let writing = 0;
  for (const [index, piece] of pieces.entries()) {
    pieces[index] = "";
    yield piece;
    left -= writing;
    writing = piece.length;
    if (left > 0) sent(left);
  }
}
