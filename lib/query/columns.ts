/**
 * SQL for the columns of a record and for the values they are compared with, typed like the indexes of a partition. Names from
 * the configuration are written into the statement, quoted by the driver; everything else is bound.
 */
import pg from "pg";
import { Prisma } from "../../generated/prisma/client";
import type { Field, JsonValue, Reshaping } from "../model";
import { FIELD_CAST } from "./filter/operators";
import type { Column, SortKey } from "./plan";

const { sql, join, raw } = Prisma;
type Sql = Prisma.Sql;

/** The expressions for a row's columns, of a stored record or of one that is about to be written. */
export type Row = { id: Sql; created: Sql; updated: Sql; createdBy: Sql; data: Sql };

/** The row of a partition with this alias. */
export function rowOf(table: Sql): Row {
  return {
    id: sql`${table}.id`,
    created: sql`${table}.created`,
    updated: sql`${table}.updated`,
    createdBy: sql`${table}.created_by`,
    data: sql`${table}.data`,
  };
}

export const STORED = rowOf(sql`r`);

/** The record that a reference points to, next to the row with the reference. */
export const REFERENCED = rowOf(sql`x`);

/** The typed value of a column. The indexes of its partition use the same text. */
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

/** A value to compare the column with. It is bound, unless it is named in the configuration. */
export function valueSql(column: Column, value: JsonValue): Sql {
  switch (castOf(column)) {
    case "text":
      return isNamed(column, value) ? sql`${nameSql(String(value))}::text` : sql`${String(value)}::text`;
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

/** Nulls last in both directions. Omitted for columns that are never null, because their indexes would have to declare it too. */
export function orderSql(keys: SortKey[], row: Row): Sql {
  return join(
    keys.map(({ column, direction }) => {
      const value = columnSql(column, row);
      if (direction === "asc") return sql`${value} ASC`;
      return column.kind === "system" ? sql`${value} DESC` : sql`${value} DESC NULLS LAST`;
    }),
  );
}

/** The type in which a column's values are compared. */
export function castOf(column: Column): "text" | "float8" | "numeric" | "uuid" | "timestamptz" {
  if (column.kind === "data") return FIELD_CAST[column.field.type];
  return column.name === "created" || column.name === "updated" ? "timestamptz" : "uuid";
}

/** Bound values to compare the column with, as an array. */
export function arraySql(column: Column, values: JsonValue[]): Sql {
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

/** The value as JSON text has it. */
export function textSql({ key, reshaping }: Pick<Field, "key" | "reshaping">, row: Row): Sql {
  return sql`(${shapedSql(row.data, reshaping)}->>${nameSql(key)})`;
}

/** The data in the present shape of its entity. */
export function shapedSql(data: Sql, reshaping: Reshaping | undefined): Sql {
  if (reshaping === undefined) return data;
  const { added, removed, renamed, options } = sortedParts(reshaping);
  const nulls = Object.fromEntries(added.map((key) => [key, null]));
  if (!changesValues(reshaping)) return added.length === 0 ? data : sql`(${jsonSql(nulls)} || ${data})`;
  const keys = sql`${namesSql(removed)}, ${namesSql(Object.entries(renamed).flat())}`;
  return sql`public.reshaped(${data}, ${jsonSql(nulls)}, ${keys}, ${jsonSql(options)})`;
}

function namesSql(names: string[]): Sql {
  return names.length === 0 ? sql`'{}'::text[]` : sql`ARRAY[${join(names.map(nameSql))}]::text[]`;
}

function jsonSql(value: object): Sql {
  return sql`${nameSql(JSON.stringify(value))}::jsonb`;
}

/** Whether something was removed or renamed, which callers can notice. */
export function changesValues({ removed, renamed, options }: Reshaping): boolean {
  return [removed, Object.keys(renamed), Object.keys(options)].some((part) => part.length > 0);
}

/** Whether the records are being rewritten. Until they all are, columns that derive from their data can be the former ones. */
export function isPending(reshaping: Reshaping | null | undefined): boolean {
  return reshaping !== undefined && reshaping !== null && reshaping.stays !== true;
}

/** A unique text for each pending migration, after which its indexes are named. */
export function reshapingText(reshaping: Reshaping): string {
  return JSON.stringify(sortedParts(reshaping));
}

/** In a fixed order, whatever the database returns: an index serves only exactly the expression it was built on. */
function sortedParts({ added, removed, renamed, options }: Reshaping): Reshaping {
  const sorted = <Value>(part: Record<string, Value>) =>
    Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)));
  const values = Object.entries(options).map(([key, renamed]) => [key, sorted(renamed)] as const);
  return {
    added: [...added].sort(),
    removed: [...removed].sort(),
    renamed: sorted(renamed),
    options: sorted(Object.fromEntries(values)),
  };
}

/**
 * For a field's key, an option of a select, or an entity's id. It is written into the statement, so the planner can see it
 * (`page/page-plan.ts`).
 */
export function nameSql(name: string): Sql {
  return raw(pg.escapeLiteral(name));
}

/** Whether the configuration limits the column's field to a few values and this is one of them. */
export function isNamed(column: Column, value: JsonValue): boolean {
  if (column.kind === "system") return false;
  const { type, options } = column.field;
  return type === "boolean" || (type === "select" && options.some((option) => option.value === value));
}

export function isUuid(text: JsonValue): boolean {
  return typeof text === "string" && UUID.test(text);
}

/** Lower case only: an id has one spelling. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
