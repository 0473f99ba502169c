/**
 * What calls a token made, for the pages: sums by time, the last calls one by one, and what calls for attention. Only of
 * tokens in the given range; how calls are recorded is decided in `calls/`. All times are UTC.
 */
import { KEPT_ACCEPTED, KEPT_REFUSED } from "../limits";
import { countRejected, type KeptCall, listCalls } from "../store/token-calls";
import type { TokenRange } from "../store/token-rows";
import { type CallCounts, listDaySums, listLimited, listSums } from "../store/token-usage";
import { CALL_CLASSES, classOf } from "./calls/finished-call";
import { isTokenInRange } from "./calls/in-range";

/** By the class of the answer: 2xx and 304, 4xx, 429, 5xx. */
export type { CallCounts };

export const USAGE_PERIODS = ["24h", "7d", "30d"] as const;
export type UsagePeriod = (typeof USAGE_PERIODS)[number];

export type UsageBucket = { from: Date } & CallCounts;

/** Oldest bucket first, none missing; the last one is the one that `now` lies in and is still being filled. */
export type Usage = { buckets: UsageBucket[]; bucketSeconds: number; total: CallCounts };

export type OfToken = { tokenId: string; range: TokenRange };

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** Buckets begin at whole multiples of their length, so that they stay the same from one look to the next. */
const BUCKETS: Record<UsagePeriod, { count: number; seconds: number }> = {
  "24h": { count: 24, seconds: HOUR_SECONDS },
  "7d": { count: 28, seconds: 6 * HOUR_SECONDS },
  "30d": { count: 30, seconds: DAY_SECONDS },
};

/** 24 buckets of an hour, 28 of six hours, or 30 of a day. null where there is no such token in range. */
export async function usageOf(token: OfToken, period: UsagePeriod, now = new Date()): Promise<Usage | null> {
  if (!(await isTokenInRange(token))) return null;
  const { count, seconds } = BUCKETS[period];
  const first = firstBucket(now, count, seconds);
  const buckets = Array.from({ length: count }, (_, index) => ({
    from: new Date((first + index) * seconds * 1000),
    ...NO_CALLS,
  }));
  for (const sum of await listSums(token.tokenId, new Date(first * seconds * 1000))) {
    const bucket = buckets[bucketOf(sum.hour, seconds) - first];
    if (bucket !== undefined) add(bucket, sum);
  }
  const total = { ...NO_CALLS };
  for (const bucket of buckets) add(total, bucket);
  return { buckets, bucketSeconds: seconds, total };
}

/** 30 numbers each, one a day, today last. `denied` is everything but ok. */
export type Sparkline = { ok: number[]; denied: number[] };

/** Every token of the range that was used within 30 days; the others have no entry. */
export async function sparklines(range: TokenRange, now = new Date()): Promise<Map<string, Sparkline>> {
  const { count, seconds } = BUCKETS["30d"];
  const first = firstBucket(now, count, seconds);
  const lines = new Map<string, Sparkline>();
  for (const { tokenId, day, ok, denied } of await listDaySums(range, new Date(first * seconds * 1000))) {
    const line = lines.get(tokenId) ?? { ok: Array(count).fill(0), denied: Array(count).fill(0) };
    lines.set(tokenId, line);
    // Past today, where the clocks of hosts differ: not shown yet.
    if (day - first >= count) continue;
    line.ok[day - first] = ok;
    line.denied[day - first] = denied;
  }
  return lines;
}

/** One call as it is shown: never its query string, its body, or a record's id. */
export type ListedCall = {
  at: Date;
  method: string;
  /** `/entities/deals/records/:recordId`: with the entity's key where it was one that could be. */
  pathTemplate: string;
  status: number;
  code: string | null;
  requestId: string;
  address: string;
};

/** Newest first, accepted and refused ones together. Empty where there is no such token in range. */
export async function lastCalls(token: OfToken, limit = KEPT_ACCEPTED): Promise<ListedCall[]> {
  if (!(await isTokenInRange(token))) return [];
  return (await listCalls(token.tokenId, limit)).map(toListedCall);
}

export function toListedCall({ at, method, path, entityKey, status, code, requestId, address }: KeptCall): ListedCall {
  const pathTemplate = entityKey === null ? path : path.replace(":entityKey", entityKey);
  return { at, method, pathTemplate, status, code, requestId, address };
}

/** `exact` is false where more were made than are kept one by one: then there were at least `count`. */
export type Count = { count: number; exact: boolean };

export type CallsSince = {
  accepted: Count;
  /** Every other class together. */
  refused: Count;
  /** The newest of them, accepted or not; null where there was none. */
  last: { at: Date; address: string; status: number } | null;
  /** Where the kept ones came from, the most recent first. */
  addresses: string[];
};

/** Calls that arrived at `since` or later: whether the old one of a pair is still used. null as for `usageOf`. */
export async function callsSince(token: OfToken, since: Date): Promise<CallsSince | null> {
  if (!(await isTokenInRange(token))) return null;
  const [calls, sums] = await Promise.all([
    listCalls(token.tokenId, 2 * (KEPT_ACCEPTED + KEPT_REFUSED), since),
    // The hour of `since` began before it: only those after it are surely within.
    listSums(token.tokenId, new Date((bucketOf(since, HOUR_SECONDS) + 1) * HOUR_SECONDS * 1000)),
  ]);
  const later = { ...NO_CALLS };
  for (const sum of sums) add(later, sum);
  const accepted = calls.filter(({ status }) => classOf(status) === "ok");
  const [last] = calls;
  return {
    accepted: countOf(accepted.length, KEPT_ACCEPTED, later.ok),
    refused: countOf(calls.length - accepted.length, KEPT_REFUSED, later.refused + later.limited + later.failed),
    last: last === undefined ? null : { at: last.at, address: last.address, status: last.status },
    addresses: [...new Set(calls.map(({ address }) => address))],
  };
}

/** The same as one number, for "nothing was accepted since": 0 is exact, always. null as for `usageOf`. */
export async function acceptedSince(token: OfToken, since: Date): Promise<number | null> {
  return (await callsSince(token, since))?.accepted.count ?? null;
}

/** Within 24 hours: calls over the token's rate limit, and calls answered 401 or 403, as far as they are kept. */
export type Trouble = { limited: number; rejected: number };

/** What the badges "rate-limited" and "rejected calls" ask; tokens without any have no entry. */
export async function recentTrouble(range: TokenRange, now = new Date()): Promise<Map<string, Trouble>> {
  const from = new Date(now.getTime() - DAY_SECONDS * 1000);
  const [limited, rejected] = await Promise.all([listLimited(range, from), countRejected(range, from)]);
  const tokenIds = new Set([...limited.keys(), ...rejected.keys()]);
  return new Map(
    [...tokenIds].map((tokenId) => [
      tokenId,
      { limited: limited.get(tokenId) ?? 0, rejected: rejected.get(tokenId) ?? 0 },
    ]),
  );
}

const NO_CALLS: CallCounts = { ok: 0, refused: 0, limited: 0, failed: 0 };

function bucketOf(time: Date, seconds: number): number {
  return Math.floor(time.getTime() / 1000 / seconds);
}

function firstBucket(now: Date, count: number, seconds: number): number {
  return bucketOf(now, seconds) - count + 1;
}

function add(to: CallCounts, more: CallCounts): void {
  for (const callClass of CALL_CLASSES) to[callClass] += more[callClass];
}

/** As many as are kept may be all there were, or the last of many. */
function countOf(listed: number, kept: number, later: number): Count {
  return listed < kept ? { count: listed, exact: true } : { count: Math.max(listed, later), exact: false };
}
