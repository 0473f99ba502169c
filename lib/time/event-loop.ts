/** Splits long work into slices, so that other requests run in between (contract § 3). */
import { setImmediate as nextIteration } from "node:timers/promises";

/** Well below the longest slice allowed, because the next piece of work comes on top. */
const SLICE_MS = 4;

/** The returned function must be called after each piece of work. It yields to the event loop once a slice has been used. */
export function yielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await nextIteration();
    since = performance.now();
  };
}
