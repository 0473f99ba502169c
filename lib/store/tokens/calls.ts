/**
 * The last calls of tokens, one by one. Which of them are written, and what of them, is decided elsewhere. They are written and
 * cleared by SQL: what takes the notes of many tokens in one statement, and passes over what others hold, Prisma cannot say.
 */
import { Prisma } from "../../../generated/prisma/client";
import { CALL_DAYS, KEPT_ACCEPTED, KEPT_REFUSED } from "../../limits";
import type { JsonObject } from "../../model";
import { postgres } from "../../postgres/postgres";
import { write } from "../../postgres/query";
import { type TokenVisibility, visibleWhere } from "./tokens";

const { sql } = Prisma;

export type KeptCall = {
  tokenId: string;
  at: Date;
  method: string;
  /** The endpoint's path, its parameters unfilled. */
  path: string;
  endpoint: string;
  entityKey: string | null;
  status: number;
  milliseconds: number | null;
  code: string | null;
  requestId: string;
  address: string;
  detail: JsonObject | null;
};

/** In this order, which is theirs within a millisecond. Calls of tokens that are gone are dropped. */
export async function writeCalls(calls: KeptCall[]): Promise<void> {
  const column = (name: "tokenId" | "method" | "path" | "endpoint" | "entityKey" | "code" | "requestId" | "address") =>
    calls.map((call) => call[name]);
  await write(sql`
    INSERT INTO token_calls
      (token_id, organization_id, at, method, path, endpoint, entity_key, status, milliseconds, code, request_id, address,
       detail)
    SELECT c.id, t.organization_id, c.at, c.method, c.path, c.endpoint, c.entity, c.status, c.milliseconds, c.code,
      c.request_id, c.address, c.detail::jsonb
    FROM unnest(
      ${column("tokenId")}::text[], ${calls.map((call) => call.at.toISOString())}::timestamptz[],
      ${column("method")}::text[], ${column("path")}::text[], ${column("endpoint")}::text[],
      ${column("entityKey")}::text[], ${calls.map((call) => call.status)}::smallint[],
      ${calls.map((call) => call.milliseconds)}::real[], ${column("code")}::text[],
      ${column("requestId")}::text[], ${column("address")}::text[],
      ${calls.map((call) => (call.detail === null ? null : JSON.stringify(call.detail)))}::text[]
    ) WITH ORDINALITY 
      AS c (id, at, method, path, endpoint, entity, status, milliseconds, code, request_id, address, detail, place)
    JOIN tokens t ON t.id = c.id
    ORDER BY c.place`);
}

/** Newest first. `since`: only those that arrived then or later. */
export async function listCalls(tokenId: string, limit: number, since: Date | null = null): Promise<KeptCall[]> {
  const arrived = since === null ? {} : { at: { gte: since } };
  return listWhere({ tokenId, ...arrived }, limit);
}

export async function listRefusedCalls(tokenId: string, limit: number): Promise<KeptCall[]> {
  return listWhere({ tokenId, status: { gte: 400 } }, limit);
}

/** The newest of that request id whose token is visible; null where there is none. */
export async function findCall(requestId: string, visibility: TokenVisibility): Promise<KeptCall | null> {
  const [call] = await listWhere({ requestId, token: visibleWhere(visibility) }, 1);
  return call ?? null;
}

async function listWhere(where: Prisma.TokenCallWhereInput, take: number): Promise<KeptCall[]> {
  const rows = await postgres().prisma.tokenCall.findMany({
    where,
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take,
    omit: { id: true, organizationId: true },
  });
  return rows.map(({ detail, ...call }) => ({ ...call, detail: detail as JsonObject | null }));
}

export async function countCalls(tokenId: string, since: Date): Promise<{ accepted: number; refused: number }> {
  const where = { tokenId, at: { gte: since } };
  const groups = await postgres().prisma.tokenCall.groupBy({ by: ["status"], where, _count: true });
  const count = (counted: typeof groups) => counted.reduce((sum, { _count }) => sum + _count, 0);
  return {
    accepted: count(groups.filter(({ status }) => status < 400)),
    refused: count(groups.filter(({ status }) => status >= 400)),
  };
}

/** How many calls were answered 401 or 403, of every visible token that had any. */
export async function countRejected(visibility: TokenVisibility, from: Date): Promise<Map<string, number>> {
  const where = { token: visibleWhere(visibility), at: { gte: from }, status: { in: [401, 403] } };
  const groups = await postgres().prisma.tokenCall.groupBy({ by: ["tokenId"], where, _count: true });
  return new Map(groups.map(({ tokenId, _count }) => [tokenId, _count]));
}

/** Leaves each token the newest of its calls. What somebody else is clearing is passed over. */
export async function clearExcessCalls(tokenIds: string[]): Promise<void> {
  await write(sql`
    DELETE FROM token_calls WHERE id IN (
      SELECT id FROM token_calls WHERE id IN (
        SELECT id FROM (
          SELECT id, status < 400 AS accepted,
            row_number() OVER (PARTITION BY token_id, status < 400 ORDER BY at DESC, id DESC) AS place
          FROM token_calls WHERE token_id = ANY(${tokenIds}::text[])
        ) placed
        WHERE place > CASE WHEN accepted THEN ${KEPT_ACCEPTED}::int ELSE ${KEPT_REFUSED}::int END
      )
      FOR UPDATE SKIP LOCKED)`);
}

/** A bounded number of those past their days: the first ids are the oldest calls. */
export async function clearOldCalls(): Promise<number> {
  const cleared = await write(sql`
    DELETE FROM token_calls WHERE id IN (
      SELECT id FROM (SELECT id, at FROM token_calls ORDER BY id LIMIT 10000) oldest
      WHERE at < now() - make_interval(days => ${CALL_DAYS}::int))
    RETURNING 1`);
  return cleared.length;
}
