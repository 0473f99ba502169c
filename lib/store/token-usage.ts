/** How many calls tokens made, by the hour and by the day. To what is there, each writer adds. */
import { Prisma } from "../../generated/prisma/client";
import { USAGE_DAYS } from "../limits";
import { read, write } from "./statement";
import { inRangeSql } from "./token-range";
import type { TokenRange } from "./token-rows";

const { sql } = Prisma;

export type CallCounts = { ok: number; refused: number; limited: number; failed: number };
/** `hour`: its beginning. */
export type CallSum = CallCounts & { tokenId: string; hour: Date };

/**
 * By the hour and by the day, each in the order of its keys, so that writers who meet wait for one another and not in a
 * circle.
 */
export async function writeSums(sums: CallSum[]): Promise<void> {
  const column = (name: keyof CallCounts) => sums.map((sum) => sum[name]);
  await write(sql`
    WITH sums AS (
      SELECT u.* FROM unnest(
        ${sums.map((sum) => sum.tokenId)}::text[], ${sums.map((sum) => sum.hour.toISOString())}::timestamptz[],
        ${column("ok")}::int[], ${column("refused")}::int[], ${column("limited")}::int[], ${column("failed")}::int[]
      ) AS u (id, hour, ok, refused, limited, failed)
      JOIN tokens t ON t.id = u.id
    ), by_day AS (
      INSERT INTO token_days (token_id, day, ok, denied)
      SELECT id, (hour AT TIME ZONE 'UTC')::date, sum(ok), sum(refused + limited + failed)
      FROM sums GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (token_id, day) DO UPDATE
      SET ok = token_days.ok + EXCLUDED.ok, denied = token_days.denied + EXCLUDED.denied
    )
    INSERT INTO token_usage (token_id, hour, ok, refused, limited, failed)
    SELECT id, hour, ok, refused, limited, failed FROM sums ORDER BY id, hour
    ON CONFLICT (token_id, hour) DO UPDATE
    SET ok = token_usage.ok + EXCLUDED.ok, refused = token_usage.refused + EXCLUDED.refused,
        limited = token_usage.limited + EXCLUDED.limited, failed = token_usage.failed + EXCLUDED.failed`);
}

/** The hours from `from` on that have calls, oldest first. */
export async function listSums(tokenId: string, from: Date): Promise<CallSum[]> {
  const rows = await read(sql`
    SELECT hour, ok, refused, limited, failed FROM token_usage
    WHERE token_id = ${tokenId} AND hour >= ${from.toISOString()}::timestamptz ORDER BY hour`);
  return rows.map((row) => {
    const [hour, ok, refused, limited, failed] = row as [Date, number, number, number, number];
    return { tokenId, hour, ok, refused, limited, failed };
  });
}

/** `day`: how many whole days after 1970-01-01, UTC. */
export type DaySum = [day: number, ok: number, denied: number];

/** Of every token in range that made calls since. A row for each token: thirty times as many are as many times slower to read. */
export async function listDaySums(range: TokenRange, from: Date): Promise<Map<string, DaySum[]>> {
  const rows = await read(sql`
    SELECT d.token_id, json_agg(json_build_array(d.day - '1970-01-01'::date, d.ok, d.denied))
    FROM token_days d JOIN tokens t ON t.id = d.token_id
    WHERE ${inRangeSql(range)} AND d.day >= (${from.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date
    GROUP BY 1`);
  return new Map(rows as [string, DaySum[]][]);
}

/** Calls over the rate limit, of every token in range that had any. */
export async function listLimited(range: TokenRange, from: Date): Promise<Map<string, number>> {
  const rows = await read(sql`
    SELECT u.token_id, sum(u.limited)::float8
    FROM token_usage u JOIN tokens t ON t.id = u.token_id
    WHERE ${inRangeSql(range)} AND u.hour >= ${from.toISOString()}::timestamptz AND u.limited > 0
    GROUP BY 1`);
  return new Map(rows as [string, number][]);
}

/** A bounded number of those past their days. */
export async function clearOldSums(): Promise<void> {
  await write(sql`
    DELETE FROM token_usage WHERE (token_id, hour) IN (
      SELECT token_id, hour FROM token_usage WHERE hour < now() - make_interval(days => ${USAGE_DAYS}::int)
      ORDER BY hour LIMIT 10000 FOR UPDATE SKIP LOCKED)`);
  await write(sql`
    DELETE FROM token_days WHERE (token_id, day) IN (
      SELECT token_id, day FROM token_days WHERE day < current_date - ${USAGE_DAYS}::int
      ORDER BY day LIMIT 10000 FOR UPDATE SKIP LOCKED)`);
}
