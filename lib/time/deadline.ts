/** The work continues after the deadline: the code that started it must bound it, as statements are bounded. */

export function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  // A single promise instead of `Promise.race`: every request of the API waits here, more than once.
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`no answer within ${milliseconds} ms`));
    // After this process was stalled, timers run before data is read. One more iteration of the event loop reads what arrived.
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

/** The time for all statements of a request. Clients and load balancers give up after 15 to 30 s, so we respond earlier. */
export const REQUEST_DEADLINE_MS = 10_000;

/** A result read this soon after its caller was verified is not checked again. */
export const UNCHECKED_READ_MS = 1_000;

export type Deadline = {
  /** When the request was matched, by `performance.now()`. */
  openedAt: number;
  /**
   * Rejects when the time is up; `work` then continues to its own limits. Only time spent in here counts, and overlapping waits
   * count once. A body that arrives slowly is the adapter's concern. `late` is called with a result that comes after the time.
   */
  within<T>(work: Promise<T> | T, late?: (result: T) => void): Promise<T>;
};

export function openDeadline(): Deadline {
  const openedAt = performance.now();
  let leftMs = REQUEST_DEADLINE_MS;
  let waiting = 0;
  let since = 0;
  const passTime = () => {
    const now = performance.now();
    if (waiting > 0) leftMs -= now - since;
    since = now;
  };
  return {
    openedAt,
    within(work, late) {
      passTime();
      waiting += 1;
      const working = Promise.resolve(work);
      const inTime = withDeadline(working, Math.max(leftMs, 0));
      const end = () => {
        passTime();
        waiting -= 1;
      };
      inTime.then(end, () => {
        end();
        working.then(late, () => {});
      });
      return inTime;
    },
  };
}
