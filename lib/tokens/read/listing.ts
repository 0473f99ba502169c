/** Searches, filters, sorts and pages tokens. Lists all matches, to revoke them together. */
import { sortVerbs } from "../../access/verbs";
import { tokenHint } from "../../authentication/token-form";
import { VERBS, type VerbWord } from "../../model";
import {
  listMatchingTokens,
  listTokenChoices,
  listTokenPage,
  type MatchingToken,
  type TokenFilter,
  type TokenMoments,
  type TokenPage,
} from "../../store/tokens/listed";
import { ORDERS, type TokenOrder, type TokenPosition, type Way } from "../../store/tokens/listed-order";
import { listTokenRows, type TokenVisibility } from "../../store/tokens/tokens";
import { daysAfter } from "../../time/durations";
import { withoutSecrets } from "../pasted";
import { EXPIRES_SOON_DAYS, NEVER_USED_DAYS, SHOWN_AFTER_END_DAYS, type TokenStatus } from "../status";
import { type ListedToken, toListedToken } from "./list";

const TOKENS_PAGE_SIZE = 50;
export const UNUSED_DAYS = 90;

/** As in `ORDERS`, where each is followed by its reverse. */
export const TOKEN_ORDERS = Object.keys(ORDERS) as TokenOrder[];
export type { TokenOrder };

/** "unused": works, but had no request for 90 days. "expiring": works, and expires within 7 days. */
export const ATTENTIONS = ["unused", "expiring"] as const;
export type Attention = (typeof ATTENTIONS)[number];

/** Absent criteria and empty texts match everything. */
export type TokenSearch = Pick<TokenFilter, "entity" | "verb" | "owner"> & {
  text: string;
  /** The id of a pasted token. */
  tokenId?: string | undefined;
  status?: TokenStatus | undefined;
  attention?: Attention | undefined;
  order: TokenOrder;
};

/** A token, followed by those it replaces that still work, newest first. */
export type TokenGroup = [ListedToken, ...ListedToken[]];

/** `all`: without the search. `found`: all matches. `before`: those on earlier pages. `previousCursor`: null on the first. */
type ListedTokenPage = Omit<TokenPage, "groups"> & {
  groups: TokenGroup[];
  previousCursor: string | null;
  nextCursor: string | null;
};

/** An invalid cursor returns the first page, because people edit addresses. */
export async function listTokensOf(
  visibility: TokenVisibility,
  search: TokenSearch,
  { cursor = null, now = new Date() }: { cursor?: string | null; now?: Date } = {},
): Promise<ListedTokenPage> {
  const listing = { visibility, filter: toFilter(search, now), moments: momentsAt(now) };
  const from = parseCursor(cursor, search.order);
  const page = await listTokenPage(listing, { order: search.order, from, limit: TOKENS_PAGE_SIZE + 1 });
  const isBack = from?.way === "back";
  const hasMore = page.groups.length > TOKENS_PAGE_SIZE;
  // Less than a page is left on the way back, so the whole first page is shown.
  if (isBack && !hasMore) return listTokensOf(visibility, search, { now });
  const taken = page.groups.slice(0, TOKENS_PAGE_SIZE);
  const shown = isBack ? taken.toReversed() : taken;
  const { organizationId } = visibility;
  const rows = await listTokenRows({ organizationId, tokenIds: shown.flatMap(({ ids }) => ids) });
  const byId = new Map(rows.map((row) => [row.id, toListedToken(row, now)]));
  const [first, last] = [shown[0], shown.at(-1)];
  const { all, found } = page;
  const before = isBack ? page.before - shown.flatMap(({ ids }) => ids).length : page.before;
  return {
    groups: shown.flatMap(({ ids }) => toGroup(ids.flatMap((id) => byId.get(id) ?? []))),
    all,
    found,
    before,
    previousCursor: before > 0 && first !== undefined ? formatCursor(first.position, "back") : null,
    nextCursor: (isBack || hasMore) && last !== undefined ? formatCursor(last.position, "on") : null,
  };
}

/** The hint distinguishes tokens of the same name. */
type MatchingListedToken = MatchingToken & { hint: string };

/** Omits ended tokens. Newest first. */
export async function listAllMatching(
  visibility: TokenVisibility,
  search: TokenSearch,
  now = new Date(),
): Promise<MatchingListedToken[]> {
  const matching = await listMatchingTokens({ visibility, filter: toFilter(search, now), moments: momentsAt(now) });
  return matching.map((token) => ({ ...token, hint: tokenHint(token.id) }));
}

/** `verbs`: the standard four, and any others that some token has. */
type TokenChoices = { owners: { name: string; email: string }[]; entities: string[]; verbs: VerbWord[] };

export async function listChoices(visibility: TokenVisibility, now = new Date()): Promise<TokenChoices> {
  const { owners, scopes } = await listTokenChoices(visibility, momentsAt(now).endedAfter);
  return {
    owners,
    entities: [...new Set(scopes.map(({ entity }) => entity))],
    verbs: sortVerbs([...VERBS, ...scopes.flatMap(({ verbs }) => verbs)]),
  };
}

function toFilter(search: TokenSearch, now: Date): TokenFilter {
  const { text, tokenId, status, entity, verb, attention, owner } = search;
  return {
    words: withoutSecrets(text).toLowerCase().split(/\s+/).filter(Boolean),
    tokenId,
    status,
    entity,
    verb,
    owner,
    unusedSince: attention === "unused" ? daysAfter(now, -UNUSED_DAYS) : undefined,
    expiresBy: attention === "expiring" ? daysAfter(now, EXPIRES_SOON_DAYS) : undefined,
  };
}

function momentsAt(now: Date): TokenMoments {
  return {
    now,
    endedAfter: daysAfter(now, -SHOWN_AFTER_END_DAYS),
    soonUntil: daysAfter(now, EXPIRES_SOON_DAYS),
    forgottenBefore: daysAfter(now, -NEVER_USED_DAYS),
  };
}

/** Empty if the group's tokens were removed meanwhile. */
function toGroup([first, ...older]: ListedToken[]): TokenGroup[] {
  return first === undefined ? [] : [[first, ...older]];
}

/** A cursor carries no authority: `visibility` decides what can be seen. */
function formatCursor({ key, created, id }: TokenPosition, way: Way): string {
  const written = [id, created.getTime(), key instanceof Date ? key.getTime() : key, ...(way === "back" ? [way] : [])];
  return Buffer.from(JSON.stringify(written)).toString("base64url");
}

function parseCursor(cursor: string | null, order: TokenOrder): { position: TokenPosition; way: Way } | null {
  const [id, created, written, last] = readList(cursor);
  if (typeof id !== "string" || id.includes("\0") || !isMoment(created)) return null;
  const key = parseKey(written, order);
  if (key === undefined) return null;
  return { position: { id, created: new Date(created), key }, way: last === "back" ? "back" : "on" };
}

/** undefined if the key does not fit this order. */
function parseKey(key: unknown, order: TokenOrder): TokenPosition["key"] | undefined {
  switch (order) {
    case "created":
    case "-created":
      return null;
    case "used":
    case "-used":
    case "expires":
    case "-expires":
      if (key === null) return null;
      return isMoment(key) ? new Date(key) : undefined;
    case "name":
    case "-name":
      return typeof key === "string" && !key.includes("\0") ? key : undefined;
    default:
      return order satisfies never;
  }
}

function readList(cursor: string | null): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor ?? "", "base64url").toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

const YEAR_10000_MS = 253_402_300_800_000;

function isMoment(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < YEAR_10000_MS;
}
