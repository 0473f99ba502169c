/** Keeps the table of changes small. */
import { write } from "../../postgres/query";
import { sql } from "../../query/sql";

/** Deletes a bounded number of old changes from the default partition, for changes without one of their day. Returns how many. */
export async function clearLateChanges(days: number): Promise<number> {
  const cleared = await write(sql`
    DELETE FROM change_partitions.other WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM change_partitions.other WHERE at < now() - make_interval(days => ${days}::int) LIMIT 10000))
    RETURNING 1`);
  return cleared.length;
}

/** Creates the partitions of the coming days, and drops the expired ones. */
export async function keepPartitions(days: number): Promise<void> {
  await write(sql`SELECT keep_changes(${days}::int)`);
}
