/**
 * What a token did, for the pages: sums by time, its last requests, and what needs attention. Recording is in `record.ts`.
 * All times are UTC.
 */
import { KEPT_ACCEPTED, KEPT_REFUSED } from "../limits";
import { countCalls, countRejected, type KeptCall, listCalls } from "../store/tokens/calls";
import type { TokenVisibility } from "../store/tokens/tokens";
import { type CallCounts, type DaySum, listDaySums, listLimited, listSums } from "../store/tokens/usage";
import { DAY_SECONDS, HOUR_SECONDS } from "../time/durations";
import type { VisibleToken } from "../tokens/read/visible-token";
import { CALL_CLASSES } from "./batch";

/** By the class of the response: 2xx and 304, 4xx, 429, 5xx. */
export type { CallCounts };

export const USAGE_PERIODS = ["24h", "7d", "30d"] as const;
export type UsagePeriod = (typeof USAGE_PERIODS)[number];

export type UsageBucket = { from: Date } & CallCounts;

/** Oldest bucket first, without gaps; the last one contains `now` and is not complete. */
export type Usage = { buckets: UsageBucket[]; bucketSeconds: number; total: CallCounts };

/** Buckets begin at whole multiples of their length, so that they do not move between two looks. */
const BUCKETS: Record<UsagePeriod, { count: number; seconds: number }> = {
  "24h": { count: 24, seconds: HOUR_SECONDS },
  "7d": { count: 28, seconds: 6 * HOUR_SECONDS },
  "30d": { count: 30, seconds: DAY_SECONDS },
};

export async function usageOf({ token }: VisibleToken, period: UsagePeriod, now: Date): Promise<Usage> {
  return sumUp(await listSums(token.id, startOfPeriod(period, now)), period, now);
}

/** Where the oldest bucket begins. */
export function startOfPeriod(period: UsagePeriod, now: Date): Date {
  const { count, seconds } = BUCKETS[period];
  return startOf(firstBucket(now, count, seconds), seconds);
}

/** `sums`: by the hour; those outside of the period are ignored. Pure. */
export function sumUp(sums: readonly (CallCounts & { hour: Date })[], period: UsagePeriod, now: Date): Usage {
  const { count, seconds } = BUCKETS[period];
  const first = firstBucket(now, count, seconds);
  const buckets = Array.from({ length: count }, (_, index) => ({
    from: startOf(first + index, seconds),
    ...NO_CALLS,
  }));
  for (const sum of sums) {
    const bucket = buckets[bucketOf(sum.hour, seconds) - first];
    if (bucket !== undefined) addCalls(bucket, sum);
  }
  const total = { ...NO_CALLS };
  for (const bucket of buckets) addCalls(total, bucket);
  return { buckets, bucketSeconds: seconds, total };
}

/** Of several tokens over the same period, such as the secrets of a rotation. Pure. */
export function mergeUsage([first, ...others]: readonly Usage[]): Usage {
  if (first === undefined) throw new Error("There is a token whose usage this is.");
  const buckets = first.buckets.map((bucket) => ({ ...bucket }));
  const total = { ...first.total };
  for (const other of others) {
    addCalls(total, other.total);
    for (const [index, bucket] of buckets.entries()) addCalls(bucket, other.buckets[index] ?? NO_CALLS);
  }
  return { buckets, bucketSeconds: first.bucketSeconds, total };
}

/** 30 numbers each, one for each day, today last. `denied` is everything but ok. */
export type Sparkline = { ok: number[]; denied: number[] };

/** Every visible token that was used within 30 days has an entry. */
export async function sparklines(visibility: TokenVisibility, now: Date): Promise<Map<string, Sparkline>> {
  const { count, seconds } = BUCKETS["30d"];
  const first = firstBucket(now, count, seconds);
  const sums = await listDaySums(visibility, startOf(first, seconds));
  return new Map([...sums].map(([tokenId, days]) => [tokenId, toSparkline(days, first, count)]));
}

function toSparkline(days: readonly DaySum[], first: number, count: number): Sparkline {
  const line: Sparkline = { ok: Array(count).fill(0), denied: Array(count).fill(0) };
  for (const [day, ok, denied] of days) {
    // In the future, where the clocks of hosts differ.
    if (day - first >= count) continue;
    line.ok[day - first] = ok;
    line.denied[day - first] = denied;
  }
  return line;
}

