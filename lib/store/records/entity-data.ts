/**
 * The records of an entity, all of them at once: what a change of configuration asks about them. `since`: only those that were
 * written from that horizon on; null for all. They are few, and found by the feed of changes.
 */
import { Prisma } from "../../../generated/prisma/client";
import type { Field } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read, readOne } from "../../postgres/query";
import { STORED, textSql } from "../../query/columns";
import { uniqueKeySql } from "./partition-plan";
import { partition } from "./partitions";

const { sql } = Prisma;

/** Whatever is committed after this call was written by a transaction of this number or a later one. */
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

/** Of labels and parents: those that the version in force goes by, or those of the next one. */
export type Held = "present" | "next";

const LABEL_KEY = { present: sql`r.label_key`, next: sql`r.next_label_key` };
const PARENT_ID = { present: sql`r.parent_id`, next: sql`r.next_parent_id` };

/** Labels that several records have, as one of them writes it. `records`: how many share theirs with an earlier one. */
type RepeatedLabel = { value: string; ids: string[]; records: number };

/** The first few of them. */
export async function findRepeatedLabels(
  connection: Connection,
  entityId: string,
  { field, held }: { field: StoredField; held: Held },
): Promise<RepeatedLabel[]> {
  return read<RepeatedLabel>(
    sql`SELECT min(${textSql(field, STORED)} COLLATE "C") AS value, (array_agg(r.id ORDER BY r.id))[1:${MAX_TOLD}::int] AS ids,
               (sum(count(*) - 1) OVER ())::int AS records
          FROM ${partition(entityId)} r WHERE ${LABEL_KEY[held]} IS NOT NULL
         GROUP BY ${LABEL_KEY[held]} HAVING count(*) > 1
         ORDER BY 1 LIMIT ${MAX_TOLD}::int`,
    { on: connection },
  );
}

/** A value that several records have, as its text, and some of those. `values`: how many such values there are. */
type RepeatedValue = { value: string; ids: string[]; values: number };

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

/** The records that were written from that horizon on and are still there, in the order of their ids. */
export async function listWritten(connection: Connection, entityId: string, since: string): Promise<string[]> {
  const rows = await read<{ id: string }>(
    sql`SELECT r.id FROM ${partition(entityId)} r
         WHERE r.entity_id = ${entityId}::uuid AND ${writtenSince(entityId, since)}
         ORDER BY r.id`,
    { on: connection },
  );
  return rows.map(({ id }) => id);
}

/** Whether one of those is its own ancestor, where all parents are records of the entity: in one statement, because writers wait. */
export async function isWrittenInCycle(
  connection: Connection,
  entityId: string,
  { since, held }: { since: string; held: Held },
): Promise<boolean> {
  const rows = await read(
    sql`WITH RECURSIVE above AS (
          SELECT r.id AS written, ${PARENT_ID[held]} AS parent FROM ${partition(entityId)} r
           WHERE r.entity_id = ${entityId}::uuid AND ${writtenSince(entityId, since)}
          UNION
          SELECT above.written, ${PARENT_ID[held]} FROM above
            JOIN ${partition(entityId)} r ON r.entity_id = ${entityId}::uuid AND r.id = above.parent
        )
        SELECT 1 FROM above WHERE written = parent LIMIT 1`,
    { on: connection },
  );
  return rows.length > 0;
}

/** As an array, they are looked up by their key: as a table, the planner might rather read all records. */
function writtenSince(entityId: string, since: string): Prisma.Sql {
  return sql`r.id = ANY (ARRAY(
    SELECT c.record_id FROM changes c WHERE c.entity_id = ${entityId}::uuid AND c.transaction >= ${since}::xid8))`;
}

/** Records of a self-parent entity that no way down from a root reaches: they are one another's ancestors. */
export async function countInCycles(connection: Connection, entityId: string, held: Held): Promise<number> {
  return count(
    connection,
    sql`WITH RECURSIVE reached AS (
          SELECT r.id FROM ${partition(entityId)} r WHERE ${PARENT_ID[held]} IS NULL
          UNION ALL
          SELECT r.id FROM ${partition(entityId)} r JOIN reached ON ${PARENT_ID[held]} = reached.id
        )
        SELECT ((SELECT count(*) FROM ${partition(entityId)}) - (SELECT count(*) FROM reached))::int AS count`,
  );
}

async function count(transaction: Connection, statement: Prisma.Sql): Promise<number> {
  const found = await readOne<{ count: number }>(statement, { on: transaction });
  return found.count;
}
