/**
 * The types of rate limiting for the rest of the system: a window, the limiter that keeps windows, and the limiters of the
 * service (spec: Limits; contract § 3). Where the counts are kept is decided in `open.ts`.
 */

/** The length of the API's windows. Windows slide: counts expire gradually, not all at the same moment. */
export const WINDOW_SECONDS = 60;

/** Ready to be used in headers, even during outages: `limit` is never 0, and 0 ≤ `remaining` ≤ `limit`. */
export type Window = {
  /** After `take`: the request was counted and may pass. After `peek`: a request would be. */
  allowed: boolean;
  limit: number;
  remaining: number;
  /**
   * Unix seconds, later than now by at most the window's length. For a window that is used up: when it has room for the next
   * request. Otherwise: until when there is room for all remaining requests.
   */
  reset: number;
  /** The same in whole seconds from now, at least 1. A client that waits for no more than this can use its whole limit. */
  retryAfter: number;
};

/** Never throws and never waits longer than a quarter of a second, whatever happens to the store of the counts. */
export interface Limiter {
  /**
   * Counts a request, or several as one, unless the window has no room for them. Refused requests are not counted, so they do not
   * prolong the wait. `atMost` is the key's own limit; it can lower the limiter's limit, never raise it.
   */
  take(key: string, amount?: number, atMost?: number): Promise<Window>;
  peek(key: string): Promise<Window>;
  /**
   * Uncounts one request that was allowed at that moment. For limits on failures, which must not allow more simultaneous attempts
   * than failures. A request from before the current span is left to expire.
   */
  giveBack(key: string, takenAt?: number): Promise<void>;
}

export type Limiters = {
  /** Requests, by token id (spec: Limits, Requests). */
  requests: Limiter;
  /** Failed authentications, by client address (spec: Limits, Authentication attempts). */
  failures: Limiter;
  /** Failed sign-ins to the pages, by client address and by account. */
  signInsByAddress: Limiter;
  signInsByAccount: Limiter;
  /** Wrong codes of authenticator apps, by user. */
  codesByPerson: Limiter;
  /** Pages and actions (form submissions of the pages), by client address, or by session if there is one. */
  pagesByAddress: Limiter;
  pagesBySession: Limiter;
  actionsByAddress: Limiter;
  actionsBySession: Limiter;
  /** Requests that a member tries in the API reference, by member id. */
  triesByMember: Limiter;
  /** For a metric: how many requests this process has counted in its own windows because the shared store did not respond. */
  degraded(): number;
  /** Closes the connections. Afterwards the limiters use this process's own windows. */
  close(): Promise<void>;
};
