/** Rewrites an entity's records in batches, in one transaction. Versions and times stay: no caller has changed a record. */
import type { JsonObject } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read, readOne, write } from "../../postgres/query";
import { nameSql } from "../../query/columns";
import { join, type Sql, sql } from "../../query/sql";
import { partition } from "./partitions";
import { DERIVED, DERIVED_SET, type DerivedColumns, ID, tableOf } from "./written-columns";

/** How stored data gets a new form. */
export type NewData = {
  /** The fields that some records lack. They get null. */
  lacked: string[];
  removed: string[];
  /** New key → former key. */
  renamed: Record<string, string>;
  /** New field key → former value → new value of its options. */
  options: Record<string, Record<string, string>>;
};

type Rewrite = {
  entityId: string;
  form: NewData;
  /** `data` has the new form. null if the derived columns stay as they are. */
  derive: ((data: JsonObject) => DerivedColumns) | null;
};

export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

type RewrittenBatch = { last: string; count: number };

/** The records after `id`, in the order of ids. null if there are none. */
export function rewriteAfter(transaction: Connection, rewrite: Rewrite, id: string): Promise<RewrittenBatch | null> {
  const { entityId, form, derive } = rewrite;
  const those = (columns: Sql, limit: number) =>
    sql`SELECT ${columns} FROM ${partition(entityId)} r
         WHERE r.entity_id = ${entityId}::uuid AND r.id > ${id}::uuid ORDER BY r.id LIMIT ${limit}::int`;
  return derive === null
    ? rewriteInPlace(transaction, entityId, newDataSql(form), those(sql`r.id`, BATCH_IN_PLACE))
    : rewriteDerived(transaction, entityId, newDataSql(form), those(sql`r.*`, BATCH), derive);
}

const BATCH_IN_PLACE = 5_000;

async function rewriteInPlace(transaction: Connection, entityId: string, data: Sql, those: Sql) {
  const { last, count } = await readOne<{ last: string | null; count: number }>(
    sql`
    WITH those AS MATERIALIZED (${those}), written AS (
      UPDATE ${partition(entityId)} r SET data = ${data} FROM those t WHERE r.entity_id = ${entityId}::uuid AND r.id = t.id
      RETURNING 1
    )
    SELECT (SELECT id FROM those ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM written) AS count`,
    { on: transaction },
  );
  return last === null ? null : { last, count };
}

const BATCH = 1_000;
const BATCH_BYTES = 4 * 1024 * 1024;

async function rewriteDerived(
  transaction: Connection,
  entityId: string,
  data: Sql,
  those: Sql,
  derive: (data: JsonObject) => DerivedColumns,
): Promise<RewrittenBatch | null> {
  const rows = await read<{ id: string; data: JsonObject }>(
    sql`SELECT r.id, ${data} AS data
          FROM (SELECT r.*, sum(r.bytes) OVER (ORDER BY r.id) AS total FROM (${those}) r) r
         WHERE r.total <= ${BATCH_BYTES}::int OR r.total = r.bytes ORDER BY r.id`,
    { on: transaction },
  );
  const last = rows.at(-1);
  if (last === undefined) return null;
  const derived = rows.map((row) => ({ id: row.id, derived: derive(row.data) }));
  await write(
    sql`UPDATE ${partition(entityId)} r SET data = ${data}, ${DERIVED_SET}
          FROM ${tableOf(derived, [...ID, ...DERIVED])} n WHERE r.entity_id = ${entityId}::uuid AND r.id = n.id`,
    { on: transaction },
  );
  return { last: last.id, count: rows.length };
}

/** Otherwise new labels would conflict with former ones. */
export async function clearLabels(transaction: Connection, entityId: string): Promise<void> {
  await write(sql`UPDATE ${partition(entityId)} SET label_key = NULL WHERE label_key IS NOT NULL`, { on: transaction });
}

/** The stored data in its new form. The function is in prisma/migrations. */
function newDataSql({ lacked, removed, renamed, options }: NewData): Sql {
  const nulls = jsonSql(Object.fromEntries(lacked.map((key) => [key, null])));
  return sql`public.reshaped(r.data, ${nulls}, ${namesSql(removed)}, ${namesSql(Object.entries(renamed).flat())}, ${jsonSql(options)})`;
}

function namesSql(names: string[]): Sql {
  return names.length === 0 ? sql`'{}'::text[]` : sql`ARRAY[${join(names.map(nameSql))}]::text[]`;
}

function jsonSql(value: object): Sql {
  return sql`${nameSql(JSON.stringify(value))}::jsonb`;
}
