/** How many requests tokens made, by minute, hour and day, and their last use. Each writer adds to the stored sums. */
import { MAX_KNOWN_ADDRESSES } from "../../limits";
import type { VerbWord } from "../../model";
import { read, write } from "../../postgres/query";
import { sql } from "../../query/sql";
import { hearersSql } from "../notices";
import { prisma } from "../prisma";
import { type TokenVisibility, visibleSql } from "./tokens";

export type CallCounts = { ok: number; refused: number; limited: number; failed: number };
export type CodeCounts = Record<string, number>;
export type CallSum = CallCounts & { tokenId: string; hour: Date; codes: CodeCounts };
/** For an admitted token, as its limit counts them. */
export type MinuteSum = { tokenId: string; minute: Date; requests: number };
/** The current sums of a token's hour, over all writers. */
export type CountedHour = Pick<CallSum, "tokenId" | "hour" | "ok" | "codes">;

/** Written in the order of keys to prevent deadlocks. Each writer of a minute sees the sum so far: the largest is its total. */
export async function writeSums(sums: readonly CallSum[], minutes: readonly MinuteSum[]): Promise<CountedHour[]> {
  return write<CountedHour>(sql`
    WITH minutes AS (
      INSERT INTO token_minutes (token_id, minute, requests)
      SELECT u.* FROM jsonb_to_recordset(${JSON.stringify(minutes)}::jsonb) AS u ("tokenId" text, minute timestamptz, requests int)
      ORDER BY 1, 2
      ON CONFLICT (token_id, minute) DO UPDATE SET requests = token_minutes.requests + EXCLUDED.requests
      RETURNING token_id AS id, minute, requests
    ), peaks AS (
      SELECT id, date_trunc('hour', minute, 'UTC') AS hour, max(requests) AS peak FROM minutes GROUP BY 1, 2
    ), sums AS (
      SELECT t.id, u.*, coalesce(p.peak, 0) AS peak
      FROM jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
        AS u ("tokenId" text, hour timestamptz, ok int, refused int, limited int, failed int, codes jsonb)
      JOIN tokens t ON t.id = u."tokenId" LEFT JOIN peaks p ON p.id = t.id AND p.hour = u.hour
    ), by_day AS (
      INSERT INTO token_days (token_id, day, ok, denied, limited, peak)
      SELECT id, (hour AT TIME ZONE 'UTC')::date, sum(ok), sum(refused + limited + failed), sum(limited), max(peak)
      FROM sums GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (token_id, day) DO UPDATE
      SET ok = token_days.ok + EXCLUDED.ok, denied = token_days.denied + EXCLUDED.denied,
          limited = token_days.limited + EXCLUDED.limited, peak = greatest(token_days.peak, EXCLUDED.peak)
    )
    INSERT INTO token_usage (token_id, hour, ok, refused, limited, failed, codes, peak)
    SELECT id, hour, ok, refused, limited, failed, codes, peak FROM sums ORDER BY id, hour
    ON CONFLICT (token_id, hour) DO UPDATE
    SET ok = token_usage.ok + EXCLUDED.ok, refused = token_usage.refused + EXCLUDED.refused,
        limited = token_usage.limited + EXCLUDED.limited, failed = token_usage.failed + EXCLUDED.failed,
        codes = add_counts(token_usage.codes, EXCLUDED.codes), peak = greatest(token_usage.peak, EXCLUDED.peak)
    RETURNING token_id AS "tokenId", hour, ok, codes`);
}

export type TokenHour = CallSum & { peak: number };

/** The hours with requests since `from`, oldest first. */
export async function listSums(tokenId: string, from: Date): Promise<TokenHour[]> {
  const where = { tokenId, hour: { gte: from } };
  const rows = await prisma().tokenUsage.findMany({ where, orderBy: { hour: "asc" } });
  return rows.map(({ codes, ...sum }) => ({ ...sum, codes: codes as CodeCounts }));
}

/** `day` is the number of whole days since 1970-01-01, UTC. */
export type DaySum = [day: number, ok: number, denied: number];

/** One row per visible token with requests since then: thirty times as many rows would take thirty times as long. */
export async function listDaySums(visibility: TokenVisibility, from: Date): Promise<Map<string, DaySum[]>> {
  const rows = await read<{ tokenId: string; days: DaySum[] }>(sql`
    SELECT d.token_id AS "tokenId", json_agg(json_build_array(d.day - '1970-01-01'::date, d.ok, d.denied)) AS days
    FROM token_days d JOIN tokens t ON t.id = d.token_id
    WHERE ${visibleSql(visibility)} AND d.day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date
    GROUP BY 1`);
  return new Map(rows.map(({ tokenId, days }) => [tokenId, days]));
}

type TroubleSum = { tokenId: string; limited: number; rejected: number };

