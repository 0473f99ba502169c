/** Sums up the tokens of a member or, for administrators, of the organization. Hourly sums keep this cheap for many tokens. */
import { ERROR_STATUS, type ErrorCode } from "../errors";
import type { Member } from "../model";
import { env } from "../process/env";
import { hasRequests, listCodes, listMemberHours, listTopEntities, sumDurations } from "../store/tokens/member-usage";
import {
  countLimitedTokens,
  countLiveTokens,
  findPeak,
  listBusyTokens,
  listEndingTokens,
} from "../store/tokens/standing";
import type { TokenVisibility } from "../store/tokens/tokens";
import { daysAfter } from "../time/durations";
import { visibleTokens } from "../tokens/read/visibility";
import { EXPIRES_SOON_DAYS } from "../tokens/status";
import { percentile } from "./latency";
import { startOfPeriod, sumUp, type UsagePeriod } from "./usage";

type ErrorCount = { code: string; status: number; count: number };

const SHOWN = 5;
/** Long enough for people who look once a week. */
const STOPPED_DAYS = 7;

/** Runs one query after another, because the API's requests need the other connections. */
export async function overviewOf(viewer: Member, period: UsagePeriod, now: Date) {
  const visibility = visibleTokens(viewer);
  const from = startOfPeriod(period, now);
  const since = { from, by: period === "24h" ? "hour" : "day" } as const;
  const durations = await sumDurations(visibility, from);
  const until = daysAfter(now, EXPIRES_SOON_DAYS);
  const ending = { from: daysAfter(now, -STOPPED_DAYS), now, until, limit: SHOWN };
  const usage = sumUp(await listMemberHours(visibility, from), period, now);
  const { refused, limited, failed } = usage.total;
  return {
    /** True if there has ever been a request, in any period. */
    isUsed: await hasRequests(visibility),
    usage,
    /** In milliseconds, for accepted requests; null if none was measured. */
    median: percentile(durations, 0.5),
    percentile95: percentile(durations, 0.95),
    tokens: await countLiveTokens(visibility, { now, since: from }),
    busyTokens: await listBusyTokens(visibility, { ...since, limit: SHOWN }),
    entities: await listTopEntities(visibility, from, SHOWN),
    /** The most frequent code first. `all` is the number of errors with any code. */
    errors: { all: refused + limited + failed, byCode: await countErrors(visibility, from) },
    ending: await listEndingTokens(visibility, ending),
    /** The busiest minute of a token, with its limit; null if no minute was counted. */
    peak: await findPeak(visibility, { ...since, limit: env().RATE_LIMIT_REQUESTS_PER_MINUTE }),
    limitedTokens: await countLimitedTokens(visibility, since),
  };
}

async function countErrors(visibility: TokenVisibility, from: Date): Promise<ErrorCount[]> {
  const counts = (await listCodes(visibility, from)).slice(0, SHOWN);
  return counts.map(({ code, count }) => ({ code, status: ERROR_STATUS[code as ErrorCode] ?? 500, count }));
}
