/** How far a PostgreSQL server has come: a position in its write-ahead log, on a timeline. */

/** `timeline` changes with each failover, so that positions of diverged histories are never confused. */
export type WalPosition = { timeline: number; lsn: bigint };

/**
 * The primary's position as text: everything that any client can have seen there is before it. A commit is flushed to disk before
 * it becomes visible, unless `synchronous_commit` is off.
 */
export const PRIMARY_POSITION = `(left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) || ' ' ||
  CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END)`;

export function parseWalPosition(text: string): WalPosition {
  const [timeline = "", lsn = ""] = text.split(" ");
  return { timeline: Number.parseInt(timeline, 16), lsn: parseLsn(lsn) };
}

/** For example `16/B374D848`: the upper and the lower half, in hexadecimal digits. */
export function parseLsn(text: string): bigint {
  const [upper, lower] = text.split("/");
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`);
}
