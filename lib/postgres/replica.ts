/** A streaming replica: in service or not, checked in the background. Each read asks if it is up to date (`replica-read.ts`). */
import { log } from "../process/log";
import { withDeadline } from "../time/deadline";
import type { Connection } from "./connection";
import { PipelinedConnection } from "./pipelined";
import { openPool, type StallTolerantPool } from "./pool";

const LOOK_EVERY_MS = 1_000;
/** A replica that is unreachable or behind is checked more often, because it may be back. */
const LOOK_AGAIN_MS = 250;
const LOOK_TAKES_MS = 1_000;
/** Consecutive misses before it is taken out of service: being one write behind is normal, staying behind is not. */
const MISSES = 5;

/** Identifies the cluster and the database in it: only a primary and its replicas share both. */
export const IDENTITY = `concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
  (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** The newest timeline that was replayed. Only roles that read all statistics see a failover at once; others, minutes later. */
const LOOK = `SELECT ${IDENTITY} AS identity, pg_is_in_recovery() AS "isReplica", pg_last_wal_replay_lsn()::text AS lsn,
  greatest((SELECT timeline_id FROM pg_control_checkpoint()), (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
    (SELECT received_tli FROM pg_stat_wal_receiver)) AS timeline`;

export type Primary = { identity: string; position: WalPosition };

type Look = { identity: string; isReplica: boolean; lsn: string | null; timeline: number };

export class Replica {
  readonly pool: StallTolerantPool;
  readonly pipeline: PipelinedConnection | null;
  /** For the log, without the password. */
  readonly name: string;
  /** null if the replica is not in service. */
  private timeline: number | null = null;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private isLooking = false;
  private isClosed = false;
  private misses = 0;
  private told = "";
  private readonly atWork = new Set<Connection>();

  /** `size` is how many connections it may open; with `isPipelined`, one of them is pipelined. */
  constructor(
    url: string,
    private readonly lookAtPrimary: () => Promise<Primary>,
    { size, isPipelined }: { size: number; isPipelined: boolean },
  ) {
    this.name = new URL(url).host;
    this.pool = openPool(isPipelined ? size - 1 : size, url);
    this.pipeline = isPipelined ? new PipelinedConnection(url) : null;
    this.pool.on("error", (error) => this.noteAway(error.message));
  }

  /** Returns the timeline it follows, or null if it is not in service at the moment. */
  follows(): number | null {
    const since = performance.now() - this.lookedAt;
    if (since > (this.timeline === null ? LOOK_AGAIN_MS : LOOK_EVERY_MS)) void this.look();
    return this.timeline;
  }

  noteServed(): void {
    this.misses = 0;
  }

  /** It had not yet replayed what a caller may have seen. */
  noteBehind(): void {
    this.misses += 1;
    if (this.misses >= MISSES) this.noteAway("It is behind.");
  }

  noteAway(reason: string): void {
    this.timeline = null;
    this.lookedAt = performance.now();
    this.tell(reason);
  }

  /** For work that may take long: it is aborted if the replica goes silent. */
  async during<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
    this.atWork.add(connection);
    try {
      return await work();
    } finally {
      this.atWork.delete(connection);
    }
  }

  /** Fails the work in progress there now, instead of at the driver's timeout. */
  noteSilent(connection: Connection): void {
    for (const each of [connection, ...this.atWork]) each.connection.stream.destroy();
    this.noteAway("It does not respond.");
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.pipeline?.close();
    await this.pool.end();
  }

  private async look(): Promise<void> {
    if (this.isLooking || this.isClosed) return;
    this.isLooking = true;
    try {
      // Ask the primary first, so that the replica can be expected to have this position.
      const primary = await this.lookAtPrimary();
      const ask = this.pool.lendTo("custom", (connection) => connection.send({ text: LOOK, values: [] }));
      // The driver's own timeout also ends it; its late rejection is of no interest.
      ask.catch(() => {});
      const [found] = (await withDeadline(ask, LOOK_TAKES_MS)) as [Look];
      const reason = this.reasonAgainst(found, primary);
      if (reason !== null) this.noteAway(reason);
      else {
        this.timeline = found.timeline;
        this.misses = 0;
        this.tell("");
      }
    } catch (error) {
      this.noteAway(String(error));
    } finally {
      this.lookedAt = performance.now();
      this.isLooking = false;
    }
  }

  private reasonAgainst({ identity, isReplica, lsn, timeline }: Look, primary: Primary): string | null {
    if (identity !== primary.identity) return "It has another database than DATABASE_URL.";
    if (!isReplica || lsn === null) return "It is no replica.";
    if (timeline !== primary.position.timeline) return "It follows another timeline than the primary.";
    return this.misses >= MISSES && parseLsn(lsn) < primary.position.lsn ? "It is behind." : null;
  }

  /** Logs each change of the reason once; empty means that the replica is in service. */
  private tell(reason: string): void {
    if (this.isClosed || this.told === reason) return;
    if (reason === "") log().info({ replica: this.name }, "a replica is back");
    else if (this.told === "") log().warn({ replica: this.name, reason }, "a replica is left out: the primary reads");
    this.told = reason;
  }
}

/** `timeline` changes with each failover, so that positions of diverged histories are never confused. */
export type WalPosition = { timeline: number; lsn: bigint };

/** The log position up to which the caller may have seen data. With null or undefined, the primary serves the read. */
export type Seen = WalPosition | null | undefined | Promise<WalPosition | null | undefined>;

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
