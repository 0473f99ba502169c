/**
 * One page of records as one statement. Keyset paging: a page at any depth starts where the index says, so it costs what
 * the first one costs, and records that others write in between are neither repeated nor missed (contract § 6).
 */
import { Prisma } from "../../generated/prisma/client";
import { MAX_PAGE_BYTES } from "../limits";
import { columnSql, orderSql, STORED } from "./columns";
import { filterSql } from "./filter-sql";
import type { Column, PlannedFilter, SortKey } from "./plan";
import { afterNonNull, afterSql, type Position } from "./position";
import { searchSql, searchTextSql } from "./text-match";

const { sql, join, empty, raw } = Prisma;
type Sql = Prisma.Sql;

export type PagePlan = {
  entityId: string;
  /** The owner's row scope and, within it, the caller's filter. */
  where: PlannedFilter;
  /** Words, folded; and the columns to look into where that is not simply every searchable one. */
  search: { words: string[]; columns: Column[] | null };
  /** Ends with the record id, so that the order is total. */
  sort: SortKey[];
  after: Position | null;
  limit: number;
};

/**
 * Rows of [text, count, bound]: the page in pieces, in order. `text`: the items of a piece with commas between them, of some
 * 256 KiB, so that nobody has to hold a long page whole. `bound`: on the last row, where more records follow, the keys of
 * the page's last record as a JSON array; else null. `item` is given over rows named `r`, and only for records of the page:
 * what its byte budget leaves out is not even read from its storage.
 */
export function pageSql(plan: PagePlan, relation: Sql, item: Sql): Sql {
  const keys = join(plan.sort.map((_, index) => KEY_NAMES[index] ?? empty));
  return sql`
    SELECT string_agg(i.text, ',' ORDER BY i.place), count(*)::int, max(i.bound)
    FROM (
      SELECT ${item} AS text, r.place, r.total, CASE
        WHEN r.next IS NOT NULL AND (r.place = ${plan.limit}::int OR r.total + r.next > ${MAX_PAGE_BYTES}::int)
        THEN json_build_array(${keys})::text END AS bound
      FROM (
        SELECT p.*, row_number() OVER run AS place, sum(p.bytes) OVER run AS total, lead(p.bytes) OVER run AS next
        FROM (${runs(plan, relation)}) p
        WINDOW run AS (ROWS UNBOUNDED PRECEDING)
      ) r
      WHERE r.place <= ${plan.limit}::int AND (r.total <= ${MAX_PAGE_BYTES}::int OR r.place = 1)
    ) i
    GROUP BY i.total / ${PIECE_BYTES}::int
    ORDER BY min(i.place)`;
}

/** Of records as stored; their envelopes come on top. */
const PIECE_BYTES = 256 * 1024;

/** Bound names are not possible for columns; these are ours, and more than a sort may have. */
const KEY_NAMES = [sql`k0`, sql`k1`, sql`k2`, sql`k3`, sql`k4`, sql`k5`];

/**
 * Nulls come last both ways. PostgreSQL's indexes put them last one way only, and an OR over them would hide the index's
 * starting point; so an order by a column that may be null is read as two runs, first the values, then the nulls.
 */
function runs(plan: PagePlan, relation: Sql): Sql {
  const [first, second] = segments(plan, relation);
  return second === undefined ? sql`${first}` : sql`${first} UNION ALL ${second} LIMIT ${oneMore(plan)}`;
}

function segments(plan: PagePlan, relation: Sql): Sql[] {
  const [first, ...rest] = plan.sort;
  if (first === undefined) throw new Error("An order has at least one key.");
  const [value = null, ...restAfter] = plan.after ?? [];
  if (first.column.kind === "system") return [segment(plan, relation, afterNonNull(plan.sort, plan.after))];

  const column = columnSql(first.column, STORED);
  const isPastValues = plan.after !== null && value === null;
  const past = isPastValues ? [afterSql(rest, restAfter)] : [];
  const nulls = segment(plan, relation, [sql`${column} IS NULL`, ...past]);
  if (isPastValues) return [nulls];
  const values = segment(plan, relation, [sql`${column} IS NOT NULL`, ...afterNonNull(plan.sort, plan.after)]);
  return excludesNull(plan.where, first.column) ? [values] : [values, nulls];
}

function segment(plan: PagePlan, relation: Sql, bounds: Sql[]): Sql {
  const conditions = [filterSql(plan.where, STORED), ...searchConditions(plan.search), ...bounds];
  const keys = plan.sort.map(({ column }, index) => sql`${columnSql(column, STORED)}::text AS ${KEY_NAMES[index]}`);
  return sql`(
    SELECT r.id, r.created, r.updated, r.created_by, r.head, r.data, r.bytes, ${join(keys)}
    FROM ${relation} r
    WHERE ${join(conditions, " AND ")}
    ORDER BY ${orderOfRun(plan.sort)}
    LIMIT ${oneMore(plan)}
  )`;
}

/**
 * Written out, because with a bound limit a prepared statement would be planned for a tenth of all records. A whole number
 * has no other spelling.
 */
function oneMore({ limit }: PagePlan): Sql {
  if (!Number.isSafeInteger(limit)) throw new Error("The limit of a page is a whole number.");
  return raw(String(limit + 1));
}

/**
 * Within a run the first key is never null, or always: it needs no NULLS LAST, and an index that is read backwards cannot
 * give it. Among the nulls it decides nothing, but named it lets the index give the order of the rest.
 */
function orderOfRun([first, ...rest]: SortKey[]): Sql {
  if (first === undefined) throw new Error("An order has at least one key.");
  const column = columnSql(first.column, STORED);
  const head = first.direction === "asc" ? sql`${column} ASC` : sql`${column} DESC`;
  return rest.length === 0 ? head : sql`${head}, ${orderSql(rest, STORED)}`;
}

/** The search text serves the index; the columns decide where the caller may not search all of it. */
function searchConditions({ words, columns }: PagePlan["search"]): Sql[] {
  if (words.length === 0) return [];
  if (columns === null) return [searchTextSql(words)];
  if (columns.length === 0) return [sql`FALSE`];
  return [searchTextSql(words), searchSql(words, columns, STORED)];
}

/** Whether the filter surely leaves no record in which the column is null, so that the nulls' run need not be asked for. */
function excludesNull(filter: PlannedFilter, column: Column): boolean {
  if (filter.kind === "and") return filter.parts.some((part) => excludesNull(part, column));
  if (filter.kind !== "test" || column.kind !== "data" || filter.column.kind !== "data") return false;
  if (filter.column.field.key !== column.field.key) return false;
  switch (filter.operator) {
    case "neq":
    case "nin":
    case "not_contains":
      return false;
    case "is_null":
      return filter.value === false;
    default:
      return true;
  }
}
