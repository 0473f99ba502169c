/** Keeps the table of changes small, and finds what delays the feed. */
import { read, write } from "../../postgres/query";
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

/** A backend whose open transaction delays the feed, and for how many seconds. */
type Laggard = { pid: number; application: string; state: string; seconds: number };

/** The longest such transaction in the cluster, if it is older than `seconds`. */
export async function findLaggard(seconds: number): Promise<Laggard | null> {
  const [laggard] = await read<Laggard>(sql`
    SELECT pid, application_name AS application, coalesce(state, '') AS state,
      extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds
    FROM pg_stat_activity
    WHERE backend_xid IS NOT NULL AND xact_start < clock_timestamp() - make_interval(secs => ${seconds}::float8)
    ORDER BY xact_start LIMIT 1`);
  return laggard ?? null;
}
