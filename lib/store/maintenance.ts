/** What is kept for a while only, and whose turn it is to clear what is past its time. */
import { Prisma } from "../../generated/prisma/client";
import { IDEMPOTENCY_HOURS, NOTICE_DAYS, USAGE_DAYS } from "../limits";
import { write } from "../postgres/query";

const { sql } = Prisma;

/** Whether the last time was so long ago; it is then now. Of many who ask at once, one is told so. */
export async function claimMaintenance(seconds: number): Promise<boolean> {
  const rows = await write(sql`
    INSERT INTO maintenance (at) VALUES (now())
    ON CONFLICT (one) DO UPDATE SET at = now() WHERE maintenance.at <= now() - make_interval(secs => ${seconds}::int)
    RETURNING at`);
  return rows.length > 0;
}

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

/** By their tables: what names a row, the moment that it is of, and of when the oldest one is that is kept. */
const KEPT = {
  idempotency_keys: {
    key: sql`token_id, key`,
    of: sql`created`,
    from: sql`now() - make_interval(hours => ${IDEMPOTENCY_HOURS}::int)`,
  },
  member_usage: { key: sql`member_id, hour`, of: sql`hour`, from: daysAgo(USAGE_DAYS) },
  notices: { key: sql`id`, of: sql`at`, from: daysAgo(NOTICE_DAYS) },
  // What has expired is refused anyway; this keeps the tables small.
  sessions: { key: sql`id`, of: sql`expires_at`, from: sql`now()` },
  token_addresses: { key: sql`token_id, address`, of: sql`last_used`, from: daysAgo(NOTICE_DAYS) },
  token_days: { key: sql`token_id, day`, of: sql`day`, from: sql`current_date - ${USAGE_DAYS}::int` },
  token_usage: { key: sql`token_id, hour`, of: sql`hour`, from: daysAgo(USAGE_DAYS) },
  verifications: { key: sql`id`, of: sql`expires_at`, from: sql`now()` },
};

/** A bounded number of rows past their time of each table, the oldest first; what somebody else has in hand is passed over. How many. */
export async function clearOld(...tables: (keyof typeof KEPT)[]): Promise<number> {
  let cleared = 0;
  for (const table of tables) {
    const { key, of, from } = KEPT[table];
    const name = Prisma.raw(table);
    const rows = await write(sql`
      DELETE FROM ${name} WHERE (${key}) IN (
        SELECT ${key} FROM ${name} WHERE ${of} < ${from} ORDER BY ${of} LIMIT 10000 FOR UPDATE SKIP LOCKED)
      RETURNING 1`);
    cleared += rows.length;
  }
  return cleared;
}
