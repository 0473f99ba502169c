/** Sums up a token's requests for the pages, and shows what needs attention. `write.ts` writes them. All times are UTC. */
import { ERROR_STATUS } from "../errors";
import type { KeptCall } from "../store/tokens/calls";
import type { TokenVisibility } from "../store/tokens/tokens";
import {
  type CallCounts,
  type CodeCounts,
  type DaySum,
  listDaySums,
  listSums,
  listTrouble,
  type TokenHour,
} from "../store/tokens/usage";
import { DAY_SECONDS, HOUR_SECONDS } from "../time/durations";
import type { VisibleToken } from "../tokens/read/visibility";
import { CALL_CLASSES } from "./finished-call";

export type { CallCounts };

export const USAGE_PERIODS = ["24h", "7d", "30d"] as const;
export type UsagePeriod = (typeof USAGE_PERIODS)[number];

export type UsageBucket = { from: Date } & CallCounts;

/** The oldest bucket comes first, without gaps. The last one contains `now` and is incomplete. */
export type Usage = { buckets: UsageBucket[]; bucketSeconds: number; total: CallCounts };

/** Buckets begin at whole multiples of their length, so that they do not shift between two views. */
const BUCKETS: Record<UsagePeriod, { count: number; seconds: number }> = {
  "24h": { count: 24, seconds: HOUR_SECONDS },
  "7d": { count: 28, seconds: 6 * HOUR_SECONDS },
  "30d": { count: 30, seconds: DAY_SECONDS },
};

/** `peak` is the most requests in one minute that counted against the limit; `codes` covers refused, limited and failed ones. */
export type TokenUsage = Usage & { peak: number; codes: CodeCounts };

/** Sums up tokens with the same user, such as the secrets of a rotation. Each has its own limit, so `peak` is the highest. */
export async function usageOf(tokens: readonly VisibleToken[], period: UsagePeriod, now: Date): Promise<TokenUsage> {
  const from = startOfPeriod(period, now);
  const hours: TokenHour[] = [];
  for (const { token } of tokens) hours.push(...(await listSums(token.id, from)));
  const codes: CodeCounts = {};
  for (const [code, count] of hours.flatMap((hour) => Object.entries(hour.codes))) {
    codes[code] = (codes[code] ?? 0) + count;
  }
  return { ...sumUp(hours, period, now), peak: Math.max(0, ...hours.map(({ peak }) => peak)), codes };
}

export function startOfPeriod(period: UsagePeriod, now: Date): Date {
  const { count, seconds } = BUCKETS[period];
  return startOf(firstBucket(now, count, seconds), seconds);
}

/** `sums` are by hour; hours outside the period are ignored. */
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

/** 30 numbers each, one per day, today last. `denied` counts everything but ok. */
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
    // The day is in the future, which happens if the clocks of hosts differ.
    if (day - first >= count) continue;
    line.ok[day - first] = ok;
    line.denied[day - first] = denied;
  }
  return line;
}

export type ListedCall = ReturnType<typeof toListedCall>;

/** One request as the pages show it: never its query string, its body, or a record's id. */
export function toListedCall(call: Omit<KeptCall, "endpoint" | "detail">) {
  const { at, method, status, code, requestId, address, userAgent } = call;
  return { at, method, pathTemplate: pathTemplateOf(call), status, code, requestId, address, userAgent };
}

/** `/entities/deals/records/:recordId`: contains the entity's key if that has the form of one. */
export function pathTemplateOf({ path, entityKey }: Pick<KeptCall, "path" | "entityKey">): string {
  return entityKey === null ? path : path.replace(":entityKey", entityKey);
}

/** The last 24 hours: requests over a rate limit, and those that were refused with 401 or 403. */
export type Trouble = { limited: number; rejected: number };

const REJECTIONS = Object.entries(ERROR_STATUS).flatMap(([code, status]) =>
  status === 401 || status === 403 ? [code] : [],
);

/** For the badges in the list of tokens. Tokens without such requests have no entry. */
export async function recentTrouble(visibility: TokenVisibility, now: Date): Promise<Map<string, Trouble>> {
  const from = new Date(now.getTime() - DAY_SECONDS * 1000);
  const sums = await listTrouble(visibility, { from, codes: REJECTIONS });
  return new Map(sums.map(({ tokenId, limited, rejected }) => [tokenId, { limited, rejected }]));
}

export const NO_CALLS: CallCounts = { ok: 0, refused: 0, limited: 0, failed: 0 };

function bucketOf(time: Date, seconds: number): number {
  return Math.floor(time.getTime() / 1000 / seconds);
}

/** The first of `count` buckets, the last of which contains `now`. */
function firstBucket(now: Date, count: number, seconds: number): number {
  return bucketOf(now, seconds) - count + 1;
}

function startOf(bucket: number, seconds: number): Date {
  return new Date(bucket * seconds * 1000);
}

export function addCalls(to: CallCounts, more: CallCounts): void {
  for (const callClass of CALL_CLASSES) to[callClass] += more[callClass];
}
