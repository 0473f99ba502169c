/**
 * What a member's tokens did and how they stand, or for administrators those of the organisation: summed where it is stored by
 * the hour, so that ten thousand tokens cost no more than a few. Why requests were refused is the room of explanations.
 */
import type { Member } from "../model";
import { env } from "../process/env";
import {
  type EntityCount,
  hasRequests,
  listMemberHours,
  listTopEntities,
  sumDurations,
} from "../store/tokens/member-usage";
import { countRefusals, type RefusalCount } from "../store/tokens/requests";
import {
  type BusiestHour,
  type BusyToken,
  countLiveTokens,
  type EndingToken,
  findBusiestHour,
  listBusyTokens,
  listEndingTokens,
} from "../store/tokens/standing";
import { daysAfter } from "../time/durations";
import { visibleTokens } from "../tokens/read/visible-token";
import { EXPIRES_SOON_DAYS } from "../tokens/status";
import { percentile } from "./latency";
import { startOfPeriod, sumUp, type Usage, type UsagePeriod } from "./usage";

export type { BusyToken, EndingToken, EntityCount, RefusalCount };

export type Overview = {
  /** Whether there was ever a request, in whatever period. */
  isUsed: boolean;
  usage: Usage;
  /** In milliseconds, of accepted requests; null where there were none, or nobody measured. */
  median: number | null;
  percentile95: number | null;
  tokens: { live: number; used: number };
  busyTokens: BusyToken[];
  entities: EntityCount[];
  refusals: RefusalCount[];
  ending: EndingToken[];
  /** Of one token, within 24 hours, beside what each token is allowed a minute. */
  headroom: { busiest: BusiestHour | null; limitPerMinute: number };
};

/** What fits beside one another, and is read at a glance. */
const SHOWN = 5;
/** How long those who look in once a week can hear of a token that stopped. */
const STOPPED_DAYS = 7;

/** One question after the other: the connections are those that requests of the API wait for. */
export async function overviewOf(viewer: Member, period: UsagePeriod, now = new Date()): Promise<Overview> {
  const visibility = visibleTokens(viewer);
  const from = startOfPeriod(period, now);
  const durations = await sumDurations(visibility, from);
  const until = daysAfter(now, EXPIRES_SOON_DAYS);
  const ending = { from: daysAfter(now, -STOPPED_DAYS), now, until, limit: SHOWN };
  return {
    isUsed: await hasRequests(visibility),
    usage: sumUp(await listMemberHours(visibility, from), period, now),
    median: percentile(durations, 0.5),
    percentile95: percentile(durations, 0.95),
    tokens: await countLiveTokens(visibility, { now, since: from }),
    busyTokens: await listBusyTokens(visibility, { from, by: period === "24h" ? "hour" : "day", limit: SHOWN }),
    entities: await listTopEntities(visibility, from, SHOWN),
    refusals: await countRefusals(visibility, from, SHOWN),
    ending: await listEndingTokens(visibility, ending),
    headroom: {
      busiest: await findBusiestHour(visibility, startOfPeriod("24h", now)),
      limitPerMinute: env().RATE_LIMIT_REQUESTS_PER_MINUTE,
    },
  };
}
