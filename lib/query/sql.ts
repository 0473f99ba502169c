/**
 * From a resolved query to SQL. Takes planned columns and typed values only; names and values are all bound, none is
 * ever text of a statement. Composes fragments, runs nothing.
 */
import { Prisma } from "../../generated/prisma/client";
import type { Field, JsonValue, Operator } from "../model";
import { FIELD_CAST } from "./operators";
import type { Column, PlannedFilter, SortKey } from "./plan";

const { sql, join } = Prisma;
type Sql = Prisma.Sql;

/** The expressions that a row's columns are read by: a stored record's, or those of one about to be written. */
export type Row = { id: Sql; created: Sql; updated: Sql; createdBy: Sql; data: Sql };

export const STORED: Row = {
  id: sql`r.id`,
  created: sql`r.created`,
  updated: sql`r.updated`,
  createdBy: sql`r.created_by`,
  data: sql`r.data`,
};

/** A condition that is true or not; where SQL would say "unknown", the row does not match. */
export function filterSql(filter: PlannedFilter, row: Row): Sql {
  switch (filter.kind) {
    case "everything":
      return sql`TRUE`;
    case "nothing":
      return sql`FALSE`;
    case "and":
      return sql`(${join(
        filter.parts.map((part) => filterSql(part, row)),
        " AND ",
      )})`;
    case "or":
      return sql`(${join(
        filter.parts.map((part) => filterSql(part, row)),
        " OR ",
      )})`;
    case "not":
      return sql`(${filterSql(filter.part, row)}) IS NOT TRUE`;
    case "test":
      return testSql(filter.column, filter.operator, filter.value, row);
    default:
      return filter satisfies never;
  }
}

/** The typed value of a column, as the indexes of its partition have it. */
export function columnSql(column: Column, row: Row): Sql {
  if (column.kind === "system") return row[column.name];
  const text = textSql(column.field, row);
  switch (FIELD_CAST[column.field.type]) {
    case "text":
      return sql`(${text} COLLATE "C")`;
    case "float8":
      return sql`${text}::float8`;
    case "numeric":
      return sql`${text}::numeric`;
  }
}

/** A bound value to compare the column with. */
export function valueSql(column: Column, value: JsonValue): Sql {
  switch (castOf(column)) {
    case "text":
      return sql`${String(value)}::text`;
    case "float8":
      return sql`${value}::float8`;
    case "numeric":
      return sql`${value}::numeric`;
    case "uuid":
      return sql`${value}::uuid`;
    case "timestamptz":
      return sql`${value}::timestamptz`;
  }
}

/** Nulls last both ways. Columns that are never null say nothing of nulls, because an index would have to say the same. */
export function orderSql(keys: SortKey[], row: Row): Sql {
  return join(
    keys.map(({ column, direction }) => {
      const value = columnSql(column, row);
      if (direction === "asc") return sql`${value} ASC`;
      return column.kind === "system" ? sql`${value} DESC` : sql`${value} DESC NULLS LAST`;
    }),
  );
}

/** Matches rows in which every word occurs in one of the columns. Words are folded already. */
export function searchSql(words: string[], columns: Column[], row: Row): Sql {
  return join(
    words.map((word) => {
      const pattern = `%${escapeLike(word)}%`;
      return sql`(${join(
        columns.map((column) => sql`${foldedSql(column, row)} LIKE ${pattern}::text`),
        " OR ",
      )})`;
    }),
    " AND ",
  );
}

/** The same over the search text, which holds every searchable field of the record and has an index for it. */
export function searchTextSql(words: string[]): Sql {
  return join(
    words.map((word) => sql`r.search_text LIKE ${`%${escapeLike(word)}%`}::text`),
    " AND ",
  );
}

/** Takes `%`, `_` and `\` literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

export function isUuid(text: JsonValue): boolean {
  return typeof text === "string" && UUID.test(text);
}

/** Lower case only: an id has one spelling. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function castOf(column: Column): "text" | "float8" | "numeric" | "uuid" | "timestamptz" {
  if (column.kind === "data") return FIELD_CAST[column.field.type];
  return column.name === "created" || column.name === "updated" ? "timestamptz" : "uuid";
}

function arraySql(column: Column, values: JsonValue[]): Sql {
  switch (castOf(column)) {
    case "text":
      return sql`${values.map(String)}::text[]`;
    case "float8":
      return sql`${values}::float8[]`;
    case "numeric":
      return sql`${values}::numeric[]`;
    case "uuid":
      return sql`${values.filter(isUuid)}::uuid[]`;
    case "timestamptz":
      return sql`${values}::timestamptz[]`;
  }
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
      return sql`${left} > ${valueSql(column, value)}`;
    case "gte":
      return sql`${left} >= ${valueSql(column, value)}`;
    case "lt":
      return sql`${left} < ${valueSql(column, value)}`;
    case "lte":
      return sql`${left} <= ${valueSql(column, value)}`;
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
    default:
      return operator satisfies never;
  }
}

/** An id that is no UUID is a legal question about a record that cannot be. */
function isComparable(column: Column, value: JsonValue): boolean {
  return castOf(column) !== "uuid" || isUuid(value);
}

function likeSql(column: Column, row: Row, pattern: string): Sql {
  return sql`${foldedSql(column, row)} LIKE ${pattern}::text`;
}

/**
 * Lower case by Unicode's rules, whatever the database's locale knows. The counterpart of `fold`. A search looks into
 * decimals, too: into their text as it was sent.
 */
function foldedSql(column: Column, row: Row): Sql {
  const text = column.kind === "system" ? row[column.name] : textSql(column.field, row);
  return sql`replace(lower(${text} COLLATE "und-x-icu"), 'ς', 'σ')`;
}

function textSql({ key }: Field, row: Row): Sql {
  return sql`(${row.data}->>${key}::text)`;
}

/**
 * What text matching compares. Lower-casing makes a capital sigma one letter at the end of a word and another within it;
 * here they are one, or a part of a word would not be found in the whole.
 */
export function fold(value: JsonValue): string {
  return String(value).toLowerCase().replaceAll("ς", "σ");
}

function jsonSql(column: Column, row: Row): Sql {
  if (column.kind === "system") return sql`NULL::jsonb`;
  return sql`(${row.data}->${column.field.key}::text)`;
}
