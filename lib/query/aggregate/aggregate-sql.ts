/** An aggregate as one statement, and its rows as JSON (contract § 6). Exact: numbers are summed as decimals. */
import { Prisma } from "../../../generated/prisma/client";
import { MAX_GROUPS, SHORT_PAGE_BYTES } from "../../limits";
import type { FieldType, JsonObject, JsonValue } from "../../model";
import { columnSql, STORED, textSql } from "../columns";
import { filterSql } from "../filter/filter-sql";
import { searchConditions } from "../page/page-runs";
import type { AggregatePlan, Group, Measure } from "./aggregate-plan";

const { sql, join, raw, empty } = Prisma;
type Sql = Prisma.Sql;

/** `g0`, `g1`: what is grouped by; `m0` …: measures, as text. `found`: how many groups there are, at most one more than are given. */
export type AggregateRow = Record<string, string | null> & { found: number };

/** The largest groups by the first measure, then in the order of what they are grouped by; nulls last. */
export function aggregateSql(plan: AggregatePlan, relation: Sql): Sql {
  const { groups, measures } = plan;
  const conditions = [filterSql(plan.where, STORED), ...searchConditions(plan.search)];
  const keys = groups.map((group, index) => sql`${groupSql(group)} AS ${nameOf("g", index)}`);
  const values = measures.map((measure, index) => sql`${measureSql(measure)} AS ${nameOf("m", index)}`);
  const grouped = sql`
    SELECT ${join([...keys, ...values])} FROM ${relation} r WHERE ${join(conditions, " AND ")}
    ${groups.length === 0 ? empty : sql`GROUP BY ${names("g", groups)}`}`;
  const order = [sql`m0 DESC NULLS LAST`, ...groups.map((_, index) => sql`${nameOf("g", index)} ASC NULLS LAST`)];
  const largest = sql`SELECT * FROM (${grouped}) a ORDER BY ${join(order)} LIMIT ${MAX_GROUPS + 1}::int`;
  const texts = [...groups.map((_, index) => nameOf("g", index)), ...measures.map((_, index) => nameOf("m", index))];
  const bytes = groups.map((_, index) => sql`coalesce(octet_length(${nameOf("g", index)}::text), 0)`);
  return sql`
    SELECT ${join(texts.map((name) => sql`c.${name}::text`))}, c.found FROM (
      SELECT b.*, count(*) OVER ()::int AS found, row_number() OVER () AS place,
        sum(${bytes.length === 0 ? sql`0` : join(bytes, " + ")}) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
      FROM (${largest}) b) c
    WHERE c.place <= ${MAX_GROUPS}::int AND c.bytes <= ${SHORT_PAGE_BYTES}::int
    ORDER BY c.place`;
}

/** What a response has of a row. */
export function toAggregateItem(row: AggregateRow, { groups, measures }: AggregatePlan): JsonObject {
  const group = groups.map((each, index) => [each.name, groupValue(each.type, row[`g${index}`] ?? null)]);
  const values = measures.map((each, index) => [each.name, measureValue(each, row[`m${index}`] ?? null)]);
  return Object.fromEntries([["group", Object.fromEntries(group)], ...values]);
}

function groupSql({ column, type, by }: Group): Sql {
  if (column.kind === "system")
    return instantText(by === null ? utc(columnSql(column, STORED)) : truncated(by, utc(columnSql(column, STORED))));
  const value = columnSql(column, STORED);
  if (by === null) return value;
  const text = textSql(column.field, STORED);
  if (type === "datetime") return instantText(truncated(by, utc(sql`${text}::timestamptz`)));
  return inOrder(sql`to_char(${truncated(by, sql`${text}::timestamp`)}, 'YYYY-MM-DD')`);
}

function measureSql({ measure, column, type }: Measure): Sql {
  if (measure === "count") {
    return column === null || column.kind === "system" ? sql`count(*)` : sql`count(${textSql(column.field, STORED)})`;
  }
  if (column === null) throw new Error(`There is nothing to take the ${measure} of.`);
  if (measure === "min" || measure === "max") {
    const value = columnSql(column, STORED);
    return aggregate(measure, column.kind === "system" ? instantText(utc(value)) : value);
  }
  if (column.kind === "system") throw new Error(`Moments have no ${measure}.`);
  const number = sql`${textSql(column.field, STORED)}::numeric`;
  // Of decimals it is given as text, without the zeros of the division.
  return measure === "avg" && type === "decimal" ? sql`trim_scale(avg(${number}))` : aggregate(measure, number);
}

function aggregate(measure: "sum" | "avg" | "min" | "max", value: Sql): Sql {
  return sql`${raw(measure)}(${value})`;
}

function truncated(by: string, moment: Sql): Sql {
  return sql`date_trunc(${raw(`'${by}'`)}, ${moment})`;
}

function utc(moment: Sql): Sql {
  return sql`(${moment} AT TIME ZONE 'UTC')`;
}

/** As records have moments. */
function instantText(moment: Sql): Sql {
  return inOrder(sql`to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}

function inOrder(text: Sql): Sql {
  return sql`(${text} COLLATE "C")`;
}

function names(prefix: "g" | "m", list: unknown[]): Sql {
  return join(list.map((_, index) => nameOf(prefix, index)));
}

function nameOf(prefix: "g" | "m", index: number): Sql {
  return raw(`${prefix}${Math.trunc(index)}`);
}

function groupValue(type: FieldType, text: string | null): JsonValue {
  if (text === null) return null;
  if (type === "integer") return Number(text);
  return type === "boolean" ? text === "true" : text;
}

/** A JSON number where it can be one: what is no safe integer, or no finite double, is given as the text of the decimal. */
function measureValue({ measure, type }: Measure, text: string | null): JsonValue {
  if (measure === "count") return Number(text);
  if (text === null || type === "decimal" || type === "date" || type === "datetime") return text;
  const number = Number(text);
  if (type === "integer" && measure === "sum") return Number.isSafeInteger(number) ? number : text;
  return Number.isFinite(number) ? number : text;
}
