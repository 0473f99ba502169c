/**
 * The request log, page by page: a member's own and that of the service accounts they keep; for administrators the
 * organisation's. Never a body, a query string or a record's id.
 */
import type { Member } from "../model";
import { momentPage, parseMomentCursor } from "../moment-page";
import { listRequestRows, type RequestFilter, type RequestRow } from "../store/tokens/requests";
import { watchedTokens } from "../tokens/read/kept-tokens";
import type { CallClass } from "./batch";
import { type ListedCall, startOfPeriod, type UsagePeriod } from "./usage";

const REQUESTS_PAGE_SIZE = 50;

/** Absent: anything. */
export type RequestSearch = {
  tokenId?: string | undefined;
  callClass?: CallClass | undefined;
  code?: string | undefined;
  entityKey?: string | undefined;
  requestId?: string | undefined;
  period?: UsagePeriod | undefined;
};

export type LoggedRequest = ListedCall & {
  /** Of the row. */
  id: string;
  token: { id: string; name: string; ownerName: string };
  /** null where it was not measured. */
  milliseconds: number | null;
};

type RequestPage = { requests: LoggedRequest[]; nextCursor: string | null };

/** Newest first. */
export async function listRequests(
  search: RequestSearch,
  viewer: Member,
  { cursor = null, now = new Date() }: { cursor?: string | null; now?: Date } = {},
): Promise<RequestPage> {
  const page = { after: parseMomentCursor(cursor, isRowId), limit: REQUESTS_PAGE_SIZE + 1 };
  const rows = await listRequestRows(await toFilter(search, viewer, now), page);
  const { shown, nextCursor } = momentPage(rows, REQUESTS_PAGE_SIZE);
  return { requests: shown.map(toLoggedRequest), nextCursor };
}

async function toFilter(
  { callClass, period, ...search }: RequestSearch,
  viewer: Member,
  now: Date,
): Promise<RequestFilter> {
  return {
    ...search,
    visibility: await watchedTokens(viewer),
    ...(callClass === undefined ? {} : STATUSES[callClass]),
    from: period === undefined ? undefined : startOfPeriod(period, now),
  };
}

const STATUSES: Record<CallClass, Pick<RequestFilter, "statuses" | "exceptStatus">> = {
  ok: { statuses: [100, 399] },
  refused: { statuses: [400, 499], exceptStatus: 429 },
  limited: { statuses: [429, 429] },
  failed: { statuses: [500, 599] },
};

function toLoggedRequest(row: RequestRow): LoggedRequest {
  return {
    id: row.id,
    at: row.at,
    method: row.method,
    pathTemplate: row.entityKey === null ? row.path : row.path.replace(":entityKey", row.entityKey),
    status: row.status,
    code: row.code,
    requestId: row.requestId,
    address: row.address,
    token: { id: row.tokenId, name: row.tokenName, ownerName: row.ownerName },
    milliseconds: row.milliseconds,
  };
}

function isRowId(text: string): boolean {
  return /^\d{1,18}$/.test(text);
}
