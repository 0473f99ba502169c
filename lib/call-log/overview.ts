/**
 * What the tokens of a member did and how they are, or for administrators those of the organisation. Read from hourly sums,
 * so that ten thousand tokens cost little more than a few. Why requests were refused is the room of explanations.
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
  /** Whether there was ever a request, in any period. */
  isUsed: boolean;
  usage: Usage;
  /** In milliseconds, of accepted requests; null where none was measured. */
  median: number | null;
  percentile95: number | null;
  tokens: { live: number; used: number };
  busyTokens: BusyToken[];
  entities: EntityCount[];
  refusals: RefusalCount[];
  ending: EndingToken[];
  /** The busiest hour of one token within 24 hours, and what each token is allowed a minute. */
  headroom: { busiest: BusiestHour | null; limitPerMinute: number };
};

/** As many as fit on one screen. */
const SHOWN = 5;
/** Long enough for people who look once a week. */
const STOPPED_DAYS = 7;

/** One query after the other: the API's requests need the other connections. */
export async function overviewOf(viewer: Member, period: UsagePeriod, now: Date): Promise<Overview> {
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
