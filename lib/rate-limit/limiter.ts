/** The types of rate limiting (spec: Limits; contract § 3). `open.ts` decides where the counts are kept. */

/** The length of the API's windows. Windows slide: counts expire gradually, not all at the same moment. */
export const WINDOW_SECONDS = 60;

/** Ready to be used in headers, even during outages: `limit` is never 0, and 0 ≤ `remaining` ≤ `limit`. */
export type Window = {
  /** The request was counted and may pass; if the amount was 0, a request would be. */
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Unix seconds, within one window from now: when a full window has room again, else until when all remaining requests fit. */
  reset: number;
  /** `reset` in whole seconds from now, at least 1. A client that waits for no more than this can use its whole limit. */
  retryAfter: number;
};

/** Never throws and never waits longer than a quarter of a second, whatever happens to the store of the counts. */
export interface Limiter {
  /**
   * Counts `amount` unless the window has no room: refusals do not prolong the wait. 0 only looks. `atMost` can lower the limit,
   * never raise it.
   */
  take(key: string, amount?: number, atMost?: number): Promise<Window>;
  /**
   * Uncounts one allowed request. Limits on failures count each attempt first, so that simultaneous attempts cannot exceed them. A
   * request from before the current span is left to expire.
   */
  giveBack(key: string, takenAt?: number): Promise<void>;
}
