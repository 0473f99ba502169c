/**
 * The records of an entity, all of them at once: what a change of configuration asks about them and does to them. Works
 * on the entity's partition, inside the transaction of the change. Versions and times of records stay as they are: nobody
 * has changed a record.
 */
import { Prisma } from "../../generated/prisma/client";
import type { JsonObject } from "../model";
import type { Transaction } from "./long-transaction";
import { partition } from "./partitions";
import type { DerivedColumns } from "./record-writes";

const { sql } = Prisma;

export async function countRecords(transaction: Transaction, entityId: string): Promise<number> {
  return count(transaction, sql`SELECT count(*)::int AS count FROM ${partition(entityId)}`);
}

/** Records in which the field has a value. */
export async function countValues(transaction: Transaction, entityId: string, fieldKey: string): Promise<number> {
  return count(
    transaction,
    sql`SELECT count(*)::int AS count FROM ${partition(entityId)} WHERE data->>${fieldKey}::text IS NOT NULL`,
  );
}

/** Records whose value has more characters than the limit. */
export async function countLonger(
  transaction: Transaction,
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
export async function countRepeatedLabels(transaction: Transaction, entityId: string): Promise<number> {
  return count(
    transaction,
    sql`SELECT (count(label_key) - count(DISTINCT label_key))::int AS count FROM ${partition(entityId)}`,
  );
}

/** Records whose parent is not there. */
export async function countOrphans(
  transaction: Transaction,
  entityId: string,
  parentEntityId: string,
): Promise<number> {
  return count(
    transaction,
    sql`SELECT count(*)::int AS count FROM ${partition(entityId)} child
         WHERE child.parent_id IS NOT NULL
           AND NOT EXISTS (SELECT FROM ${partition(parentEntityId)} parent
                            WHERE parent.entity_id = child.parent_entity_id AND parent.id = child.parent_id)`,
  );
}

/** Records of a self-parent entity that no way down from a root reaches: they are one another's ancestors. */
export async function countInCycles(transaction: Transaction, entityId: string): Promise<number> {
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
  transaction: Transaction,
  entityId: string,
  keys: { added: string[]; removed: string[] },
): Promise<void> {
  if (keys.added.length === 0 && keys.removed.length === 0) return;
  const template = JSON.stringify(Object.fromEntries(keys.added.map((key) => [key, null])));
  await transaction.execute(sql`
    UPDATE ${partition(entityId)} SET data = (${template}::jsonb || data) - ${keys.removed}::text[]
     WHERE NOT data ?& ${keys.added}::text[] OR data ?| ${keys.removed}::text[]`);
}

const BATCH = 1000;

/** Computes the columns that follow from a record's data anew, for every record. */
export async function rederiveRecords(
  transaction: Transaction,
  entityId: string,
  derive: (data: JsonObject) => DerivedColumns,
): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await transaction.rows<{ id: string; data: JsonObject }>(sql`
      SELECT id, data FROM ${partition(entityId)} WHERE id > ${after}::uuid ORDER BY id LIMIT ${BATCH}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const derived = rows.map((row) => ({ id: row.id, ...derive(row.data) }));
    await transaction.execute(sql`
      UPDATE ${partition(entityId)} r
         SET label_key = d."labelKey", parent_entity_id = d."parentEntityId", parent_id = d."parentId",
             search_text = d."searchText"
        FROM jsonb_to_recordset(${JSON.stringify(derived)}::jsonb)
          AS d(id uuid, "labelKey" text, "parentEntityId" uuid, "parentId" uuid, "searchText" text)
       WHERE r.id = d.id
         AND (r.label_key, r.parent_entity_id, r.parent_id, r.search_text)
             IS DISTINCT FROM (d."labelKey", d."parentEntityId", d."parentId", d."searchText")`);
  }
}

async function count(transaction: Transaction, statement: Prisma.Sql): Promise<number> {
  const [row] = await transaction.rows<{ count: number }>(statement);
  return row?.count ?? 0;
}
