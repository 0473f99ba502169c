/** The list of tokens. A token and those it replaces that still work are one group, found if one of its tokens matches. */
import type { VerbWord } from "../../model";
import { read, readOne } from "../../postgres/query";
import { join, type Sql, sql } from "../../query/sql";
import { escapeLike } from "../../query/text";
import {
  afterPositionSql,
  bySql,
  millisecondsSql,
  ORDERS,
  type TokenOrder,
  type TokenPosition,
  type Way,
  WORKS,
} from "./listed-order";
import { type TokenRow, type TokenVisibility, visibleSql } from "./tokens";

/** Criteria that are absent match everything, as does an empty list. `words` are in lower case; each has to occur somewhere. */
export type TokenFilter = {
  words: readonly string[];
  tokenId?: string | undefined;
  status?: string | undefined;
  /** An e-mail address. */
  owner?: string | undefined;
  entity?: string | undefined;
  verb?: VerbWord | undefined;
  /** Working tokens that were neither used nor created since. */
  unusedSince?: Date | undefined;
  /** Working tokens that expire by then. */
  expiresBy?: Date | undefined;
};

/** The moments that a status depends on. Tokens that ended before `endedAfter` are not listed. */
export type TokenMoments = { now: Date; endedAfter: Date; soonUntil: Date; forgottenBefore: Date };

type TokenListing = {
  visibility: TokenVisibility;
  filter: TokenFilter;
  moments: TokenMoments;
};

/** `from` is where the page begins or, with "back", where it ends; null starts at the first group. */
type PageWanted = { order: TokenOrder; from: { position: TokenPosition; way: Way } | null; limit: number };
/** `groups` have ids, newest first; on the way back, the groups are reversed. `before` counts the tokens before `from`. */
export type TokenPage = {
  groups: { ids: string[]; position: TokenPosition }[];
  all: number;
  found: number;
  before: number;
};

type PageRow = Omit<TokenPage, "groups"> & {
  groups: { ids: string[]; key: number | string | null; created: number }[] | null;
};

export async function listTokenPage(listing: TokenListing, { order, from, limit }: PageWanted): Promise<TokenPage> {
  const way = from?.way ?? "on";
  const isAhead = from === null ? sql`true` : afterPositionSql(order, from.position, way);
  const isBefore = way === "on" ? sql`NOT (${isAhead})` : isAhead;
  const row = await readOne<PageRow>(sql`
    WITH RECURSIVE ${groupsSql(listing, ORDERS[order].key)}
    SELECT (SELECT count(*) FROM listed)::int AS "all",
      coalesce(sum(cardinality(g.ids)), 0)::int AS found,
      coalesce(sum(cardinality(g.ids)) FILTER (WHERE ${isBefore}), 0)::int AS before,
      (SELECT json_agg(page) FROM (
        SELECT g.ids, ${ORDERS[order].position} AS key, ${millisecondsSql(sql`g.created`)} AS created
        FROM found g WHERE ${isAhead} ORDER BY ${bySql(order, way)} LIMIT ${limit}) page) AS groups
    FROM found g`);
  const groups = (row.groups ?? []).map(({ ids, key, created }) => ({
    ids,
    position: { key: typeof key === "number" ? new Date(key) : key, created: new Date(created), id: ids[0] ?? "" },
  }));
  return { groups, all: row.all, found: row.found, before: row.before };
}

export type MatchingToken = Pick<TokenRow, "id" | "name" | "lastUsed" | "lastUsedAddress"> & { ownerName: string };

/** Every token of the matching groups that has not ended, newest first. */
export async function listMatchingTokens(listing: TokenListing): Promise<MatchingToken[]> {
  return read<MatchingToken>(sql`
    WITH RECURSIVE ${groupsSql(listing, ORDERS.created.key)}
    SELECT t.id, t.name, m.name AS "ownerName", u.last_used AS "lastUsed", u.last_used_address AS "lastUsedAddress"
    FROM found g CROSS JOIN unnest(g.ids) AS matching (id) JOIN tokens t ON t.id = matching.id
      JOIN members m ON m.id = t.member_id LEFT JOIN token_uses u ON u.token_id = t.id
    WHERE t.revoked IS NULL AND (t.expires IS NULL OR t.expires > ${listing.moments.now}::timestamptz)
    ORDER BY t.created DESC, t.id DESC`);
}

/** The choices for filtering a list of these tokens: the owners, and all distinct scopes. */
export async function listTokenChoices(
  visibility: TokenVisibility,
  endedAfter: Date,
): Promise<{ owners: { name: string; email: string }[]; scopes: { entity: string; verbs: VerbWord[] }[] }> {
  const owners = await read<{ name: string; email: string }>(sql`
    SELECT m.name, m.email FROM members m
    WHERE m.organization_id = ${visibility.organizationId}::uuid
      AND EXISTS (SELECT FROM tokens t WHERE t.member_id = m.id AND ${visibleSql(visibility)} AND ${notEndedSql("t", endedAfter)})
    ORDER BY m.name COLLATE names_in_order, m.email`);
  const scopes = await read<{ entity: string; verbs: VerbWord[] }>(sql`
    SELECT DISTINCT scope->>'entity' AS entity, scope->'verbs' AS verbs
    FROM (SELECT DISTINCT t.scopes FROM tokens t
      WHERE ${visibleSql(visibility)} AND ${notEndedSql("t", endedAfter)} AND t.scopes IS NOT NULL) each
    CROSS JOIN jsonb_array_elements(each.scopes) AS scope`);
  return { owners, scopes };
}

