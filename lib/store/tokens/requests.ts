/** The request log: kept requests of all tokens that somebody can see, newest first, and what is counted of them. */
import { Prisma } from "../../../generated/prisma/client";
import type { MomentPosition } from "../../moment-page";
import { read } from "../../postgres/query";
import { type TokenVisibility, visibleSql } from "./tokens";

const { sql } = Prisma;

/** What is looked for; undefined: anything. `statuses`: from and to, both included. */
export type RequestFilter = {
  visibility: TokenVisibility;
  tokenId?: string | undefined;
  statuses?: readonly [from: number, to: number] | undefined;
  /** Left out of `statuses`. */
  exceptStatus?: number | undefined;
  code?: string | undefined;
  entityKey?: string | undefined;
  requestId?: string | undefined;
  from?: Date | undefined;
};

export type RequestRow = MomentPosition & {
  tokenId: string;
  tokenName: string;
  ownerName: string;
  method: string;
  path: string;
  entityKey: string | null;
  status: number;
  code: string | null;
  requestId: string;
  address: string;
  milliseconds: number | null;
};

type PageOfRows = { after: MomentPosition | null; limit: number };

export async function listRequestRows(filter: RequestFilter, { after, limit }: PageOfRows): Promise<RequestRow[]> {
  const later = after === null ? Prisma.empty : sql`AND (c.at, c.id) < (${after.at}::timestamptz, ${after.id}::bigint)`;
  return read<RequestRow>(sql`
    SELECT c.id::text AS id, c.at, t.id AS "tokenId", t.name AS "tokenName", m.name AS "ownerName", c.method, c.path,
      c.entity_key AS "entityKey", c.status, c.code, c.request_id AS "requestId", c.address, c.milliseconds
    FROM token_calls c JOIN tokens t ON t.id = c.token_id JOIN members m ON m.id = t.member_id
    WHERE ${visibleCalls(filter)} ${later}
    ORDER BY c.at DESC, c.id DESC LIMIT ${limit}`);
}

export type RefusalCount = { status: number; code: string | null; count: number; at: Date; requestId: string };

/** Refused and failed requests that are kept, by their code: how many, and the newest of each. The most frequent first. */
export async function countRefusals(visibility: TokenVisibility, from: Date, limit: number): Promise<RefusalCount[]> {
  return read<RefusalCount>(sql`
    SELECT c.status, c.code, count(*)::int AS count, max(c.at) AS at,
      (array_agg(c.request_id ORDER BY c.at DESC, c.id DESC))[1] AS "requestId"
    FROM token_calls c JOIN tokens t ON t.id = c.token_id
    WHERE ${visibleCalls({ visibility, from, statuses: [400, 599] })}
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${limit}`);
}

/** By the organisation as well, which has an index in the order of time. */
function visibleCalls(filter: RequestFilter): Prisma.Sql {
  const { visibility, tokenId, statuses, exceptStatus, code, entityKey, requestId, from } = filter;
  const conditions = [
    sql`c.organization_id = ${visibility.organizationId}::uuid`,
    visibleSql(visibility),
    tokenId === undefined ? null : sql`c.token_id = ${tokenId}`,
    statuses === undefined ? null : sql`c.status BETWEEN ${statuses[0]}::int AND ${statuses[1]}::int`,
    exceptStatus === undefined ? null : sql`c.status <> ${exceptStatus}::int`,
    code === undefined ? null : sql`c.code = ${code}`,
    entityKey === undefined ? null : sql`c.entity_key = ${entityKey}`,
    requestId === undefined ? null : sql`c.request_id = ${requestId}`,
    from === undefined ? null : sql`c.at >= ${from}::timestamptz`,
  ];
  return Prisma.join(
    conditions.filter((condition) => condition !== null),
    " AND ",
  );
}
