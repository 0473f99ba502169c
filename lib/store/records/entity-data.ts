/** Checks an entity's records for a change of configuration; with `since`, only the few written from that horizon on. */
import type { Field } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read, readOne } from "../../postgres/query";
import { STORED, textSql } from "../../query/columns";
import { type Sql, sql } from "../../query/sql";
import { uniqueKeySql } from "./partition-plan";
import { partition } from "./partitions";

/** Everything committed after this call was written by a transaction with this number or a later one. */
export async function findHorizon(connection: Connection): Promise<string> {
  const statement = sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`;
  const { horizon } = await readOne<{ horizon: string }>(statement, { on: connection });
  return horizon;
}

export async function countRecords(
  connection: Connection,
  entityId: string,
  since: string | null = null,
): Promise<number> {
  return countWhere(connection, entityId, sql`TRUE`, since);
}

type StoredField = Pick<Field, "key">;

export async function countValues(
  connection: Connection,
  entityId: string,
  field: StoredField,
  since: string | null = null,
): Promise<number> {
  return countWhere(connection, entityId, sql`${textSql(field, STORED)} IS NOT NULL`, since);
}

export async function countLonger(
  connection: Connection,
  entityId: string,
  { field, limit }: { field: StoredField; limit: number },
  since: string | null = null,
): Promise<number> {
  return countWhere(connection, entityId, sql`char_length(${textSql(field, STORED)}) > ${limit}::int`, since);
}

async function countWhere(
  connection: Connection,
  entityId: string,
  condition: Sql,
  since: string | null,
): Promise<number> {
  const lately = since === null ? sql`TRUE` : writtenSince(entityId, since);
  return count(
    connection,
    sql`SELECT count(*)::int AS count FROM ${partition(entityId)} r
         WHERE r.entity_id = ${entityId}::uuid AND ${condition} AND ${lately}`,
  );
}

/**
 * A value that several records have, in the spelling of one of them, with the ids of some of them. `values` is how many such values
 * there are, `records` how many records share theirs with an earlier one.
 */
type Repeated = { value: string; ids: string[]; values: number; records: number };

export async function findRepeatedLabels(connection: Connection, entityId: string, field: StoredField) {
  return findRepeated(connection, entityId, sql`${textSql(field, STORED)} COLLATE "C"`, sql`r.label_key`);
}

export async function findRepeatedValues(connection: Connection, entityId: string, field: Field) {
  return findRepeated(connection, entityId, textSql(field, STORED), uniqueKeySql(field, STORED));
}

function findRepeated(connection: Connection, entityId: string, text: Sql, key: Sql): Promise<Repeated[]> {
  return read<Repeated>(
    sql`SELECT min(${text}) AS value, (array_agg(r.id ORDER BY r.id))[1:${MAX_TOLD}::int] AS ids,
               (count(*) OVER ())::int AS values, (sum(count(*) - 1) OVER ())::int AS records
          FROM ${partition(entityId)} r WHERE ${key} IS NOT NULL
         GROUP BY ${key} HAVING count(*) > 1
         ORDER BY 1 LIMIT ${MAX_TOLD}::int`,
    { on: connection },
  );
}

const MAX_TOLD = 3;

/** Records whose field refers to a missing record. */
export async function countLost(
  connection: Connection,
  entityId: string,
  field: StoredField,
  referredEntityId: string,
): Promise<number> {
  return count(
    connection,
    sql`SELECT count(*)::int AS count FROM ${partition(entityId)} r
         WHERE ${textSql(field, STORED)} IS NOT NULL
           AND NOT EXISTS (SELECT FROM ${partition(referredEntityId)} x
                            WHERE x.entity_id = ${referredEntityId}::uuid AND x.id = ${textSql(field, STORED)}::uuid)`,
  );
}

/** An array, so that they are looked up by key: with a table, the planner might read all records. */
function writtenSince(entityId: string, since: string): Sql {
  return sql`r.id = ANY (ARRAY(
    SELECT c.record_id FROM changes c WHERE c.entity_id = ${entityId}::uuid AND c.transaction >= ${since}::xid8))`;
}

/** Counts records of a self-parent entity that are in cycles, and so cannot be reached from a root. */
export async function countInCycles(connection: Connection, entityId: string): Promise<number> {
  return count(
    connection,
    sql`WITH RECURSIVE reached AS (
          SELECT r.id FROM ${partition(entityId)} r WHERE r.parent_id IS NULL
          UNION ALL
          SELECT r.id FROM ${partition(entityId)} r JOIN reached ON r.parent_id = reached.id
        )
        SELECT ((SELECT count(*) FROM ${partition(entityId)}) - (SELECT count(*) FROM reached))::int AS count`,
  );
}

async function count(transaction: Connection, statement: Sql): Promise<number> {
  const found = await readOne<{ count: number }>(statement, { on: transaction });
  return found.count;
}
