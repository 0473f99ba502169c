/**
 * The connection pool. If this process was stalled (busy, or put to sleep by its host), the timer expires before it notices
 * that a connection has arrived. It then tries again instead of blaming the database.
 */
import { performance } from "node:perf_hooks";
import pg from "pg";
import { addressesOf, runsAsFunction } from "../process/env";
import { log } from "../process/log";
import { Connection, connectionSettings } from "./connection";
import { isOfNoUse, NONE_FREE, NOT_OPEN } from "./faults";
import type { PlanMode } from "./prepared";

export type LentConnection = Connection & pg.PoolClient;
type Callback = Parameters<pg.Pool["connect"]>[0];

/** Opening a connection costs as much as a hundred statements. One is always kept; idle others close after this time. */
const IDLE_MS = 30_000;
/** The host waits this long before it freezes a function, which could not close a connection after that. */
const IDLE_OF_FUNCTION_MS = 5_000;
const MAX_ATTEMPTS = 3;

export class StallTolerantPool extends pg.Pool {
  /** The pool's other connections are idle, or still opening. */
  private lentCount = 0;

  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: Connection } as unknown as pg.PoolConfig);
    this.on("acquire", () => {
      this.lentCount += 1;
    });
    this.on("release", () => {
      this.lentCount -= 1;
    });
  }

  /** Used by callers that do not know plan modes, such as Prisma. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.lend("custom");
    this.lend("custom").then(
      (connection) => callback(undefined, connection, (broken) => connection.release(broken)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  /** A connection that broke or stopped responding is not lent again. */
  async lendTo<T>(mode: PlanMode, work: (connection: LentConnection) => Promise<T>): Promise<T> {
    const connection = await this.lend(mode);
    let broken: Error | undefined;
    const noteBroken = (error: Error) => {
      broken = error;
    };
    connection.on("error", noteBroken);
    try {
      return await work(connection);
    } catch (error) {
      // Otherwise the next statement would wait behind the one that was given up.
      if (isOfNoUse(error)) broken = error;
      throw error;
    } finally {
      connection.off("error", noteBroken);
      connection.release(broken);
    }
  }

  async lend(mode: PlanMode): Promise<LentConnection> {
    // An idle connection cannot arrive late, unless another caller takes it at the same moment.
    const isIdle = this.idleCount > this.waitingCount;
    const connection = (await (isIdle ? super.connect() : this.connectPatiently())) as LentConnection;
    connection.planFor(mode);
    return connection;
  }

  private async connectPatiently(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt += 1) {
      const since = performance.eventLoopUtilization();
      const began = performance.now();
      try {
        return await super.connect();
      } catch (thrown) {
        const error = this.reasonOf(thrown as Error);
        if (attempt === MAX_ATTEMPTS) throw error;
        const attention = { listened: performance.eventLoopUtilization(since).idle, took: performance.now() - began };
        const hosts = addressesOf(this.options.connectionString ?? "").length;
        const hasOtherHost = error.message !== NONE_FREE && attempt < hosts;
        if (!this.wasAway(error.message, attention) && !hasOtherHost) throw error;
      }
    }
  }

  /** pg reports NONE_FREE also if a connection was still opening for a caller who had waited for an idle one. */
  private reasonOf(error: Error): Error {
    const isFull = this.lentCount >= (this.options.max ?? Number.POSITIVE_INFINITY);
    return error.message === NONE_FREE && !isFull ? new Error(NOT_OPEN, { cause: error }) : error;
  }

  /**
   * True if the timer fired long after it was due, or if the process was responsive for less than half of the wait. If no
   * connection became free, a busy process is no excuse: the load is too high, and the caller has to know.
   */
  private wasAway(message: string, { listened, took }: { listened: number; took: number }): boolean {
    const allowed = this.options.connectionTimeoutMillis ?? 0;
    if (message !== NONE_FREE && message !== NOT_OPEN) return false;
    return took > allowed * 1.5 || (message === NOT_OPEN && listened < allowed / 2);
  }
}

/** `size` is how many connections the pool may open. `replicaUrl`: see `connectionSettings`. */
export function openPool(size: number, replicaUrl?: string): StallTolerantPool {
  const pool = new StallTolerantPool({
    ...connectionSettings("custom", replicaUrl),
    ...(runsAsFunction() ? { min: 0, idleTimeoutMillis: IDLE_OF_FUNCTION_MS } : { min: 1, idleTimeoutMillis: IDLE_MS }),
    max: size,
  });
  pool.on("error", (error) => log().warn({ error: error.message }, "an idle database connection broke"));
  return pool;
}