/** Requests that exceeded a limit, and those with one of the codes, for every visible token that had any. */
export async function listTrouble(
  visibility: TokenVisibility,
  { from, codes }: { from: Date; codes: readonly string[] },
): Promise<TroubleSum[]> {
  return read<TroubleSum>(sql`
    SELECT * FROM (
      SELECT u.token_id AS "tokenId", sum(u.limited)::int AS limited,
        coalesce(sum((SELECT sum(value::int) FROM jsonb_each_text(u.codes) WHERE key = ANY(${[...codes]}::text[]))), 0)::int AS rejected
      FROM token_usage u JOIN tokens t ON t.id = u.token_id
      WHERE ${visibleSql(visibility)} AND u.hour >= ${from}::timestamptz GROUP BY 1) troubled
    WHERE limited + rejected > 0`);
}

/** When and from where a token was last used. Stored apart from the tokens, so that it never waits for a change of one. */
export type TokenUse = { tokenId: string; at: Date; address: string };

/** Later uses replace earlier ones, whatever the order of writing; uses of tokens that no longer exist are dropped. */
export async function writeTokenUses(uses: TokenUse[]): Promise<void> {
  await write(sql`
    INSERT INTO token_uses (token_id, last_used, last_used_address)
    SELECT t.id, u.at, u.address
    FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS u ("tokenId" text, at timestamptz, address text)
    JOIN tokens t ON t.id = u."tokenId"
    ORDER BY t.id
    ON CONFLICT (token_id) DO UPDATE
    SET last_used = EXCLUDED.last_used, last_used_address = EXCLUDED.last_used_address
    WHERE token_uses.last_used < EXCLUDED.last_used`);
}

export type VerbUse = { entityKey: string; verb: VerbWord; at: Date };

/** Written in the order of keys, a row once an hour at most, so busy tokens cost no more. Uses of removed tokens are dropped. */
export async function writeVerbUses(uses: (VerbUse & { tokenId: string })[]): Promise<void> {
  if (uses.length === 0) return;
  await write(sql`
    INSERT INTO token_verb_uses (token_id, entity_key, verb, last_used)
    SELECT t.id, u."entityKey", u.verb, u.at
    FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS u ("tokenId" text, "entityKey" text, verb text, at timestamptz)
    JOIN tokens t ON t.id = u."tokenId"
    ORDER BY 1, 2, 3
    ON CONFLICT (token_id, entity_key, verb) DO UPDATE
    SET last_used = EXCLUDED.last_used
    WHERE token_verb_uses.last_used < EXCLUDED.last_used - interval '1 hour'`);
}

/** `notedSince` is the moment from which all uses are known. null if there is no such token. */
export async function findVerbUses(tokenId: string): Promise<{ notedSince: Date; uses: VerbUse[] } | null> {
  const rows = await read<{ notedSince: Date; entityKey: string | null; verb: string | null; at: Date | null }>(sql`
    SELECT t.verbs_noted_since AS "notedSince", u.entity_key AS "entityKey", u.verb, u.last_used AS at
    FROM tokens t LEFT JOIN token_verb_uses u ON u.token_id = t.id
    WHERE t.id = ${tokenId}`);
  const [first] = rows;
  if (first === undefined) return null;
  const uses = rows.flatMap(({ entityKey, verb, at }) =>
    entityKey === null || verb === null || at === null ? [] : [{ entityKey, verb, at: new Date(at) }],
  );
  return { notedSince: new Date(first.notedSince), uses };
}

/** Notifies the owner of a new address, except a token's first. At the maximum number of addresses, no more are stored. */
export async function writeTokenAddresses(uses: readonly TokenUse[]): Promise<void> {
  await write(sql`
    WITH used AS (
      SELECT DISTINCT ON (t.id, u.address) t.id, u.address, u.at
      FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS u ("tokenId" text, at timestamptz, address text)
      JOIN tokens t ON t.id = u."tokenId"
      ORDER BY t.id, u.address, u.at DESC
    ), noted AS (
      INSERT INTO token_addresses (token_id, address, first_used, last_used)
      SELECT id, address, at, at FROM used
      WHERE EXISTS (SELECT FROM token_addresses a WHERE a.token_id = used.id AND a.address = used.address)
        OR (SELECT count(*) FROM token_addresses a WHERE a.token_id = used.id) < ${MAX_KNOWN_ADDRESSES}::int
      ORDER BY id, address
      ON CONFLICT (token_id, address) DO UPDATE SET last_used = greatest(token_addresses.last_used, EXCLUDED.last_used)
      RETURNING token_id, address, xmax = 0 AS "isNew"
    )
    INSERT INTO notices (organization_id, member_id, token_id, kind, details)
    SELECT t.organization_id, hearer.id, t.id, 'token.new-address', jsonb_build_object('address', noted.address)
    FROM noted JOIN tokens t ON t.id = noted.token_id ${hearersSql("token.new-address")}
    WHERE noted."isNew" AND EXISTS (SELECT FROM token_addresses a WHERE a.token_id = noted.token_id)`);
}
