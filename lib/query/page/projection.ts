/**
 * What a caller sees of a record: the envelope as JSON text. PostgreSQL makes it from the stored text, so the service never
 * parses records (spec: Record envelope).
 */
import { Prisma } from "../../../generated/prisma/client";
import type { Field, Reshaping } from "../../model";
import { type Row, shapedSql } from "../columns";
import { filterSql } from "../filter/filter-sql";
import type { PlannedFilter } from "../plan";

const { sql } = Prisma;
type Sql = Prisma.Sql;

export type Projection = {
  entityKey: string;
  /** Keys that the caller may not read or did not ask for. */
  hidden: string[];
  /** Keys it may read on some records only. */
  conditional: { key: string; scope: PlannedFilter }[];
  /** References whose records are shown too; absent: none. */
  expansions?: Expansion[];
  /** Present while records of the entity are being rewritten. */
  reshaping?: Reshaping | undefined;
};

export type Expansion = {
  reference: Field;
  /** The records on which the reference itself is readable. */
  readable: PlannedFilter;
  /** null where the caller can list nothing of that entity. */
  target: { entityId: string; scope: PlannedFilter; projection: Projection } | null;
};

/** SQL for parts of the envelope that are not the usual ones. */
type Parts = { head?: Sql; data?: Sql; tail?: Sql };

/**
 * The record envelope of rows named `r`. Its head is stored with the record. Entity keys need no escaping in JSON: the
 * configuration allows only plain ones.
 */
export function envelopeSql(projection: Projection, row: Row, parts: Parts = {}): Sql {
  const { head = sql`r.head`, data = dataSql(projection, row), tail = sql`'}'` } = parts;
  return sql`${head} || ${`,"entityKey":"${projection.entityKey}","data":`}::text || ${data}::text || ${tail}`;
}

/**
 * The same where the row may lie outside what the caller can list; its data is then empty (contract § 7). `inside`: the
 * condition to lie in a scope, where the row alone does not decide it.
 */
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
  { hidden, conditional, reshaping }: Projection,
  row: Row,
  inside = (scope: PlannedFilter) => filterSql(scope, row),
): Sql {
  const data = shapedSql(row.data, reshaping);
  const shown = hidden.length === 0 ? data : sql`(${data} - ${hidden}::text[])`;
  return conditional.reduce(
    (data, { key, scope }) => sql`(${data} - CASE WHEN ${inside(scope)} THEN '{}'::text[] ELSE ${[key]}::text[] END)`,
    shown,
  );
}
