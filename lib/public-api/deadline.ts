/**
 * How long a request may be worked on. Each statement has a bound of its own (`store/client.ts`); a request has several
 * statements, and on a slow database their sum is what the caller waits for.
 */
import { withDeadline } from "../deadline";

/** Common callers and balancers give up after fifteen to thirty seconds; they should hear from us before. */
export const REQUEST_DEADLINE_MS = 10_000;

export type Deadline = {
  /**
   * Rejects when the time is up before `work` is done, which then goes on to its own bounds. Only time spent in here
   * counts, and once where several wait together: a body that arrives slowly is the door's business.
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
