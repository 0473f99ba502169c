/** Long work in several turns of the event loop, so that others have theirs in between (contract § 3). */
import { setImmediate as nextTurn } from "node:timers/promises";

/** Well below what a turn may take: the piece of work after it comes on top. */
const TURN_MS = 4;

/** To be called after each piece of the work: it waits for another turn where this one has been long. */
export function takingTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
