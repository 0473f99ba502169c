/**
 * One page of records as one statement. Keyset paging: a page at any depth starts where the index says, so it costs what
 * the first one costs, and records that others write in between are neither repeated nor missed (contract § 6).
 */
import { Prisma } from "../../../generated/prisma/client";
import { MAX_PAGE_BYTES, SHORT_PAGE_BYTES } from "../../limits";
import type { PagePlan } from "./page-plan";
import { keyName, runs } from "./page-runs";

const { sql, join } = Prisma;
type Sql = Prisma.Sql;

/**
 * `text`: the items with commas between them, null where there are none. `bound`: where more records follow, the keys of the
 * page's last record as a JSON array; else null. `whole`: false where the page is longer, and has to be asked for in pieces;
 * null where it is empty.
 */
export type ShortPage = { text: string | null; count: number; bound: string | null; whole: boolean | null };

/** The same; `bound` is on the last piece. */
export type PieceOfPage = { text: string; count: number; bound: string | null };

/**
 * One row: a page of up to 1 MiB as one text, which costs PostgreSQL half of what pieces do. `item` is given over rows named `r`, and only for records of the page: what it has no
 * room for is not even read from its storage.
 */
export function shortPageSql(plan: PagePlan, relation: Sql, item: Sql): Sql {
  return sql`
    SELECT string_agg(CASE WHEN r.total <= ${SHORT_PAGE_BYTES}::int THEN ${item} END, ',') AS text, count(*)::int AS count,
      max(CASE WHEN r.next IS NOT NULL AND r.place = ${plan.limit}::int THEN ${boundSql(plan)} END) AS bound,
      bool_and(r.total <= ${SHORT_PAGE_BYTES}::int) AS whole
    FROM (${measured(plan, relation)}) r
    WHERE r.place <= ${plan.limit}::int`;
}

/** Rows for a page of any length: in pieces of some 256 KiB and in order, so that nobody has to hold it whole. */
export function longPageSql(plan: PagePlan, relation: Sql, item: Sql): Sql {
  return sql`
    SELECT string_agg(i.text, ',' ORDER BY i.place) AS text, count(*)::int AS count, max(i.bound) AS bound
    FROM (
      SELECT ${item} AS text, r.place, r.total, CASE
        WHEN r.next IS NOT NULL AND (r.place = ${plan.limit}::int OR r.total + r.next > ${MAX_PAGE_BYTES}::int)
        THEN ${boundSql(plan)} END AS bound
      FROM (${measured(plan, relation)}) r
      WHERE r.place <= ${plan.limit}::int AND (r.total <= ${MAX_PAGE_BYTES}::int OR r.place = 1)
    ) i
    GROUP BY i.total / ${PIECE_BYTES}::int
    ORDER BY min(i.place)`;
}

/** Of records as stored; their envelopes come on top. */
const PIECE_BYTES = 256 * 1024;

/** The records of the page and the one after it, in order, each with its place and how many bytes there are up to it. */
function measured(plan: PagePlan, relation: Sql): Sql {
  return sql`
    SELECT p.*, row_number() OVER run AS place, sum(p.bytes) OVER run AS total, lead(p.bytes) OVER run AS next
    FROM (${runs(plan, relation)}) p
    WINDOW run AS (ROWS UNBOUNDED PRECEDING)`;
}

function boundSql({ sort }: PagePlan): Sql {
  return sql`json_build_array(${join(sort.map((_, index) => sql`${keyName(index)}::text`))})::text`;
}
