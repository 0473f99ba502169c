/** The record envelope as JSON text, built by PostgreSQL, so that the service never parses records (spec: Record envelope). */
import type { Field } from "../../model";
import { nameSql, type Row } from "../columns";
import { filterSql } from "../filter/filter-sql";
import type { PlannedFilter } from "../plan";
import { type Sql, sql } from "../sql";

export type Projection = {
  entityKey: string;
  /** Keys that the caller cannot read or did not ask for. */
  hidden: string[];
  /** Keys that the caller can read only on some records. */
  conditional: { key: string; scope: PlannedFilter }[];
  /** References whose records are shown too; none if absent. */
  expansions?: Expansion[];
  fieldsAddedLater?: readonly string[] | undefined;
};

export type Expansion = {
  reference: Field;
  /** The records on which the reference itself is readable. */
  readable: PlannedFilter;
  /** null if the caller can list no records of that entity. */
  target: { entityId: string; scope: PlannedFilter; projection: Projection } | null;
};

type Parts = { head?: Sql; data?: Sql; tail?: Sql };

/** The envelope of rows named `r`. Entity keys need no escaping: the configuration allows only plain ones. */
export function envelopeSql(projection: Projection, row: Row, parts: Parts = {}): Sql {
  const { head = sql`r.head`, data = dataSql(projection, row), tail = sql`'}'` } = parts;
  return sql`${head} || ${`,"entityKey":"${projection.entityKey}","data":`}::text || ${data}::text || ${tail}`;
}

/** For a row that the caller may be unable to list; its data is then empty (contract § 7). `inside`: the row is in a scope. */
export function envelopeIfVisibleSql(
  projection: Projection,
  visible: PlannedFilter,
  row: Row,
  inside: (scope: PlannedFilter) => Sql = (scope) => filterSql(scope, row),
): Sql {
  const data = sql`CASE WHEN ${inside(visible)} THEN ${dataSql(projection, row, inside)} ELSE '{}'::jsonb END`;
  return envelopeSql(projection, row, { data: sql`(${data})` });
}

function dataSql(
  { hidden, conditional, fieldsAddedLater }: Projection,
  row: Row,
  inside = (scope: PlannedFilter) => filterSql(scope, row),
): Sql {
  const data = wholeDataSql(row.data, fieldsAddedLater);
  const shown = hidden.length === 0 ? data : sql`(${data} - ${hidden}::text[])`;
  return conditional.reduce(
    (data, { key, scope }) => sql`(${data} - CASE WHEN ${inside(scope)} THEN '{}'::text[] ELSE ${[key]}::text[] END)`,
    shown,
  );
}

/** The data with null for each field that was added after the record was written. Filters and orders need none of this. */
export function wholeDataSql(data: Sql, fieldsAddedLater: readonly string[] = []): Sql {
  if (fieldsAddedLater.length === 0) return data;
  const nulls = Object.fromEntries(fieldsAddedLater.map((key) => [key, null]));
  return sql`(${nameSql(JSON.stringify(nulls))}::jsonb || ${data})`;
}
