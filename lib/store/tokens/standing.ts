/** Tokens at a glance: the busiest, and those that end. Only the list of live tokens grows with their number. */
import { read, readOne } from "../../postgres/query";
import { type Sql, sql } from "../../query/sql";
import { type TokenRow, type TokenVisibility, visibleSql } from "./tokens";

type BusyToken = { id: string; name: string; ownerName: string; accepted: number; denied: number };

/** `by`: hours are exact, days cost a twenty-fourth of the work. */
type Since = { from: Date; by: "hour" | "day" };

function sumsSince(from: Date, by: Since["by"]): Sql {
  if (by === "hour") {
    return sql`SELECT token_id, ok, refused + limited + failed AS denied, limited, peak
               FROM token_usage WHERE hour >= ${from}::timestamptz`;
  }
  return sql`SELECT token_id, ok, denied, limited, peak FROM token_days
             WHERE day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date`;
}

export async function listBusyTokens(
  visibility: TokenVisibility,
  { from, by, limit }: Since & { limit: number },
): Promise<BusyToken[]> {
  return read<BusyToken>(sql`
    SELECT t.id, t.name, m.name AS "ownerName", sum(u.ok)::int AS accepted, sum(u.denied)::int AS denied
    FROM (${sumsSince(from, by)}) u JOIN tokens t ON t.id = u.token_id JOIN members m ON m.id = t.member_id
    WHERE ${visibleSql(visibility)} GROUP BY t.id, m.id
    ORDER BY sum(u.ok) + sum(u.denied) DESC, t.id LIMIT ${limit}`);
}

/** `limit` is how many requests a minute the token is allowed today, the lower of its own limit and the service's. */
type Peak = { id: string; name: string; requests: number; limit: number };

/** The busiest minute relative to its token's limit; null if no minute was counted. */
export async function findPeak(
  visibility: TokenVisibility,
  { from, by, limit }: Since & { limit: number },
): Promise<Peak | null> {
  const own = sql`least(${limit}::int, coalesce((t.limits->>'requestsPerMinute')::int, ${limit}::int))`;
  const [peak] = await read<Peak>(sql`
    SELECT t.id, t.name, max(u.peak) AS requests, ${own} AS limit
    FROM (${sumsSince(from, by)}) u JOIN tokens t ON t.id = u.token_id
    WHERE ${visibleSql(visibility)} AND u.peak > 0 GROUP BY t.id
    ORDER BY max(u.peak)::float / ${own} DESC, t.id LIMIT 1`);
  return peak ?? null;
}

export async function countLimitedTokens(visibility: TokenVisibility, { from, by }: Since): Promise<number> {
  const { count } = await readOne<{ count: number }>(sql`
    SELECT count(DISTINCT u.token_id)::int AS count
    FROM (${sumsSince(from, by)}) u JOIN tokens t ON t.id = u.token_id WHERE ${visibleSql(visibility)} AND u.limited > 0`);
  return count;
}

type EndingToken = {
  id: string;
  name: string;
  ownerName: string;
  end: "revoked" | "expired" | "expires";
  at: Date;
};

/** Tokens that ended since `from` or expire by `until`. Future ends come first, the soonest on top. Without replaced ones. */
export async function listEndingTokens(
  visibility: TokenVisibility,
  { from, now, until, limit }: { from: Date; now: Date; until: Date; limit: number },
): Promise<EndingToken[]> {
  return read<EndingToken>(sql`
    SELECT id, name, "ownerName", "end", at FROM (
      SELECT t.id, t.name, m.name AS "ownerName", coalesce(t.revoked, t.expires) AS at,
        CASE WHEN t.revoked IS NOT NULL THEN 'revoked' WHEN t.expires <= ${now}::timestamptz THEN 'expired' ELSE 'expires' END AS "end"
      FROM tokens t JOIN members m ON m.id = t.member_id
      WHERE ${visibleSql(visibility)} AND NOT EXISTS (SELECT FROM tokens next WHERE next.replaces_id = t.id)
        AND (t.revoked >= ${from}::timestamptz
          OR (t.revoked IS NULL AND t.expires BETWEEN ${from}::timestamptz AND ${until}::timestamptz))) ending
    ORDER BY "end" = 'expires' DESC, CASE WHEN "end" = 'expires' THEN at END, at DESC, id LIMIT ${limit}`);
}

type LiveTokenRow = Pick<TokenRow, "id" | "name" | "purpose" | "created" | "expires" | "lastUsed" | "replacedBy"> & {
  ownerId: string;
  ownerName: string;
};

/** All tokens that are neither revoked nor expired, newest first, for comparison with a policy. */
export async function listLiveTokens(visibility: TokenVisibility, now: Date): Promise<LiveTokenRow[]> {
  return read<LiveTokenRow>(sql`
    SELECT t.id, t.name, t.member_id AS "ownerId", m.name AS "ownerName", t.purpose, t.created, t.expires,
           u.last_used AS "lastUsed", successor.id AS "replacedBy"
    FROM tokens t JOIN members m ON m.id = t.member_id
      LEFT JOIN token_uses u ON u.token_id = t.id LEFT JOIN tokens successor ON successor.replaces_id = t.id
    WHERE ${visibleSql(visibility)} AND t.revoked IS NULL AND (t.expires IS NULL OR t.expires > ${now}::timestamptz)
    ORDER BY t.created DESC, t.id DESC`);
}

export async function countLiveTokens(
  visibility: TokenVisibility,
  { now, since }: { now: Date; since: Date },
): Promise<{ live: number; used: number }> {
  return readOne<{ live: number; used: number }>(sql`
    SELECT count(*)::int AS live, (count(*) FILTER (WHERE u.last_used >= ${since}::timestamptz))::int AS used
    FROM tokens t LEFT JOIN token_uses u ON u.token_id = t.id
    WHERE ${visibleSql(visibility)} AND t.revoked IS NULL AND (t.expires IS NULL OR t.expires > ${now}::timestamptz)`);
}

/** The newest tokens, including ended ones, by name; `andId` is included if it is visible. */
export async function listTokenNames(
  visibility: TokenVisibility,
  { limit, andId }: { limit: number; andId: string | null },
): Promise<{ id: string; name: string }[]> {
  return read<{ id: string; name: string }>(sql`
    SELECT id, name FROM (
      (SELECT t.id, t.name FROM tokens t WHERE ${visibleSql(visibility)} ORDER BY t.created DESC, t.id LIMIT ${limit})
      UNION SELECT t.id, t.name FROM tokens t WHERE ${visibleSql(visibility)} AND t.id = ${andId}::text) named
    ORDER BY lower(name), id`);
}
