/** One page of records as one statement, with keyset paging: any page costs what the first one costs (contract § 6). */
import { MAX_PAGE_BYTES, SHORT_PAGE_BYTES } from "../../limits";
import { nameOf, rowOf } from "../columns";
import { join, type Sql, sql } from "../sql";
import {
  expandedBytesSql,
  expandedTailSql,
  markedTailSql,
  type RelationOf,
  referenceColumns,
  referencedIdsSql,
  withReferencedSql,
} from "./expansion";
import type { PagePlan } from "./page-plan";
import { runs } from "./page-runs";
import type { Expansion } from "./projection";
import { othersBoundSql, rankedBoundSql, rankedRun } from "./ranked-run";

/**
 * `text`: the items with separators, null if there are none. `bound`: if more records follow, the keys of the page's last record
 * as a JSON array; else null. `whole`: false if the page is longer and has to be read in pieces; null if it is empty. `expanded`:
 * what replaces the marks in `text`.
 */
export type ShortPage = {
  text: string | null;
  count: number;
  bound: string | null;
  whole: boolean | null;
  expanded?: string | null;
};

/** See `ShortPage`; only the last piece has `bound`. */
export type PieceOfPage = { text: string; count: number; bound: string | null };

/** `item` is the text of a record, over rows named `r`; `tail` is the end of its envelope. */
export type PageParts = {
  relationOf: RelationOf;
  item: (tail?: Sql) => Sql;
  separator: string;
  expansions: Expansion[];
};

/** A page of up to 1 MiB as one row, at half the cost of many rows. Larger data is not even read from its storage. */
export function shortPageSql(plan: PagePlan, { relationOf, item, separator, expansions }: PageParts): Sql {
  const isExpanded = expansions.length > 0;
  const text = item(isExpanded ? markedTailSql(expansions) : undefined);
  const page = sql`
    SELECT string_agg(CASE WHEN r.total <= ${SHORT_PAGE_BYTES}::int THEN ${text} END, ${separator}::text) AS text, count(*)::int AS count,
      max(${boundSql(plan, sql`r.place = ${plan.limit}::int`)}) AS bound,
      bool_and(r.total <= ${SHORT_PAGE_BYTES}::int) AS whole${isExpanded ? sql`, ${referencedIdsSql(expansions)}` : sql``}
    FROM (${measured(sql`p.bytes`, plan, { relationOf, expansions })}) r
    WHERE r.place <= ${plan.limit}::int`;
  return isExpanded ? withReferencedSql(page, expansions, relationOf) : page;
}

/** A page of any length as rows of about 256 KiB in order, so that no process has to hold all of it. */
export function longPageSql(plan: PagePlan, { relationOf, item, separator, expansions }: PageParts): Sql {
  const isExpanded = expansions.length > 0;
  const text = item(isExpanded ? expandedTailSql(expansions, relationOf) : undefined);
  const bytes = isExpanded ? sql`(p.bytes + ${expandedBytesSql(expansions, relationOf)})` : sql`p.bytes`;
  return sql`
    SELECT string_agg(i.text, ${separator}::text ORDER BY i.place) AS text, count(*)::int AS count, max(i.bound) AS bound
    FROM (
      SELECT ${text} AS text, r.place, r.total,
        ${boundSql(plan, sql`(r.place = ${plan.limit}::int OR r.total + r.next > ${MAX_PAGE_BYTES}::int)`)} AS bound
      FROM (${measured(bytes, plan, { relationOf, expansions })}) r
      WHERE r.place <= ${plan.limit}::int AND (r.total <= ${MAX_PAGE_BYTES}::int OR r.place = 1)
    ) i
    GROUP BY i.total / ${PIECE_BYTES}::int
    ORDER BY min(i.place)`;
}

/** Measured in stored records; their envelopes come on top. */
const PIECE_BYTES = 256 * 1024;

/** The records of the page and the next one, in order, each with its place and the sum of `bytes` up to it. */
function measured(
  bytes: Sql,
  plan: PagePlan,
  { relationOf, expansions }: Pick<PageParts, "relationOf" | "expansions">,
): Sql {
  const relation = relationOf(plan.entityId);
  const found = plan.ranked === undefined ? runs(plan, relation) : rankedRun(plan, plan.ranked, relation);
  const rows =
    expansions.length === 0 ? found : sql`SELECT f.*, ${referenceColumns(expansions, FOUND)} FROM (${found}) f`;
  return sql`
    SELECT p.*, row_number() OVER run AS place, sum(${bytes}) OVER run AS total, lead(${bytes}) OVER run AS next
    FROM (${rows}) p
    WINDOW run AS (ROWS UNBOUNDED PRECEDING)`;
}

const FOUND = rowOf(sql`f`);

/** For each row: where the next page begins, if the page ends with this record. */
function boundSql({ sort, ranked }: PagePlan, isFull: Sql): Sql {
  const isEnd = sql`r.next IS NOT NULL AND ${isFull}`;
  if (ranked !== undefined)
    return sql`CASE WHEN ${isEnd} THEN ${rankedBoundSql} WHEN r.next IS NULL THEN ${othersBoundSql} END`;
  const keys = sort.map((_, index) => sql`${nameOf("k", index)}::text`);
  return sql`CASE WHEN ${isEnd} THEN json_build_array(${join(keys)})::text END`;
}
