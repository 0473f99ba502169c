/** The request log, page by page. It never has a body, a query string or a record's id. */
import type { Member } from "../model";
import { momentPage, parseMomentCursor } from "../moment-page";
import { listRequestRows, type RequestFilter, type RequestRow } from "../store/tokens/requests";
import { type VisibleToken, watchedTokens } from "../tokens/read/visibility";
import type { CallClass } from "./finished-call";
import { startOfPeriod, toListedCall, type UsagePeriod } from "./usage";

const REQUESTS_PAGE_SIZE = 50;

/** `endpoint` is its name in the registry. */
type RequestSearch = Omit<RequestFilter, "visibility" | "statuses" | "exceptStatus" | "from"> & {
  callClass?: CallClass | undefined;
  period?: UsagePeriod | undefined;
};

export type LoggedRequest = ReturnType<typeof toLoggedRequest>;

/** Newest first. */
export async function listRequests(
  search: RequestSearch,
  viewer: Member,
  { cursor = null, now = new Date() }: { cursor?: string | null; now?: Date } = {},
): Promise<{ requests: LoggedRequest[]; nextCursor: string | null }> {
  const page = { after: parseMomentCursor(cursor, (id) => /^\d{1,18}$/.test(id)), limit: REQUESTS_PAGE_SIZE + 1 };
  const rows = await listRequestRows(await toFilter(search, viewer, now), page);
  const { shown, nextCursor } = momentPage(rows, REQUESTS_PAGE_SIZE);
  return { requests: shown.map(toLoggedRequest), nextCursor };
}

const LAST_REQUESTS = 50;

/** The newest requests made with any of the secrets of a token. */
export async function lastRequests(versions: readonly VisibleToken[]): Promise<LoggedRequest[]> {
  const [first] = versions;
  if (first === undefined) return [];
  const { organizationId } = first.owner;
  const visibility = { organizationId, tokenIds: versions.map(({ token }) => token.id) };
  return (await listRequestRows({ visibility }, { after: null, limit: LAST_REQUESTS })).map(toLoggedRequest);
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

function toLoggedRequest(row: RequestRow) {
  return {
    ...toListedCall(row),
    id: row.id,
    token: { id: row.tokenId, name: row.tokenName, ownerName: row.ownerName },
    /** null if not measured. */
    milliseconds: row.milliseconds,
    /** The token's limit per minute at that time; null if it was not checked. */
    limitPerMinute: row.limitPerMinute,
    /** How many requests this one represents: in busy hours, only a sample is kept. */
    oneOf: row.oneOf,
  };
}
