/** Reads the request log of all tokens that a member can see: newest first, and by error code. */
import type { MomentPosition } from "../../moment-page";
import { read } from "../../postgres/query";
import { join, type Sql, sql } from "../../query/sql";
import type { KeptCall } from "./calls";
import { type TokenVisibility, visibleSql } from "./tokens";

/** undefined matches everything. Both ends of `statuses` are included. */
export type RequestFilter = {
  visibility: TokenVisibility;
  tokenId?: string | undefined;
  statuses?: readonly [from: number, to: number] | undefined;
  /** Left out of `statuses`. */
  exceptStatus?: number | undefined;
  code?: string | undefined;
  entityKey?: string | undefined;
  requestId?: string | undefined;
  method?: string | undefined;
  endpoint?: string | undefined;
  from?: Date | undefined;
};

export type RequestRow = MomentPosition &
  Omit<KeptCall, "at" | "endpoint" | "detail"> & { tokenName: string; ownerName: string };

type PageOfRows = { after: MomentPosition | null; limit: number };

export async function listRequestRows(filter: RequestFilter, { after, limit }: PageOfRows): Promise<RequestRow[]> {
  const later = after === null ? sql`` : sql`AND (c.at, c.id) < (${after.at}::timestamptz, ${after.id}::bigint)`;
  return read<RequestRow>(sql`
    SELECT c.id::text AS id, c.at, t.id AS "tokenId", t.name AS "tokenName", m.name AS "ownerName", c.method, c.path,
      c.entity_key AS "entityKey", c.status, c.code, c.request_id AS "requestId", c.address, c.milliseconds,
      c.user_agent AS "userAgent", c.limit_per_minute AS "limitPerMinute", c.one_of AS "oneOf"
    FROM token_calls c JOIN tokens t ON t.id = c.token_id JOIN members m ON m.id = t.member_id
    WHERE ${visibleCalls(filter)} ${later}
    ORDER BY c.at DESC, c.id DESC LIMIT ${limit}`);
}

/** `tokenIds`: only of these tokens; without them, of all that are visible. */
export type RefusalFilter = { visibility: TokenVisibility; tokenIds?: readonly string[]; from: Date };

type Refusals = { code: string; count: number; represented: number; newestId: string };

/** Bounds the sorting, whatever was refused. */
const MOST_REFUSALS = 10_000;

/** Requests refused alike: `perCode` for each code, the most frequent first. `represented` also counts those left out. */
export async function listRefusals({ tokenIds, ...filter }: RefusalFilter, perCode: number): Promise<Refusals[]> {
  const ofTokens = tokenIds === undefined ? sql`` : sql`AND c.token_id = ANY(${[...tokenIds]}::text[])`;
  return read<Refusals>(sql`
    SELECT code, count, represented, "newestId" FROM (
      SELECT code, sum(one_of)::int AS count, sum(sum(one_of)) OVER (PARTITION BY code)::int AS represented,
        max(id)::text AS "newestId", row_number() OVER (PARTITION BY code ORDER BY sum(one_of) DESC, max(id) DESC) AS place
      FROM (
        SELECT c.* FROM token_calls c JOIN tokens t ON t.id = c.token_id
        WHERE ${visibleCalls({ ...filter, statuses: [400, 599] })} AND c.code IS NOT NULL ${ofTokens}
        ORDER BY c.at DESC, c.id DESC LIMIT ${MOST_REFUSALS}) newest
      GROUP BY code, endpoint, entity_key, detail) alike
    WHERE place <= ${perCode}::int ORDER BY code, place`);
}

/** `count`: how many requests the kept ones represent. */
type CodePath = Pick<KeptCall, "method" | "path" | "entityKey"> & { code: string; count: number };

/** The paths at which these tokens were refused or failed, by code, the most frequent first. */
export async function listCodePaths(tokenIds: readonly string[], from: Date): Promise<CodePath[]> {
  return read<CodePath>(sql`
    SELECT code, method, path, entity_key AS "entityKey", sum(one_of)::int AS count
    FROM token_calls WHERE token_id = ANY(${[...tokenIds]}::text[]) AND at >= ${from}::timestamptz AND code IS NOT NULL
    GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 1, 2, 3, 4`);
}

/** Filters by the organization as well, which has an index in the order of time. */
function visibleCalls(filter: RequestFilter): Sql {
  const { visibility, tokenId, statuses, exceptStatus, code, entityKey, requestId, method, endpoint, from } = filter;
  const conditions = [
    sql`c.organization_id = ${visibility.organizationId}::uuid`,
    visibleSql(visibility),
    tokenId === undefined ? null : sql`c.token_id = ${tokenId}`,
    statuses === undefined ? null : sql`c.status BETWEEN ${statuses[0]}::int AND ${statuses[1]}::int`,
    exceptStatus === undefined ? null : sql`c.status <> ${exceptStatus}::int`,
    code === undefined ? null : sql`c.code = ${code}`,
    entityKey === undefined ? null : sql`c.entity_key = ${entityKey}`,
    requestId === undefined ? null : sql`c.request_id = ${requestId}`,
    method === undefined ? null : sql`c.method = ${method}`,
    endpoint === undefined ? null : sql`c.endpoint = ${endpoint}`,
    from === undefined ? null : sql`c.at >= ${from}::timestamptz`,
  ].filter((condition) => condition !== null);
  return join(conditions, " AND ");
}
