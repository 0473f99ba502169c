/** SQL for a record's columns and the values compared with them. Names of the configuration are quoted; all else is bound. */
import pg from "pg";
import type { Field, JsonValue } from "../model";
import { fieldCast } from "./filter/operators";
import type { Column, SortKey } from "./plan";
import { join, raw, type Sql, sql } from "./sql";

/** The expressions for a row's columns, of a stored record or of one that is about to be written. */
export type Row = { id: Sql; created: Sql; updated: Sql; createdBy: Sql; data: Sql };

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
  const cast = fieldCast(column.field.type);
  return cast === "text" ? sql`(${text} COLLATE "C")` : sql`${text}::${raw(cast)}`;
}

/** A value to compare the column with. It is bound, unless it is named in the configuration. */
export function valueSql(column: Column, value: JsonValue): Sql {
  if (isNamed(column, value)) return sql`${nameSql(String(value))}::text`;
  const cast = castOf(column);
  return sql`${cast === "text" ? String(value) : value}::${raw(cast)}`;
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
  if (column.kind === "data") return fieldCast(column.field.type);
  return column.name === "created" || column.name === "updated" ? "timestamptz" : "uuid";
}

export function arraySql(column: Column, values: JsonValue[]): Sql {
  const cast = castOf(column);
  const list = cast === "uuid" ? values.filter(isUuid) : cast === "text" ? values.map(String) : values;
  return sql`${list}::${raw(cast)}[]`;
}

/** The value as JSON text has it. */
export function textSql({ key }: Pick<Field, "key">, row: Row): Sql {
  return sql`(${row.data}->>${nameSql(key)})`;
}

/** A column of the statement's own, such as `k0`. */
export function nameOf(prefix: "g" | "k" | "m" | "ref" | "v", index: number): Sql {
  return raw(`${prefix}${index}`);
}

/** For names of the configuration. Written into the statement, so that the planner sees them (`page/page-plan.ts`). */
export function nameSql(name: string): Sql {
  return raw(pg.escapeLiteral(name));
}

/** True if the configuration limits the column's field to a few values and this is one of them. */
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
