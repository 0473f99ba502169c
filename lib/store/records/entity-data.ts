/**
 * The records of an entity, all of them at once: what a change of configuration asks about them. `since`: only those that were
 * written from that horizon on; null for all. They are few, and found by the feed of changes.
 */

import { Prisma } from "../../../generated/prisma/client";
import type { Field } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read } from "../../postgres/query";
import { STORED, textSql } from "../../query/columns";
import { uniqueKeySql } from "./partition-plan";
import { partition } from "./partitions";

const { sql } = Prisma;

/** Whatever is committed after this call was written by a transaction of this number or a later one. */
export async function findHorizon(connection: Connection): Promise<string> {
  const [row] = await read<{ horizon: string }>(sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`, {
    on: connection,
  });
  return row?.horizon ?? "0";
}

export async function countRecords(
  connection: Connection,
  entityId: string,
  since: string | null = null,
): Promise<number> {
  return countWhere(connection, entityId, sql`TRUE`, since);
}

type StoredField = Pick<Field, "key" | "reshaping">;

/** Records in which the field has a value. */
export async function countValues(
  connection: Connection,
  entityId: string,
  field: StoredField,
  since: string | null = null,
): Promise<number> {
  return countWhere(connection, entityId, sql`${textSql(field, STORED)} IS NOT NULL`, since);
}

/** Records whose value has more characters than the limit. */
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
  condition: Prisma.Sql,
  since: string | null,
): Promise<number> {
  const lately = since === null ? sql`TRUE` : writtenSince(entityId, since);
  return count(
    connection,
    sql`SELECT count(*)::int AS count FROM ${partition(entityId)} r
         WHERE r.entity_id = ${entityId}::uuid AND ${condition} AND ${lately}`,
  );
}

/** Records that share their label with an earlier one. */
export async function countRepeatedLabels(transaction: Connection, entityId: string): Promise<number> {
  return count(
    transaction,
    sql`SELECT (count(label_key) - count(DISTINCT label_key))::int AS count FROM ${partition(entityId)}`,
  );
}

/** A value that several records have, as its text, and some of those. `values`: how many such values there are. */
export type RepeatedValue = { value: string; ids: string[]; values: number };

/** The first few of a field's values that are not unique. */
export async function findRepeatedValues(
  transaction: Connection,
  entityId: string,
  field: Field,
): Promise<RepeatedValue[]> {
  const text = textSql(field, STORED);
  return read<RepeatedValue>(
    sql`SELECT min(${text}) AS value, (array_agg(r.id ORDER BY r.id))[1:${MAX_TOLD}::int] AS ids,
               (count(*) OVER ())::int AS values
          FROM ${partition(entityId)} r WHERE ${text} IS NOT NULL
         GROUP BY ${uniqueKeySql(field, STORED)} HAVING count(*) > 1
         ORDER BY 1 LIMIT ${MAX_TOLD}::int`,
    { on: transaction },
  );
}

/** Of repeated values, and of the records that have one. */
const MAX_TOLD = 3;

/** Records whose parent is not there. */
export async function countOrphans(transaction: Connection, entityId: string, parentEntityId: string): Promise<number> {
  return count(
    transaction,
    sql`SELECT count(*)::int AS count FROM ${partition(entityId)} child
         WHERE child.parent_id IS NOT NULL
           AND NOT EXISTS (SELECT FROM ${partition(parentEntityId)} parent
                            WHERE parent.entity_id = child.parent_entity_id AND parent.id = child.parent_id)`,
  );
}

/** Records whose field refers to what is not there. */
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

export type WrittenRecord = { id: string; parentId: string | null };

/** The records that were written from that horizon on and are still there, in the order of their ids. */
export async function listWritten(connection: Connection, entityId: string, since: string): Promise<WrittenRecord[]> {
  return read<WrittenRecord>(
    sql`SELECT r.id, r.parent_id AS "parentId" FROM ${partition(entityId)} r
         WHERE r.entity_id = ${entityId}::uuid AND ${writtenSince(entityId, since)}
         ORDER BY r.id`,
    { on: connection },
  );
}

/** As an array, they are looked up by their key: as a table, the planner might rather read all records. */
function writtenSince(entityId: string, since: string): Prisma.Sql {
  return sql`r.id = ANY (ARRAY(
    SELECT c.record_id FROM changes c WHERE c.entity_id = ${entityId}::uuid AND c.transaction >= ${since}::xid8))`;
}

/** Records of a self-parent entity that no way down from a root reaches: they are one another's ancestors. */
export async function countInCycles(transaction: Connection, entityId: string): Promise<number> {
  return count(
    transaction,
    sql`WITH RECURSIVE reached AS (
          SELECT id FROM ${partition(entityId)} WHERE parent_id IS NULL
          UNION ALL
          SELECT child.id FROM ${partition(entityId)} child JOIN reached ON child.parent_id = reached.id
        )
        SELECT ((SELECT count(*) FROM ${partition(entityId)}) - (SELECT count(*) FROM reached))::int AS count`,
  );
}

async function count(transaction: Connection, statement: Prisma.Sql): Promise<number> {
  const [row] = await read<{ count: number }>(statement, { on: transaction });
  return row?.count ?? 0;
}
