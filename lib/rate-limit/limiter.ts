/**
 * What the rest of the system knows of rate limiting: a window, the limiter that keeps windows, and the limiters of the
 * service (spec: Limits; contract § 3). Nothing here says where the counts are kept; `open.ts` decides that.
 */

/** The length of the API's windows. Windows slide: what was counted is forgotten bit by bit, not all at once. */
export const WINDOW_SECONDS = 60;

/** Fit for headers as it is, outages included: `limit` is never 0 and 0 ≤ `remaining` ≤ `limit`. */
export type Window = {
  /** `take`: the request was counted and may pass. `peek`: a request would be. */
  allowed: boolean;
  limit: number;
  remaining: number;
  /**
   * Unix seconds, later than now by at most the window's length: when a spent window has room for the next request, or until
   * when there is room for all that remain.
   */
  reset: number;
  /** The same in whole seconds from now, at least 1. A client that waits for no more than this gets all of its limit. */
  retryAfter: number;
};

/** Never throws and never waits longer than a quarter of a second, whatever happens to the store of the counts. */
export interface Limiter {
  /**
   * Counts a request, or so many as one, unless the window has no room for them: what is refused is not counted, so refusals do
   * not prolong the wait. `atMost`: a limit of this key's own; it lowers the limiter's, and never raises it.
   */
  take(key: string, amount?: number, atMost?: number): Promise<Window>;
  peek(key: string): Promise<Window>;
  /**
   * Uncounts one request that was allowed at that moment: where only failures count, but no more may be tried at once than may
   * fail. One that has slid out of the running span is left to fade.
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
  /** Pages and actions (what pages send), by client address, or by session where there is one. */
  pagesByAddress: Limiter;
  pagesBySession: Limiter;
  actionsByAddress: Limiter;
  actionsBySession: Limiter;
  /** Requests that a member tries in the API reference, by member id. */
  triesByMember: Limiter;
  /** Reports of leaked tokens, by client address. */
  leakReportsByAddress: Limiter;
  /** A metric: the requests so far that this process answered from its own windows because the shared store did not. */
  degraded(): number;
  /** Lets go of connections. The limiters answer from this process's own windows afterwards. */
  close(): Promise<void>;
};
