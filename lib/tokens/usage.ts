/**
 * What calls a token made, for the pages: sums by time, the last calls one by one, and what calls for attention. Only of
 * tokens in the given range; what is recorded, and when, is decided in `calls/record.ts`. All times are UTC.
 */
import type { TokenRange } from "../store/token-rows";

/** By the class of the answer: 2xx and 304, 4xx, 429, 5xx. */
export type CallCounts = { ok: number; refused: number; limited: number; failed: number };

export const USAGE_PERIODS = ["24h", "7d", "30d"] as const;
export type UsagePeriod = (typeof USAGE_PERIODS)[number];

export type UsageBucket = { from: Date } & CallCounts;

/** Oldest bucket first, none missing; the last one is the one that `now` lies in and is still being filled. */
export type Usage = { buckets: UsageBucket[]; bucketSeconds: number; total: CallCounts };

export type OfToken = { tokenId: string; range: TokenRange };

/** 24 buckets of an hour, 28 of six hours, or 30 of a day. null where there is no such token in range. */
export async function usageOf(_token: OfToken, _period: UsagePeriod, _now = new Date()): Promise<Usage | null> {
  return null;
}

/** 30 numbers each, one a day, today last. `denied` is everything but ok. */
export type Sparkline = { ok: number[]; denied: number[] };

/** Every token of the range that was used within 30 days; the others have no entry. */
export async function sparklines(_range: TokenRange, _now = new Date()): Promise<Map<string, Sparkline>> {
  return new Map();
}

/** One call as it is shown: never its query string, its body, or a record's id. */
export type ListedCall = {
  at: Date;
  method: string;
  /** `/entities/deals/records/:recordId`: the entity where it was one that the caller could use. */
  pathTemplate: string;
  status: number;
  code: string | null;
  requestId: string;
  address: string;
};

/** As many accepted calls, and as many others, are kept of each token. */
export const KEPT_ACCEPTED = 50;
export const KEPT_REFUSED = 200;

/** Newest first, accepted and refused ones together. Empty where there is no such token in range. */
export async function lastCalls(_token: OfToken, _limit = 50): Promise<ListedCall[]> {
  return [];
}

/** `exact` is false where more were made than are kept one by one: then there were at least `count`. */
export type CallsSince = {
  accepted: { count: number; exact: boolean };
  refused: { count: number; exact: boolean };
  /** The newest of them, accepted or not; null where there was none. */
  last: { at: Date; address: string; status: number } | null;
  /** Where the kept ones came from, newest first. */
  addresses: string[];
};

/** Calls that arrived at `since` or later: whether the old one of a pair is still used. null as for `usageOf`. */
export async function callsSince(_token: OfToken, _since: Date): Promise<CallsSince | null> {
  return null;
}

/** The same as one number, for "nothing was accepted since": 0 is exact, always. null as for `usageOf`. */
export async function acceptedSince(token: OfToken, since: Date): Promise<number | null> {
  return (await callsSince(token, since))?.accepted.count ?? null;
}

/** Within the last 24 hours: calls over the token's rate limit, and calls answered 401 or 403 (as far as they are kept). */
export type Trouble = { limited: number; rejected: number };

/** What the badges "rate-limited" and "rejected calls" ask; tokens without any have no entry. */
export async function recentTrouble(_range: TokenRange, _now = new Date()): Promise<Map<string, Trouble>> {
  return new Map();
}
