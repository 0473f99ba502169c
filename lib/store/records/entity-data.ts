/**
 * The records of an entity, all of them at once: what a change of configuration asks about them and does to them. Works
 * on the entity's partition, inside the transaction of the change. Versions and times of records stay as they are: nobody
 * has changed a record.
 */

import { Prisma } from "../../../generated/prisma/client";
import type { Field, JsonObject } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read, write } from "../../postgres/query";
import { STORED, textSql } from "../../query/columns";
import { noteEveryRecord } from "./noted-change";
import { uniqueKeySql } from "./partition-plan";
import { partition } from "./partitions";
import type { DerivedColumns } from "./write";

const { sql } = Prisma;

export async function countRecords(transaction: Connection, entityId: string): Promise<number> {
  return count(transaction, sql`SELECT count(*)::int AS count FROM ${partition(entityId)}`);
}

/** Records in which the field has a value. */
export async function countValues(transaction: Connection, entityId: string, fieldKey: string): Promise<number> {
  return count(
    transaction,
    sql`SELECT count(*)::int AS count FROM ${partition(entityId)} WHERE data->>${fieldKey}::text IS NOT NULL`,
  );
}

/** Records whose value has more characters than the limit. */
export async function countLonger(
  transaction: Connection,
  entityId: string,
  fieldKey: string,
  limit: number,
): Promise<number> {
  return count(
    transaction,
    sql`SELECT count(*)::int AS count FROM ${partition(entityId)} WHERE char_length(data->>${fieldKey}::text) > ${limit}`,
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

/** Gives every record the added keys, as null, and takes the removed ones from it. */
export async function reshapeRecords(
  transaction: Connection,
  entityId: string,
  keys: { added: string[]; removed: string[] },
): Promise<void> {
  if (keys.added.length === 0 && keys.removed.length === 0) return;
  // A row scope may have looked at what is taken away; and the field may come back, without its values.
  if (keys.removed.length > 0) await noteEveryRecord(transaction, entityId);
  const template = JSON.stringify(Object.fromEntries(keys.added.map((key) => [key, null])));
  await write(
    sql`
    UPDATE ${partition(entityId)} SET data = (${template}::jsonb || data) - ${keys.removed}::text[]
     WHERE NOT data ?& ${keys.added}::text[] OR data ?| ${keys.removed}::text[]`,
    { on: transaction },
  );
}

const BATCH = 1000;

/** Computes the columns that follow from a record's data anew, for every record. */
export async function rederiveRecords(
  transaction: Connection,
  entityId: string,
  derive: (data: JsonObject) => DerivedColumns,
): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await read<{ id: string; data: JsonObject }>(
      sql`
      SELECT id, data FROM ${partition(entityId)} WHERE id > ${after}::uuid ORDER BY id LIMIT ${BATCH}`,
      { on: transaction },
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const derived = rows.map((row) => ({ id: row.id, ...derive(row.data) }));
    await write(
      sql`
      UPDATE ${partition(entityId)} r
         SET label_key = d."labelKey", parent_entity_id = d."parentEntityId", parent_id = d."parentId",
             search_text = d."searchText"
        FROM jsonb_to_recordset(${JSON.stringify(derived)}::jsonb)
          AS d(id uuid, "labelKey" text, "parentEntityId" uuid, "parentId" uuid, "searchText" text)
       WHERE r.id = d.id
         AND (r.label_key, r.parent_entity_id, r.parent_id, r.search_text)
             IS DISTINCT FROM (d."labelKey", d."parentEntityId", d."parentId", d."searchText")`,
      { on: transaction },
    );
  }
}

async function count(transaction: Connection, statement: Prisma.Sql): Promise<number> {
  const [row] = await read<{ count: number }>(statement, { on: transaction });
  return row?.count ?? 0;
}
