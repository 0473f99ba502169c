/** Locks on records until a transaction ends, and checks under them. */
import { Prisma } from "../../../generated/prisma/client";
import type { Connection } from "../../postgres/connection";
import { read } from "../../postgres/query";
import { type Ending, transaction } from "../../postgres/transaction";
import { partition, readPartition, writePartition } from "./partitions";

const { sql } = Prisma;

/**
 * Nobody else changes the records until the transaction ends; others can still refer to them. Locks in the order of ids, so
 * that two transactions cannot wait for each other.
 */
export async function lockRecords(entityId: string, ids: string[], transaction: Connection): Promise<void> {
  const statement = sql`
    SELECT 1 FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND r.id = ANY (${ids}::uuid[])
    ORDER BY r.id
    FOR NO KEY UPDATE`;
  await readPartition(statement, { on: transaction });
}

/** No other record of the organisation gets another parent until the transaction ends. */
export async function lockParents(organizationId: string, transaction: Connection): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`parents:${organizationId}`}, 0))`, {
    on: transaction,
  });
}

/**
 * Whether the new parent would make a record its own ancestor. Under `lockParents`. `nextParents`: the entities whose records
 * have their parents in the next columns.
 */
export async function closesCycle(
  record: { entityId: string; id: string },
  parent: { entityId: string; id: string },
  { nextParents, transaction }: { nextParents: string[]; transaction: Connection },
): Promise<boolean> {
  const above =
    nextParents.length === 0
      ? sql`r.parent_entity_id, r.parent_id`
      : sql`CASE WHEN r.entity_id = ANY (${nextParents}::uuid[]) THEN r.next_parent_entity_id ELSE r.parent_entity_id END,
            CASE WHEN r.entity_id = ANY (${nextParents}::uuid[]) THEN r.next_parent_id ELSE r.parent_id END`;
  const rows = await read(
    sql`
    WITH RECURSIVE ancestors (entity_id, id, parent_entity_id, parent_id) AS (
      SELECT r.entity_id, r.id, ${above} FROM records r
      WHERE r.entity_id = ${parent.entityId}::uuid AND r.id = ${parent.id}::uuid
      UNION
      SELECT r.entity_id, r.id, ${above} FROM ancestors a
      JOIN records r ON r.entity_id = a.parent_entity_id AND r.id = a.parent_id
    )
    SELECT 1 FROM ancestors WHERE entity_id = ${record.entityId}::uuid AND id = ${record.id}::uuid`,
    { on: transaction },
  );
  return rows.length > 0;
}

/**
 * A transaction that writes records of one entity. It queues behind a change of configuration before it holds anything that
 * such a change could wait for. The lock is the usual one of writes, and blocks no other write.
 */
export async function recordTransaction<T>(
  entityId: string,
  work: (connection: Connection) => Promise<T>,
  ending: Ending = "commit",
): Promise<T> {
  return transaction(async (connection) => {
    await writePartition(sql`LOCK TABLE ${partition(entityId)} IN ROW EXCLUSIVE MODE`, { on: connection });
    return work(connection);
  }, ending);
}
