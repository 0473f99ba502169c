/** Where a page begins: the conditions for "after this record" in an order by several keys (contract § 6). */
import { columnSql, STORED, valueSql } from "../columns";
import type { SortKey } from "../plan";
import { type Sql, sql } from "../sql";

/** The sort values of the last record of a page, one for each key, as PostgreSQL prints them. */
export type Position = (string | null)[];

/** Conditions for records after a position whose first value is not null, in a form that lets an index start there. */
export function afterNonNull(keys: SortKey[], after: Position | null): Sql[] {
  if (after === null) return [];
  const [first, second, ...rest] = keys;
  const [firstValue = null, secondValue = null] = after;
  if (first === undefined || firstValue === null) throw new Error("The first value of this position is not null.");
  const column = columnSql(first.column, STORED);
  const value = valueSql(first.column, firstValue);
  const sign = first.direction === "asc" ? sql`>` : sql`<`;
  if (second !== undefined && secondValue !== null && rest.length === 0 && first.direction === second.direction) {
    const pair = sql`(${column}, ${columnSql(second.column, STORED)})`;
    const bound = sql`(${value}, ${valueSql(second.column, secondValue)})`;
    if (second.column.kind === "system") return [sql`${pair} ${sign} ${bound}`];
  }
  return [sql`${column} ${sign}= ${value}`, afterSql(keys, after)];
}

/** Records strictly after the position, key by key, nulls last in both directions. */
export function afterSql(keys: SortKey[], after: Position): Sql {
  const [key, ...rest] = keys;
  if (key === undefined) return sql`FALSE`;
  const [value = null, ...restAfter] = after;
  const column = columnSql(key.column, STORED);
  if (value === null) return sql`(${column} IS NULL AND ${afterSql(rest, restAfter)})`;
  const bound = valueSql(key.column, value);
  const beyond = key.direction === "asc" ? sql`${column} > ${bound}` : sql`${column} < ${bound}`;
  const later = key.column.kind === "system" ? beyond : sql`(${beyond} OR ${column} IS NULL)`;
  if (rest.length === 0) return later;
  return sql`(${later} OR (${column} = ${bound} AND ${afterSql(rest, restAfter)}))`;
}