/** `found` has a row for each group of which a token matches, with its sort key. */
function groupsSql({ visibility, filter, moments }: TokenListing, key: Sql): Sql {
  const successorIsListed = sql`${visibleSql(visibility, "successor")} AND ${notEndedSql("successor", moments.endedAfter)}`;
  return sql`
    listed AS MATERIALIZED (
      SELECT t.id, t.created, ${key} AS key, ${matchesSql(filter)} AS matches,
        CASE WHEN s.status = 'rotating' AND ${successorIsListed} THEN successor.id END AS follows
      FROM tokens t JOIN members m ON m.id = t.member_id AND m.organization_id = t.organization_id
        LEFT JOIN token_uses u ON u.token_id = t.id LEFT JOIN tokens successor ON successor.replaces_id = t.id
        CROSS JOIN LATERAL (SELECT ${statusSql(moments)} AS status) s
      WHERE ${visibleSql(visibility)} AND ${notEndedSql("t", moments.endedAfter)}
    ), climbing (id, matches, head, place) AS (
      SELECT id, matches, follows, 1 FROM listed WHERE follows IS NOT NULL
      UNION ALL SELECT c.id, c.matches, newer.follows, c.place + 1
        FROM climbing c JOIN listed newer ON newer.id = c.head WHERE newer.follows IS NOT NULL
    ), older AS (
      SELECT head, array_agg(id ORDER BY place) AS ids, bool_or(matches) AS matches
      FROM (SELECT DISTINCT ON (id) id, matches, head, place FROM climbing ORDER BY id, place DESC) c GROUP BY head
    ), found AS (
      SELECT l.id, l.created, l.key, l.id || coalesce(older.ids, '{}') AS ids
      FROM listed l LEFT JOIN older ON older.head = l.id WHERE l.follows IS NULL AND (l.matches OR older.matches)
    )`;
}

/** The statuses of lib/tokens/status; a test compares the two. */
function statusSql({ now, soonUntil, forgottenBefore }: TokenMoments): Sql {
  return sql`CASE
    WHEN t.revoked IS NOT NULL THEN 'revoked'
    WHEN t.expires <= ${now}::timestamptz THEN 'expired'
    WHEN NOT m.active THEN 'owner inactive'
    WHEN successor.id IS NOT NULL THEN 'rotating'
    WHEN t.expires <= ${soonUntil}::timestamptz
      AND t.expires - ${now}::timestamptz <= ${now}::timestamptz - t.created THEN 'expires soon'
    WHEN u.last_used IS NULL AND t.created < ${forgottenBefore}::timestamptz THEN 'never used'
    ELSE 'active' END`;
}

function matchesSql({ words, tokenId, status, owner, entity, verb, unusedSince, expiresBy }: TokenFilter): Sql {
  // Every scope has both properties, and lists of scopes are searched as a whole.
  const scope = JSON.stringify([{ entity, verbs: verb && [verb] }]);
  const conditions = [
    ...words.map((word) => sql`${SEARCHED} LIKE lower(${`%${escapeLike(word)}%`}::text COLLATE "und-x-icu")`),
    tokenId && sql`t.id = ${tokenId}::text`,
    status && sql`s.status = ${status}::text`,
    owner && sql`m.email = ${owner}::text`,
    (entity || verb) && sql`(t.scopes IS NULL OR t.scopes @> ${scope}::jsonb)`,
    unusedSince && sql`${WORKS} AND coalesce(u.last_used, t.created) <= ${unusedSince}::timestamptz`,
    expiresBy && sql`${WORKS} AND t.expires <= ${expiresBy}::timestamptz`,
  ];
  const given = conditions.filter((condition) => condition !== undefined && condition !== "");
  return given.length === 0 ? sql`true` : sql`coalesce(${join(given, " AND ")}, false)`;
}

/** Hints in the format of lib/authentication/token-form. On separate lines, so that a word cannot match across two of them. */
const SEARCHED = sql`lower(concat_ws(E'\n', t.name, t.purpose, t.id,
  'service_v1_' || left(t.id, 4) || '…' || right(t.id, 4), m.name, m.email) COLLATE "und-x-icu")`;

function notEndedSql(table: "t" | "successor", moment: Date): Sql {
  const token = table === "t" ? sql`t` : sql`successor`;
  return sql`(${token}.revoked IS NULL OR ${token}.revoked > ${moment}::timestamptz)
    AND (${token}.expires IS NULL OR ${token}.expires > ${moment}::timestamptz)`;
}
