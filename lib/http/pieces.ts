/** A long body that is written piece by piece, and whose memory is free as soon as the socket has taken a piece. */
import type { Release } from "../semaphore";

/**
 * Consumes `pieces`. A stream asks for a piece while it still writes the one before, so `sent` is told of the one before that.
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
