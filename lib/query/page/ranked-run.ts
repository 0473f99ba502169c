/** Orders matches by relevance. No index has this order, so only the newest are ranked, up to a limit; the others follow by age. */
import { nameOf, STORED } from "../columns";
import { filterSql } from "../filter/filter-sql";
import type { SortKey } from "../plan";
import { join, type Sql, sql } from "../sql";
import type { PagePlan, Ranked } from "./page-plan";
import { keyConditions, searchConditions, segment } from "./page-runs";
import type { Position } from "./position";
import { rankSql } from "./relevance";

/** The order of records of the same rank, and of those behind the ranked ones. */
export const NEWEST: SortKey[] = [
  { column: { kind: "system", name: "created" }, direction: "desc" },
  { column: { kind: "system", name: "id" }, direction: "desc" },
];

/** Rank, created and id, then the newest and the oldest ranked record, null if there are no others: all pages rank the same. */
const RANKED_KEYS = 5;
const KEYS = Array.from({ length: RANKED_KEYS }, (_, index) => nameOf("k", index));
const [RANK, CREATED, ID, FIRST, LAST] = KEYS as [Sql, Sql, Sql, Sql, Sql];

/** `position` is null for the first page. */
export function rankedRun(plan: PagePlan, ranked: Ranked, relation: Sql): Sql {
  const { label, among, labelKey } = ranked;
  const [rank = null, created = null, id = null, first = null, last = null] = plan.after ?? [];
  const isFirstPage = plan.after === null;
  // Later pages find their records by their bounds; some may match only since the first page.
  const [most, ofBounds] = isFirstPage ? [among + 1, []] : [2 * among + 1, between(first, last)];
  const newest = segment({ ...plan, sort: NEWEST, limit: most - 1 }, relation, ofBounds);
  const bounds = isFirstPage
    ? {
        first: placed(1, sql`TRUE`),
        last: placed(among, sql`EXISTS (SELECT FROM newest y WHERE y.place > ${among}::int)`),
      }
    : { first: sql`${first}::text`, last: sql`${last}::text` };
  const columns = COLUMNS(sql`r`);
  const exact =
    labelKey === null
      ? sql``
      : sql`UNION ALL
        SELECT ${columns} FROM ${relation} r
        WHERE ${join([...keyConditions(plan), filterSql(plan.where, STORED), ...searchConditions(plan.search)], " AND ")}
          AND r.label_key = ${labelKey}::text AND NOT EXISTS (SELECT FROM newest x WHERE x.id = r.id AND x.place <= ${among}::int)`;
  const after = isFirstPage
    ? sql``
    : sql`WHERE (n.rank, ${created}::timestamptz, ${id}::uuid) > (${rank}::int, n.created, n.id)`;
  return sql`
    WITH newest AS MATERIALIZED (
      SELECT ${columns}, row_number() OVER (ROWS UNBOUNDED PRECEDING) AS place FROM (${newest}) r
    )
    SELECT ${COLUMNS(sql`n`)}, n.rank AS ${RANK}, n.created AS ${CREATED}, n.id AS ${ID},
      ${bounds.first} AS ${FIRST}, ${bounds.last} AS ${LAST}
    FROM (
      SELECT n.*, ${rankSql(plan.search.words, label)} AS rank
      FROM (SELECT ${columns} FROM newest r ${isFirstPage ? sql`WHERE r.place <= ${among}::int` : sql``} ${exact}) n
      OFFSET 0
    ) n
    ${after}
    ORDER BY n.rank, n.created DESC, n.id DESC
    LIMIT ${plan.limit + 1}::int`;
}

const COLUMNS = (row: Sql) =>
  sql`${row}.id, ${row}.created, ${row}.updated, ${row}.created_by, ${row}.head, ${row}.data, ${row}.bytes`;

/** The position of the record at this place among the newest, as JSON text. */
function placed(place: number, condition: Sql): Sql {
  return sql`(
    SELECT json_build_array(x.created::text, x.id::text)::text FROM newest x WHERE x.place = ${place}::int AND ${condition})`;
}

function between(first: string | null, last: string | null): Sql[] {
  return [...bound(first, sql`<=`), ...bound(last, sql`>=`)];
}

/** `position` is JSON text. */
function bound(position: string | null, comparison: Sql): Sql[] {
  if (position === null) return [];
  const [created, id] = JSON.parse(position) as [string, string];
  return [sql`(r.created, r.id) ${comparison} (${created}::timestamptz, ${id}::uuid)`];
}

/** The keys of a page's last record, if more ranked records follow. */
export const rankedBoundSql = sql`json_build_array(${join(KEYS.map((key) => sql`${key}::text`))})::text`;

/** Where the other records begin, after the last ranked one; null if there are none. */
export const othersBoundSql = sql`('[null,' || substr(${LAST}, 2))`;

/** The position in the order of the others; null if it is among the ranked records. */
export function positionAmongOthers(position: Position | null): Position | null {
  return position !== null && position[0] === null ? position.slice(1) : null;
}

/** Where the others begin, in their own order, after a position among the ranked records; null if there are none. */
export function othersBehind(position: Position | null): Position | null {
  const last = position?.[RANKED_KEYS - 1] ?? null;
  return last === null ? null : (JSON.parse(last) as Position);
}
