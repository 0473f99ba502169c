/** How many requests tokens made, by the hour and by the day, and their last use. To what is there, each writer adds. */
import { Prisma } from "../../../generated/prisma/client";
import { postgres } from "../../postgres/postgres";
import { read, write } from "../../postgres/query";
import { type TokenVisibility, visibleSql, visibleWhere } from "./tokens";

const { sql } = Prisma;

export type CallCounts = { ok: number; refused: number; limited: number; failed: number };
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

/** The hours from `from` on that have requests, oldest first. */
export async function listSums(tokenId: string, from: Date): Promise<CallSum[]> {
  return postgres().prisma.tokenUsage.findMany({ where: { tokenId, hour: { gte: from } }, orderBy: { hour: "asc" } });
}

/** `day`: how many whole days after 1970-01-01, UTC. */
export type DaySum = [day: number, ok: number, denied: number];

/** Of every visible token that made requests since. A row for each token: thirty times as many are as many times slower to read. */
export async function listDaySums(visibility: TokenVisibility, from: Date): Promise<Map<string, DaySum[]>> {
  const rows = await read<{ tokenId: string; days: DaySum[] }>(sql`
    SELECT d.token_id AS "tokenId", json_agg(json_build_array(d.day - '1970-01-01'::date, d.ok, d.denied)) AS days
    FROM token_days d JOIN tokens t ON t.id = d.token_id
    WHERE ${visibleSql(visibility)} AND d.day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date
    GROUP BY 1`);
  return new Map(rows.map(({ tokenId, days }) => [tokenId, days]));
}

/** Requests over the rate limit, of every visible token that had any. */
export async function listLimited(visibility: TokenVisibility, from: Date): Promise<Map<string, number>> {
  const where = { token: visibleWhere(visibility), hour: { gte: from }, limited: { gt: 0 } };
  const groups = await postgres().prisma.tokenUsage.groupBy({ by: ["tokenId"], where, _sum: { limited: true } });
  return new Map(groups.map(({ tokenId, _sum }) => [tokenId, _sum.limited ?? 0]));
}

/** When and from where a token was last used: apart from the tokens, so that it never waits for a change of one. */
export type TokenUse = { tokenId: string; at: Date; address: string };

/** Later uses replace earlier ones, whatever the order of writing; uses of tokens that are gone are dropped. */
export async function writeTokenUses(uses: TokenUse[]): Promise<void> {
  await write(sql`
    INSERT INTO token_uses (token_id, last_used, last_used_address)
    SELECT u.id, u.at, u.address
    FROM unnest(
      ${uses.map((use) => use.tokenId)}::text[],
      ${uses.map((use) => use.at.toISOString())}::timestamptz[],
      ${uses.map((use) => use.address)}::text[]
    ) AS u (id, at, address)
    JOIN tokens t ON t.id = u.id
    ORDER BY u.id
    ON CONFLICT (token_id) DO UPDATE
    SET last_used = EXCLUDED.last_used, last_used_address = EXCLUDED.last_used_address
    WHERE token_uses.last_used < EXCLUDED.last_used`);
}
