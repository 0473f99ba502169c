/**
 * Waits for work, but not for ever. The work itself is not stopped; whoever started it bounds that.
 */

/** Rejects when `work` is not done after `milliseconds`. */
export function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  // One promise, not a race of several: every call of the interface waits here, more than once.
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`no answer within ${milliseconds} ms`));
    // After a pause of this very process, timers run before the answers that arrived meanwhile are read. One more turn
    // of the event loop reads them: a busy process must not blame the other side.
    const timer = setTimeout(() => setImmediate(expire), milliseconds);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
