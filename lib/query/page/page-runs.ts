/** Selects the records of a page in order, as SQL that an index can serve from the first row on. */
import type { Operator } from "../../model";
import { columnSql, nameOf, orderSql, STORED } from "../columns";
import { filterSql } from "../filter/filter-sql";
import { type Column, columnName, type PlannedFilter, type SortKey, testedColumn, testsOf } from "../plan";
import { join, raw, type Sql, sql } from "../sql";
import { searchSql, searchTextSql } from "../text";
import type { PagePlan } from "./page-plan";
import { afterNonNull, afterSql } from "./position";

/**
 * Nulls come last in both directions. PostgreSQL's indexes put them last in one direction only, and an OR over them would hide
 * the index's starting point. So an order by a nullable column is read in two runs: first the values, then the nulls.
 */
export function runs(plan: PagePlan, relation: Sql): Sql {
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

/** The first records of a plan's order that meet the bounds, and one more than its limit. */
export function segment(plan: PagePlan, relation: Sql, bounds: Sql[]): Sql {
  const conditions = [
    ...keyConditions(plan),
    filterSql(plan.where, STORED),
    ...searchConditions(plan.search),
    ...bounds,
  ];
  const keys = plan.sort.map(({ column }, index) => sql`${columnSql(column, STORED)} AS ${nameOf("k", index)}`);
  return sql`(
    SELECT r.id, r.created, r.updated, r.created_by, r.head, r.data, r.bytes, ${join(keys)}
    FROM ${relation} r
    WHERE ${join(conditions, " AND ")}
    ORDER BY ${orderOfRun(plan.sort)}
    LIMIT ${oneMore(plan)}
  )`;
}

/** Written into the statement: with a bound limit, a generic plan would expect a tenth of all records. */
function oneMore({ limit }: PagePlan): Sql {
  if (!Number.isSafeInteger(limit)) throw new Error("The limit of a page is a whole number.");
  return raw(String(limit + 1));
}

/**
 * Within a run, the first key is either never null or always null. It needs no NULLS LAST, which an index read backwards could
 * not provide. In the run of nulls the first key has no effect, but naming it lets the index provide the order of the other keys.
 */
function orderOfRun([first, ...rest]: SortKey[]): Sql {
  if (first === undefined) throw new Error("An order has at least one key.");
  const column = columnSql(first.column, STORED);
  const head = first.direction === "asc" ? sql`${column} ASC` : sql`${column} DESC`;
  return rest.length === 0 ? head : sql`${head}, ${orderSql(rest, STORED)}`;
}

/** Names the entity only for ids, whose index begins with it: without statistics, PostgreSQL expects it to select one in 200. */
export function keyConditions({ entityId, where, sort }: Pick<PagePlan, "entityId" | "where" | "sort">): Sql[] {
  const columns = [...sort.slice(0, 1).map(({ column }) => column), ...testsOf(where).map(testedColumn)];
  return columns.some((column) => columnName(column) === "id") ? [sql`r.entity_id = ${entityId}::uuid`] : [];
}

/** The condition on the search text uses its index. The columns decide if the caller cannot search all of it. */
export function searchConditions({ words, columns }: PagePlan["search"]): Sql[] {
  if (words.length === 0) return [];
  if (columns === null) return [searchTextSql(words)];
  if (columns.length === 0) return [sql`FALSE`];
  return [searchTextSql(words), searchSql(words, columns, STORED)];
}

/** True if no record with null in the column matches, so that the run of nulls can be left out. */
function excludesNull(filter: PlannedFilter, column: Column): boolean {
  if (filter.kind === "and") return filter.parts.some((part) => excludesNull(part, column));
  if (filter.kind !== "test" || columnName(filter.column) !== columnName(column)) return false;
  return filter.operator === "is_null" ? filter.value === false : !MATCH_NULL.includes(filter.operator);
}

const MATCH_NULL: readonly Operator[] = ["neq", "nin", "not_contains"];
