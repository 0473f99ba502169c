/** Locks on records until a transaction ends, and checks under these locks. */
import type { Connection } from "../../postgres/connection";
import { read } from "../../postgres/query";
import { transaction } from "../../postgres/transaction";
import { sql } from "../../query/sql";
import { partition, readPartition, writePartition } from "./partitions";
import { keySql, type RecordKey } from "./record-key";

/**
 * No other transaction can change the records until this one ends; others can still refer to them. Locks in the order of ids, so
 * that two transactions cannot deadlock. A record that loses its key while this waits for it is not locked.
 */
export async function lockRecords(entityId: string, key: RecordKey | string[], transaction: Connection): Promise<void> {
  const statement = sql`
    SELECT 1 FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND ${keySql(key)}
    ORDER BY r.id
    FOR NO KEY UPDATE`;
  await readPartition(statement, { on: transaction });
}

/** No other record of the organization can get another parent until the transaction ends. */
export async function lockParents(organizationId: string, transaction: Connection): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`parents:${organizationId}`}, 0))`, {
    on: transaction,
  });
}

/** True if the new parent would make a record its own ancestor. Requires `lockParents`. */
export async function closesCycle(
  record: { entityId: string; id: string },
  parent: { entityId: string; id: string },
  transaction: Connection,
): Promise<boolean> {
  const rows = await read(
    sql`
    WITH RECURSIVE ancestors (entity_id, id, parent_entity_id, parent_id) AS (
      SELECT r.entity_id, r.id, r.parent_entity_id, r.parent_id FROM records r
      WHERE r.entity_id = ${parent.entityId}::uuid AND r.id = ${parent.id}::uuid
      UNION
      SELECT r.entity_id, r.id, r.parent_entity_id, r.parent_id FROM ancestors a
      JOIN records r ON r.entity_id = a.parent_entity_id AND r.id = a.parent_id
    )
    SELECT 1 FROM ancestors WHERE entity_id = ${record.entityId}::uuid AND id = ${record.id}::uuid`,
    { on: transaction },
  );
  return rows.length > 0;
}

/** Queues behind a change of configuration before it holds a lock that one could wait for. Blocks no other write. */
export async function recordTransaction<T>(
  entityId: string,
  work: (connection: Connection) => Promise<T>,
  dryRun = false,
): Promise<T> {
  return transaction(async (connection) => {
    await writePartition(sql`LOCK TABLE ${partition(entityId)} IN ROW EXCLUSIVE MODE`, { on: connection });
    return work(connection);
  }, dryRun);
}
