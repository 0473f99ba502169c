/** The request log, bounded per organization and hour. Prisma cannot insert the requests of many tokens in one such statement. */
import type { Prisma } from "../../../generated/prisma/client";
import { LOGGED_DAYS, LOGGED_OF_ORGANIZATION } from "../../limits";
import type { JsonObject } from "../../model";
import { readOne, write } from "../../postgres/query";
import { sql } from "../../query/sql";
import { prisma } from "../prisma";
import { type TokenVisibility, visibleWhere } from "./tokens";

export type KeptCall = {
  tokenId: string;
  at: Date;
  method: string;
  /** The endpoint's path template. */
  path: string;
  endpoint: string;
  entityKey: string | null;
  status: number;
  milliseconds: number | null;
  code: string | null;
  requestId: string;
  address: string;
  userAgent: string | null;
  limitPerMinute: number | null;
  /** How many requests it represents. */
  oneOf: number;
  detail: JsonObject | null;
};

/**
 * Requests of one millisecond keep this order; requests of removed tokens are dropped. Above an organization's number per
 * hour, one in ten is kept, counted over all writers (`sampleRate`, lib/call-log).
 */
export async function writeCalls(calls: readonly KeptCall[]): Promise<void> {
  await write(sql`
    WITH offered AS (
      SELECT c.*, t.organization_id AS organization, date_trunc('hour', c.at, 'UTC') AS hour, c.status < 400 AS accepted
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) AS (
          "tokenId" text, at timestamptz, method text, path text, endpoint text, "entityKey" text, status smallint,
          milliseconds real, code text, "requestId" text, address text, "userAgent" text, "limitPerMinute" int, "oneOf" int,
          detail jsonb)) WITH ORDINALITY AS c
      JOIN tokens t ON t.id = c."tokenId"
    ), hours AS (
      INSERT INTO request_log_hours (organization_id, hour, accepted, refused)
      SELECT organization, hour, count(*) FILTER (WHERE accepted), count(*) FILTER (WHERE NOT accepted)
      FROM offered GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (organization_id, hour) DO UPDATE
      SET accepted = request_log_hours.accepted + EXCLUDED.accepted, refused = request_log_hours.refused + EXCLUDED.refused
      RETURNING organization_id AS organization, hour, accepted AS all_accepted, refused AS all_refused
    ), placed AS (
      SELECT o.*, CASE WHEN o.accepted THEN all_accepted ELSE all_refused END
        - (row_number() OVER (PARTITION BY o.organization, o.hour, o.accepted ORDER BY o.ordinality DESC)) + 1 AS place_of_hour
      FROM offered o JOIN hours h USING (organization, hour)
    ), rated AS (
      SELECT *, (10 ^ greatest(0, ceil(log(place_of_hour::numeric / ${LOGGED_OF_ORGANIZATION}::int))))::int AS rate FROM placed
    )
    INSERT INTO token_calls
      (token_id, organization_id, at, method, path, endpoint, entity_key, status, milliseconds, code, request_id, address,
       user_agent, limit_per_minute, one_of, detail)
    SELECT "tokenId", organization, at, method, path, endpoint, "entityKey", status, milliseconds, code, "requestId", address,
      "userAgent", "limitPerMinute", "oneOf" * rate, detail
    FROM rated WHERE place_of_hour % rate = 0
    ORDER BY ordinality`);
}

/** Newest first. With `since`, only those that arrived then or later. */
export async function listCalls(tokenId: string, limit: number, since: Date | null = null): Promise<KeptCall[]> {
  const arrived = since === null ? {} : { at: { gte: since } };
  return listWhere({ tokenId, ...arrived }, limit);
}

/** The newest one with that request id whose token is visible; null if there is none. */
export async function findCall(requestId: string, visibility: TokenVisibility): Promise<KeptCall | null> {
  const [call] = await listWhere({ requestId, token: visibleWhere(visibility) }, 1);
  return call ?? null;
}

export async function listCallRows(ids: readonly string[]): Promise<Map<string, KeptCall>> {
  const rows = await prisma().tokenCall.findMany({
    where: { id: { in: ids.map(BigInt) } },
    omit: { organizationId: true },
  });
  return new Map(rows.map(({ id, ...row }) => [String(id), withDetail(row)]));
}

async function listWhere(where: Prisma.TokenCallWhereInput, take: number): Promise<KeptCall[]> {
  const rows = await prisma().tokenCall.findMany({
    where,
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take,
    omit: { id: true, organizationId: true },
  });
  return rows.map(withDetail);
}

function withDetail<Row extends { detail: unknown }>({ detail, ...call }: Row) {
  return { ...call, detail: detail as JsonObject | null };
}

/** Counts of the kept requests within the hour that contains `since`: all of them, and those that arrived at `since` or later. */
type KeptOfHour = { ofFirstHour: number; acceptedOfFirstHour: number; refusedOfFirstHour: number };

export async function countCalls(tokenId: string, since: Date): Promise<KeptOfHour> {
  return readOne<KeptOfHour>(sql`
    SELECT count(*)::int AS "ofFirstHour",
      (count(*) FILTER (WHERE at >= s.since AND status < 400))::int AS "acceptedOfFirstHour",
      (count(*) FILTER (WHERE at >= s.since AND status >= 400))::int AS "refusedOfFirstHour"
    FROM token_calls, (SELECT ${since}::timestamptz AS since) s
    WHERE token_id = ${tokenId} AND at >= date_trunc('hour', s.since, 'UTC')
      AND at < date_trunc('hour', s.since, 'UTC') + interval '1 hour'`);
}

/** Deletes a bounded number of expired requests: the lowest ids are the oldest ones. */
export async function clearOldCalls(): Promise<number> {
  const cleared = await write(sql`
    DELETE FROM token_calls WHERE id IN (
      SELECT id FROM (SELECT id, at FROM token_calls ORDER BY id LIMIT 10000) oldest
      WHERE at < now() - make_interval(days => ${LOGGED_DAYS}::int))
    RETURNING 1`);
  return cleared.length;
}
