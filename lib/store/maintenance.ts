/** Clears data that is kept for a limited time. A lock decides which process does it. */
import { IDEMPOTENCY_HOURS, NOTICE_DAYS, USAGE_DAYS } from "../limits";
import { write } from "../postgres/query";
import { raw, sql } from "../query/sql";

/** True if the last maintenance was at least that long ago; then records the time. Only one of concurrent callers gets true. */
export async function claimMaintenance(seconds: number): Promise<boolean> {
  const rows = await write(sql`
    INSERT INTO maintenance (at) VALUES (now())
    ON CONFLICT (one) DO UPDATE SET at = now() WHERE maintenance.at <= now() - make_interval(secs => ${seconds}::int)
    RETURNING at`);
  return rows.length > 0;
}

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

/** Per table: the key of a row, its moment, and the moment from which rows are kept. */
const KEPT = {
  idempotency_keys: {
    key: sql`token_id, key`,
    of: sql`created`,
    from: sql`now() - make_interval(hours => ${IDEMPOTENCY_HOURS}::int)`,
  },
  member_usage: { key: sql`member_id, hour`, of: sql`hour`, from: daysAgo(USAGE_DAYS) },
  notices: { key: sql`id`, of: sql`at`, from: daysAgo(NOTICE_DAYS) },
  // Past hours and minutes get no more writes.
  request_log_hours: { key: sql`organization_id, hour`, of: sql`hour`, from: daysAgo(1) },
  // Expired rows are refused anyway; clearing them keeps the tables small.
  sessions: { key: sql`id`, of: sql`expires_at`, from: sql`now()` },
  token_addresses: { key: sql`token_id, address`, of: sql`last_used`, from: daysAgo(NOTICE_DAYS) },
  token_days: { key: sql`token_id, day`, of: sql`day`, from: sql`current_date - ${USAGE_DAYS}::int` },
  token_minutes: { key: sql`token_id, minute`, of: sql`minute`, from: sql`now() - interval '1 hour'` },
  token_usage: { key: sql`token_id, hour`, of: sql`hour`, from: daysAgo(USAGE_DAYS) },
  verifications: { key: sql`id`, of: sql`expires_at`, from: sql`now()` },
};

/** Deletes a bounded number of expired rows from each table, oldest first, and skips locked ones. Returns how many. */
export async function clearOld(...tables: (keyof typeof KEPT)[]): Promise<number> {
  let cleared = 0;
  for (const table of tables) {
    const { key, of, from } = KEPT[table];
    const name = raw(table);
    const rows = await write(sql`
      DELETE FROM ${name} WHERE (${key}) IN (
        SELECT ${key} FROM ${name} WHERE ${of} < ${from} ORDER BY ${of} LIMIT 10000 FOR UPDATE SKIP LOCKED)
      RETURNING 1`);
    cleared += rows.length;
  }
  return cleared;
}

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
