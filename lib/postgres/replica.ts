/**
 * A streaming replica of the database, and what is known of it: whether it is to be asked, and which timeline it follows. It is looked at
 * beside the requests, at most once a second, and never by a request that waits. Whether it has come far enough for a read is asked
 * with each of these (`replica-read.ts`).
 */
import { log } from "../process/log";
import { withDeadline } from "../time/deadline";
import type { Connection } from "./connection";
import { PipelinedConnection } from "./pipelined";
import { openPool, type StallTolerantPool } from "./pool";
import { parseLsn, type WalPosition } from "./wal-position";

const LOOK_EVERY_MS = 1_000;
/** One that is away, or behind, is looked at more often: it may be back. */
const LOOK_AGAIN_MS = 250;
const LOOK_TAKES_MS = 1_000;
/** In a row. One that is a write behind is asked again for the next read; one that stays behind is not. */
const MISSES = 5;

/** The cluster and the database in it: what a replica shares with its primary, and nothing else does. */
export const IDENTITY = `concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
  (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/**
 * The newest timeline of which it has replayed something. Only a role that can read all statistics is told what is received at the moment; to
 * others it shows some minutes after a failover.
 */
const LOOK = `SELECT ${IDENTITY} AS identity, pg_is_in_recovery() AS "isReplica", pg_last_wal_replay_lsn()::text AS lsn,
  greatest((SELECT timeline_id FROM pg_control_checkpoint()), (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
    (SELECT received_tli FROM pg_stat_wal_receiver)) AS timeline`;

/** `identity` and `position` of the primary, at one moment. */
export type Primary = { identity: string; position: WalPosition };

type Look = { identity: string; isReplica: boolean; lsn: string | null; timeline: number };

export class Replica {
  readonly pool: StallTolerantPool;
  readonly pipeline: PipelinedConnection | null;
  /** Without the password: for the log. */
  readonly name: string;
  /** null: it is not to be asked. */
  private timeline: number | null = null;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private isLooking = false;
  private isClosed = false;
  private misses = 0;
  private told = "";
  private readonly atWork = new Set<Connection>();

  /** `size`: how many connections it may open, one of them a pipelined one where `isPipelined`. */
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

  /** Which timeline it follows; null where it is not to be asked at the moment. */
  follows(): number | null {
    const since = performance.now() - this.lookedAt;
    if (since > (this.timeline === null ? LOOK_AGAIN_MS : LOOK_EVERY_MS)) void this.look();
    return this.timeline;
  }

  noteServed(): void {
    this.misses = 0;
  }

  /** It had not replayed what somebody can have seen. */
  noteBehind(): void {
    this.misses += 1;
    if (this.misses >= MISSES) this.noteAway("It is behind.");
  }

  noteAway(reason: string): void {
    this.timeline = null;
    this.lookedAt = performance.now();
    this.tell(reason);
  }

  /** The work may take long: it is given up where the replica goes silent meanwhile. */
  async during<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
    this.atWork.add(connection);
    try {
      return await work();
    } finally {
      this.atWork.delete(connection);
    }
  }

  /** It does not respond: what is under way there breaks now, instead of after the driver's timeout. */
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
      // Before the replica: what it has by then is what it can have.
      const primary = await this.lookAtPrimary();
      const ask = this.pool.lendTo("custom", (connection) => connection.send({ text: LOOK, values: [] }));
      // It is bounded by the driver's own timeout, too; what comes of it then is of no interest.
      ask.catch(() => {});
      const [found] = (await withDeadline(ask, LOOK_TAKES_MS)) as Look[];
      const reason = found === undefined ? "It says nothing." : this.reasonAgainst(found, primary);
      if (reason !== null || found === undefined) this.noteAway(reason ?? "");
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

  /** Once for each time that it changes; empty where it serves. */
  private tell(reason: string): void {
    if (this.isClosed || this.told === reason) return;
    if (reason === "") log().info({ replica: this.name }, "a replica is back");
    else if (this.told === "") log().warn({ replica: this.name, reason }, "a replica is left out: the primary reads");
    this.told = reason;
  }
}
