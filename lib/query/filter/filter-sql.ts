/** Turns a planned filter into SQL. What a caller wrote is bound, never part of the statement (`columns.ts`). */
import type { JsonValue, Operator } from "../../model";
import { arraySql, castOf, columnSql, isUuid, nameSql, REFERENCED, type Row, textSql, valueSql } from "../columns";
import type { Column, PlannedFilter, ReferencedFilter } from "../plan";
import { join, type Sql, sql } from "../sql";
import { escapeLike, fold, likeSql } from "../text";

/** A condition that is true or false. Where SQL would say "unknown", the row does not match. */
export function filterSql(filter: PlannedFilter, row: Row): Sql {
  switch (filter.kind) {
    case "everything":
      return sql`TRUE`;
    case "nothing":
      return sql`FALSE`;
    case "and":
    case "or":
      return sql`(${join(
        filter.parts.map((part) => filterSql(part, row)),
        filter.kind === "and" ? " AND " : " OR ",
      )})`;
    case "not":
      return sql`(${filterSql(filter.part, row)}) IS NOT TRUE`;
    case "referenced":
      return referencedSql(filter, row);
    case "test":
      return testSql(filter.column, filter.operator, filter.value, row);
  }
}

/** Used if the referenced records were not looked up before (`lib/records/referenced.ts`), or were too many. */
function referencedSql({ reference, entityId, scope, test }: ReferencedFilter, row: Row): Sql {
  return sql`EXISTS (
    SELECT 1 FROM public.records x WHERE x.entity_id = ${nameSql(entityId)} AND x.id = ${textSql(reference, row)}::uuid
      AND ${filterSql(scope, REFERENCED)} AND ${filterSql(test, REFERENCED)})`;
}

function testSql(column: Column, operator: Operator, value: JsonValue, row: Row): Sql {
  const left = columnSql(column, row);
  const list = Array.isArray(value) ? value : [];
  switch (operator) {
    case "is_null":
      return value === true ? sql`${left} IS NULL` : sql`${left} IS NOT NULL`;
    case "eq":
      return isComparable(column, value) ? sql`${left} = ${valueSql(column, value)}` : sql`FALSE`;
    case "neq":
      return isComparable(column, value) ? sql`${left} IS DISTINCT FROM ${valueSql(column, value)}` : sql`TRUE`;
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return sql`${left} ${COMPARISONS[operator]} ${valueSql(column, value)}`;
    case "between":
      return sql`${left} BETWEEN ${valueSql(column, list[0] ?? null)} AND ${valueSql(column, list[1] ?? null)}`;
    case "in":
      return sql`${left} = ANY (${arraySql(column, list)})`;
    case "nin":
      return sql`(${left} = ANY (${arraySql(column, list)})) IS NOT TRUE`;
    case "contains":
      return likeSql(column, row, `%${escapeLike(fold(value))}%`);
    case "not_contains":
      return sql`(${likeSql(column, row, `%${escapeLike(fold(value))}%`)}) IS NOT TRUE`;
    case "starts_with":
      return likeSql(column, row, `${escapeLike(fold(value))}%`);
    case "ends_with":
      return likeSql(column, row, `%${escapeLike(fold(value))}`);
    case "any_of":
      return sql`${jsonSql(column, row)} ?| ${list}::text[]`;
    case "all_of":
      return sql`${jsonSql(column, row)} ?& ${list}::text[]`;
  }
}

const COMPARISONS = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

/** A grant of an older configuration can compare an id with text that is not an id, which matches no record. */
function isComparable(column: Column, value: JsonValue): boolean {
  return castOf(column) !== "uuid" || isUuid(value);
}

function jsonSql(column: Column, row: Row): Sql {
  if (column.kind === "system") return sql`NULL::jsonb`;
  return sql`(${row.data}->${nameSql(column.field.key)})`;
}
