/** The last calls of tokens, one by one. Which of them are written, and what of them, is decided elsewhere. */
import { Prisma } from "../../generated/prisma/client";
import { CALL_DAYS, KEPT_ACCEPTED, KEPT_REFUSED } from "../limits";
import type { JsonObject } from "../model";
import { type ResultRow, read, write } from "./statement";
import { inRangeSql } from "./token-range";
import type { TokenRange } from "./token-rows";

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
      (token_id, at, method, path, endpoint, entity_key, status, code, request_id, address, detail)
    SELECT c.id, c.at, c.method, c.path, c.endpoint, c.entity, c.status, c.code, c.request_id, c.address, c.detail::jsonb
    FROM unnest(
      ${column("tokenId")}::text[], ${calls.map((call) => call.at.toISOString())}::timestamptz[],
      ${column("method")}::text[], ${column("path")}::text[], ${column("endpoint")}::text[],
      ${column("entityKey")}::text[], ${calls.map((call) => call.status)}::smallint[], ${column("code")}::text[],
      ${column("requestId")}::text[], ${column("address")}::text[],
      ${calls.map((call) => (call.detail === null ? null : JSON.stringify(call.detail)))}::text[]
    ) WITH ORDINALITY AS c (id, at, method, path, endpoint, entity, status, code, request_id, address, detail, place)
    JOIN tokens t ON t.id = c.id
    ORDER BY c.place`);
}

const COLUMNS = sql`c.token_id, c.at, c.method, c.path, c.endpoint, c.entity_key, c.status, c.code, c.request_id,
  c.address, c.detail`;

function toKeptCall(row: ResultRow): KeptCall {
  const [tokenId, at, method, path, endpoint, entityKey, status, code, requestId, address, detail] = row;
  return {
    tokenId: tokenId as string,
    at: at as Date,
    method: method as string,
    path: path as string,
    endpoint: endpoint as string,
    entityKey: entityKey as string | null,
    status: status as number,
    code: code as string | null,
    requestId: requestId as string,
    address: address as string,
    detail: detail as JsonObject | null,
  };
}

/** Newest first. `since`: only those that arrived then or later. */
export async function listCalls(tokenId: string, limit: number, since: Date | null = null): Promise<KeptCall[]> {
  const rows = await read(sql`
    SELECT ${COLUMNS} FROM token_calls c
    WHERE c.token_id = ${tokenId} AND c.at >= ${since?.toISOString() ?? "-infinity"}::timestamptz
    ORDER BY c.at DESC, c.id DESC LIMIT ${limit}::int`);
  return rows.map(toKeptCall);
}

/** How many of them are kept, by whether they were accepted. */
export async function countCalls(tokenId: string, since: Date): Promise<{ accepted: number; refused: number }> {
  const [row] = await read(sql`
    SELECT count(*) FILTER (WHERE status < 400)::int, count(*) FILTER (WHERE status >= 400)::int FROM token_calls
    WHERE token_id = ${tokenId} AND at >= ${since.toISOString()}::timestamptz`);
  const [accepted, refused] = row as [number, number];
  return { accepted, refused };
}

/** The newest of that request id in range; null where there is none. */
export async function findCall(requestId: string, range: TokenRange): Promise<KeptCall | null> {
  const [row] = await read(sql`
    SELECT ${COLUMNS} FROM token_calls c JOIN tokens t ON t.id = c.token_id
    WHERE c.request_id = ${requestId} AND ${inRangeSql(range)}
    ORDER BY c.at DESC, c.id DESC LIMIT 1`);
  return row === undefined ? null : toKeptCall(row);
}

/** Refused calls of the token, newest first. */
export async function listRefusedCalls(tokenId: string, limit: number): Promise<KeptCall[]> {
  const rows = await read(sql`
    SELECT ${COLUMNS} FROM token_calls c WHERE c.token_id = ${tokenId} AND c.status >= 400
    ORDER BY c.at DESC, c.id DESC LIMIT ${limit}::int`);
  return rows.map(toKeptCall);
}

/** How many calls were answered 401 or 403, of every token in range that had any. */
export async function countRejected(range: TokenRange, from: Date): Promise<Map<string, number>> {
  const rows = await read(sql`
    SELECT c.token_id, count(*)::int FROM token_calls c JOIN tokens t ON t.id = c.token_id
    WHERE ${inRangeSql(range)} AND c.at >= ${from.toISOString()}::timestamptz AND c.status IN (401, 403)
    GROUP BY 1`);
  return new Map(rows as [string, number][]);
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
export async function clearOldCalls(): Promise<void> {
  await write(sql`
    DELETE FROM token_calls WHERE id IN (
      SELECT id FROM (SELECT id, at FROM token_calls ORDER BY id LIMIT 10000) oldest
      WHERE at < now() - make_interval(days => ${CALL_DAYS}::int))`);
}
