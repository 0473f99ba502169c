/** Splits long work into several turns of the event loop, so that other requests run in between (contract § 3). */
import { setImmediate as nextTurn } from "node:timers/promises";

/** Well below the longest turn allowed: the piece of work after it comes on top. */
const TURN_MS = 4;

/** To be called after each piece of work: waits for another turn where this one was long. */
export function takingTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