/** One request as the pages show it: never its query string, its body, or a record's id. */
export type ListedCall = {
  at: Date;
  method: string;
  /** `/entities/deals/records/:recordId`: with the entity's key where it has the form of one. */
  pathTemplate: string;
  status: number;
  code: string | null;
  requestId: string;
  address: string;
};

export async function lastCalls({ token }: VisibleToken, limit = KEPT_ACCEPTED): Promise<ListedCall[]> {
  return (await listCalls(token.id, limit)).map(toListedCall);
}

export function toListedCall({ at, method, path, entityKey, status, code, requestId, address }: KeptCall): ListedCall {
  const pathTemplate = entityKey === null ? path : path.replace(":entityKey", entityKey);
  return { at, method, pathTemplate, status, code, requestId, address };
}

/** Within 24 hours: requests over the token's rate limit, and stored ones that were answered 401 or 403. */
export type Trouble = { limited: number; rejected: number };

/** For the badges "Rate-limited" and "Rejected requests"; tokens without either have no entry. */
export async function recentTrouble(visibility: TokenVisibility, now: Date): Promise<Map<string, Trouble>> {
  const from = new Date(now.getTime() - DAY_SECONDS * 1000);
  const limited = await listLimited(visibility, from);
  const rejected = await countRejected(visibility, from);
  const tokenIds = new Set([...limited.keys(), ...rejected.keys()]);
  return new Map(
    [...tokenIds].map((tokenId) => [
      tokenId,
      { limited: limited.get(tokenId) ?? 0, rejected: rejected.get(tokenId) ?? 0 },
    ]),
  );
}

const NO_CALLS: CallCounts = { ok: 0, refused: 0, limited: 0, failed: 0 };

/** Buckets of a fixed length begin at whole multiples of it. Pure. */
function bucketOf(time: Date, seconds: number): number {
  return Math.floor(time.getTime() / 1000 / seconds);
}

/** The first of `count` buckets of which the last contains `now`. */
function firstBucket(now: Date, count: number, seconds: number): number {
  return bucketOf(now, seconds) - count + 1;
}

function startOf(bucket: number, seconds: number): Date {
  return new Date(bucket * seconds * 1000);
}

function addCalls(to: CallCounts, more: CallCounts): void {
  for (const callClass of CALL_CLASSES) to[callClass] += more[callClass];
}

/** `exact` is false where more were made than are stored one by one: then there were at least `count`. */
type Count = { count: number; exact: boolean };

export type CallsSince = {
  accepted: Count;
  refused: Count;
  /** The newest of them, accepted or not; null where there was none. */
  last: { at: Date; address: string; status: number } | null;
  /** Of the stored ones, the most recent first. */
  addresses: string[];
};

/** Requests that arrived at `since` or later: shows whether the old secret of a rotation is still used. */
export async function callsSince({ token: { id } }: VisibleToken, since: Date): Promise<CallsSince> {
  const kept = await countCalls(id, since);
  const calls = await listCalls(id, KEPT_ACCEPTED + KEPT_REFUSED, since);
  // The sum of the hour of `since` also counts earlier requests, so it is left out.
  const sums = await listSums(id, startOf(bucketOf(since, HOUR_SECONDS) + 1, HOUR_SECONDS));
  const later = { ...NO_CALLS };
  for (const sum of sums) addCalls(later, sum);
  const [last] = calls;
  return {
    accepted: countOf(kept.accepted, KEPT_ACCEPTED, later.ok),
    refused: countOf(kept.refused, KEPT_REFUSED, later.refused + later.limited + later.failed),
    last: last === undefined ? null : { at: last.at, address: last.address, status: last.status },
    addresses: [...new Set(calls.map(({ address }) => address))],
  };
}

/** The accepted ones as one number, for "nothing was accepted since". */
export async function acceptedSince(visible: VisibleToken, since: Date): Promise<number> {
  return (await callsSince(visible, since)).accepted.count;
}

/** Fewer than can be stored are all there were, unless more were counted: then a batch was too full to keep them. */
function countOf(listed: number, kept: number, counted: number): Count {
  return { count: Math.max(listed, counted), exact: listed < kept && counted <= listed };
}
