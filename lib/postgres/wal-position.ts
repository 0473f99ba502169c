/** How far a server of PostgreSQL has come: a position in its log, which is one of a timeline. */

/** `timeline`: another one after each failover, so that positions of histories that parted are not taken for one another. */
export type WalPosition = { timeline: number; lsn: bigint };

/**
 * As text, of the primary: everything that anybody can have seen there by now lies before it. What is committed is in the log on the
 * disk before it can be seen, but where `synchronous_commit` is off.
 */
export const PRIMARY_POSITION = `(left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) || ' ' ||
  CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END)`;

export function parseWalPosition(text: string): WalPosition {
  const [timeline = "", lsn = ""] = text.split(" ");
  return { timeline: Number.parseInt(timeline, 16), lsn: parseLsn(lsn) };
}

/** `16/B374D848`: the upper and the lower half, in hexadecimal digits. */
export function parseLsn(text: string): bigint {
  const [upper, lower] = text.split("/");
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`);
}
