/** How tokens stand at a glance: the busiest ones, and those that end or have ended. A few rows each, however many tokens there are, but for all live ones. */
import { Prisma } from "../../../generated/prisma/client";
import { read, readOne } from "../../postgres/query";
import { type TokenVisibility, visibleSql } from "./tokens";

const { sql } = Prisma;

export type BusyToken = { id: string; name: string; ownerName: string; accepted: number; denied: number };

/** By their requests since, the most first. `by`: hours are exact, days are a twenty-fourth of the work. */
export async function listBusyTokens(
  visibility: TokenVisibility,
  { from, by, limit }: { from: Date; by: "hour" | "day"; limit: number },
): Promise<BusyToken[]> {
  const sums =
    by === "hour"
      ? sql`SELECT token_id, ok, refused + limited + failed AS denied FROM token_usage WHERE hour >= ${from}::timestamptz`
      : sql`SELECT token_id, ok, denied FROM token_days
            WHERE day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date`;
  return read<BusyToken>(sql`
    SELECT t.id, t.name, m.name AS "ownerName", sum(u.ok)::int AS accepted, sum(u.denied)::int AS denied
    FROM (${sums}) u JOIN tokens t ON t.id = u.token_id JOIN members m ON m.id = t.member_id
    WHERE ${visibleSql(visibility)} GROUP BY t.id, m.id
    ORDER BY sum(u.ok) + sum(u.denied) DESC, t.id LIMIT ${limit}`);
}

export type BusiestHour = { id: string; name: string; requests: number };

/** The most requests that one token made within one hour; null where none made any. */
export async function findBusiestHour(visibility: TokenVisibility, from: Date): Promise<BusiestHour | null> {
  const [busiest] = await read<BusiestHour>(sql`
    SELECT t.id, t.name, u.ok + u.refused + u.limited + u.failed AS requests
    FROM token_usage u JOIN tokens t ON t.id = u.token_id
    WHERE ${visibleSql(visibility)} AND u.hour >= ${from}::timestamptz
    ORDER BY 3 DESC, t.id LIMIT 1`);
  return busiest ?? null;
}

export type EndingToken = {
  id: string;
  name: string;
  ownerName: string;
  end: "revoked" | "expired" | "expires";
  at: Date;
};

/**
 * Those that were revoked or expired since `from`, and those that expire by `until`: what is still to come first, and the
 * soonest of it. Not those that something has replaced.
 */
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

type LiveTokenRow = {
  id: string;
  name: string;
  ownerId: string;
  ownerName: string;
  purpose: string;
  created: Date;
  expires: Date | null;
  lastUsed: Date | null;
  replacedBy: string | null;
};

/** All that are neither revoked nor expired, newest first: what a policy is held against. */
export async function listLiveTokens(visibility: TokenVisibility, now: Date): Promise<LiveTokenRow[]> {
  return read<LiveTokenRow>(sql`
    SELECT t.id, t.name, t.member_id AS "ownerId", m.name AS "ownerName", t.purpose, t.created, t.expires,
           u.last_used AS "lastUsed", successor.id AS "replacedBy"
    FROM tokens t JOIN members m ON m.id = t.member_id
      LEFT JOIN token_uses u ON u.token_id = t.id LEFT JOIN tokens successor ON successor.replaces_id = t.id
    WHERE ${visibleSql(visibility)} AND t.revoked IS NULL AND (t.expires IS NULL OR t.expires > ${now}::timestamptz)
    ORDER BY t.created DESC, t.id DESC`);
}

/** How many there are, and how many of them were used since. */
export async function countLiveTokens(
  visibility: TokenVisibility,
  { now, since }: { now: Date; since: Date },
): Promise<{ live: number; used: number }> {
  return readOne<{ live: number; used: number }>(sql`
    SELECT count(*)::int AS live, (count(*) FILTER (WHERE u.last_used >= ${since}::timestamptz))::int AS used
    FROM tokens t LEFT JOIN token_uses u ON u.token_id = t.id
    WHERE ${visibleSql(visibility)} AND t.revoked IS NULL AND (t.expires IS NULL OR t.expires > ${now}::timestamptz)`);
}

/** The newest tokens, ended ones too, by their names; `andId` is among them where it is visible. */
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
