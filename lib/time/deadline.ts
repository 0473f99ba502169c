/**
 * Waits for work, but not for ever. The work itself is not stopped: whoever started it bounds that, as each statement has a
 * bound of its own.
 */

export function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  // One promise, not a race of several: every request of the API waits here, more than once.
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`no answer within ${milliseconds} ms`));
    // After a pause of this very process, timers run before what arrived meanwhile is read. One more turn
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

/**
 * How long a request may be worked on: it has several statements, and on a slow database their sum is what the caller waits
 * for. Common clients and balancers give up after fifteen to thirty seconds; they should hear from us before.
 */
export const REQUEST_DEADLINE_MS = 10_000;

export type Deadline = {
  /**
   * Rejects when the time is up before `work` is done, which then goes on to its own bounds. Only time spent in here
   * counts, and once where several wait together: a body that arrives slowly is the adapter's business.
   */
  within<T>(work: Promise<T> | T): Promise<T>;
};

export function openDeadline(): Deadline {
  let leftMs = REQUEST_DEADLINE_MS;
  let waiting = 0;
  let since = 0;
  const passTime = () => {
    const now = performance.now();
    if (waiting > 0) leftMs -= now - since;
    since = now;
  };
  return {
    async within(work) {
      passTime();
      waiting += 1;
      try {
        return await withDeadline(Promise.resolve(work), Math.max(leftMs, 0));
      } finally {
        passTime();
        waiting -= 1;
      }
    },
  };
}
