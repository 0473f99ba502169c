/** Compiles an aggregate to one statement, and turns its rows into JSON (contract § 6). Exact: numbers are summed as decimals. */
import { MAX_GROUPS, SHORT_PAGE_BYTES } from "../../limits";
import type { FieldType, JsonObject, JsonValue } from "../../model";
import { columnSql, nameOf, STORED, textSql } from "../columns";
import { filterSql } from "../filter/filter-sql";
import { keyConditions, searchConditions } from "../page/page-runs";
import { type Column, columnName } from "../plan";
import { join, raw, type Sql, sql } from "../sql";
import type { AggregatePlan, Group, Measure } from "./aggregate-plan";

/** `g0` …: the groups' values; `m0` …: the measures, as text. `found` counts groups up to one more than are returned. */
export type AggregateRow = Record<string, string | null> & { found: number };

/** Returns the largest groups by the first measure, then in the order of their values, nulls last. */
export function aggregateSql(plan: AggregatePlan, relation: Sql): Sql {
  const { where, search, groups, measures } = plan;
  const inputs = new Map(
    measures.flatMap(({ column, type }) => (column === null ? [] : [[columnName(column), { column, type }]])),
  );
  const inputOf = (column: Column) => nameOf("v", [...inputs.keys()].indexOf(columnName(column)));
  const columns = [
    sql`1 AS one`,
    ...groups.map((group, index) => sql`${groupSql(group)} AS ${nameOf("g", index)}`),
    ...[...inputs.values()].map(({ column, type }) => sql`${inputSql(column, type)} AS ${inputOf(column)}`),
  ];
  const conditions = [...keyConditions({ ...plan, sort: [] }), filterSql(where, STORED), ...searchConditions(search)];
  // A subquery of its own: its rows are narrow, so PostgreSQL, which cannot know the number of groups, does not sort the full
  // records.
  const rows = sql`SELECT ${join(columns)} FROM ${relation} r WHERE ${join(conditions, " AND ")} OFFSET 0`;
  const keys = groups.map((_, index) => nameOf("g", index));
  const values = measures.map(
    ({ measure, column }, index) =>
      sql`${raw(measure)}(${column === null ? sql`*` : inputOf(column)}) AS ${nameOf("m", index)}`,
  );
  const grouped = sql`SELECT ${join([...keys, ...values])} FROM (${rows}) r ${keys.length === 0 ? sql`` : sql`GROUP BY ${join(keys)}`}`;
  const order = [sql`m0 DESC NULLS LAST`, ...keys.map((key) => sql`${key} ASC NULLS LAST`)];
  const bytes = keys.map((key) => sql`coalesce(octet_length(${key}::text), 0)`);
  const texts = [
    ...groups.map((group, index) => sql`${groupText(group, nameOf("g", index))} AS ${nameOf("g", index)}`),
    ...measures.map((measure, index) => sql`${measureText(measure, nameOf("m", index))} AS ${nameOf("m", index)}`),
  ];
  return sql`
    SELECT ${join(texts)}, found FROM (
      SELECT a.*, count(*) OVER ()::int AS found, row_number() OVER () AS place,
        sum(${bytes.length === 0 ? sql`0` : join(bytes, " + ")}) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
      FROM (SELECT * FROM (${grouped}) a ORDER BY ${join(order)} LIMIT ${MAX_GROUPS + 1}::int) a) a
    WHERE place <= ${MAX_GROUPS}::int AND bytes <= ${SHORT_PAGE_BYTES}::int
    ORDER BY place`;
}

export function toAggregateItem(row: AggregateRow, { groups, measures }: AggregatePlan): JsonObject {
  const group = groups.map((each, index) => [each.name, groupValue(each.type, row[`g${index}`] ?? null)]);
  const values = measures.map((each, index) => [each.name, measureValue(each, row[`m${index}`] ?? null)]);
  return Object.fromEntries([["group", Object.fromEntries(group)], ...values]);
}

/** A period is a timestamp without a zone. */
function groupSql({ column, type, by }: Group): Sql {
  if (by === null) return columnSql(column, STORED);
  if (column.kind === "system") return truncated(by, utc(columnSql(column, STORED)));
  const text = textSql(column.field, STORED);
  return truncated(by, type === "date" ? sql`${text}::timestamp` : utc(sql`${text}::timestamptz`));
}

function groupText({ column, type, by }: Group, name: Sql): Sql {
  if (by !== null) return type === "date" ? sql`to_char(${name}, 'YYYY-MM-DD')` : momentText(name);
  return column.kind === "system" ? momentText(utc(name)) : sql`${name}::text`;
}

function inputSql(column: Column, type: FieldType): Sql {
  const isNumber = type === "integer" || type === "number";
  return isNumber && column.kind === "data"
    ? sql`${textSql(column.field, STORED)}::numeric`
    : columnSql(column, STORED);
}

function measureText({ measure, column, type }: Measure, name: Sql): Sql {
  if (measure === "count") return sql`${name}::text`;
  if (column?.kind === "system") return momentText(utc(name));
  // Removes the trailing zeros of the division.
  return measure === "avg" && type === "decimal" ? sql`trim_scale(${name})::text` : sql`${name}::text`;
}

function truncated(by: string, moment: Sql): Sql {
  return sql`date_trunc(${by}::text, ${moment})`;
}

function utc(moment: Sql): Sql {
  return sql`(${moment} AT TIME ZONE 'UTC')`;
}

/** In the format of records' date-times. */
function momentText(moment: Sql): Sql {
  return sql`to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function groupValue(type: FieldType, text: string | null): JsonValue {
  if (text === null) return null;
  if (type === "integer") return Number(text);
  return type === "boolean" ? text === "true" : text;
}

/** A JSON number if it is a safe integer or a finite double; otherwise the decimal as text. */
function measureValue({ measure, type }: Measure, text: string | null): JsonValue {
  if (measure === "count") return Number(text);
  if (text === null || type === "decimal" || type === "date" || type === "datetime") return text;
  const number = Number(text);
  if (type === "integer" && measure === "sum") return Number.isSafeInteger(number) ? number : text;
  return Number.isFinite(number) ? number : text;
}
