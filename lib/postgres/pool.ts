/**
 * The pool of connections. It blames the database for a connection that comes late only where this process was there to hear
 * of it: one that was kept from listening (by reading code, by a machine with too much to do, by a host that puts it to
 * sleep) finds the timer run out first, and the connection right behind it, and asks again.
 */
import { performance } from "node:perf_hooks";
import pg from "pg";
import { runsAsFunction } from "../process/env";
import { log } from "../process/log";
import { Connection, connectionSettings } from "./connection";
import { isGivenUp } from "./faults";
import type { PlanMode } from "./prepared";

export type LentConnection = Connection & pg.PoolClient;
type Callback = Parameters<pg.Pool["connect"]>[0];

/** Opening a connection costs as much as a hundred statements; one is kept whatever happens, others for so long. */
const IDLE_MS = 30_000;
/** The host waits for it before it freezes a function, which could not close a connection afterwards. */
const IDLE_OF_FUNCTION_MS = 5_000;
/** As pg words it: no connection became free in time, and none was open in time. */
export const NONE_FREE = "timeout exceeded when trying to connect";
const NOT_OPEN = "Connection terminated due to connection timeout";
const MAX_ATTEMPTS = 3;

export class StallTolerantPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: Connection } as pg.PoolConfig);
  }

  /** For callers that know no plan modes, as Prisma. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.lend("custom");
    this.lend("custom").then(
      (connection) => callback(undefined, connection, (broken) => connection.release(broken)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  /** A connection for as long as the work takes. One that broke, or stopped responding, is not lent again. */
  async lendTo<T>(mode: PlanMode, work: (connection: LentConnection) => Promise<T>): Promise<T> {
    const connection = await this.lend(mode);
    let broken: Error | undefined;
    const noteBroken = (error: Error) => {
      broken = error;
    };
    // Without a listener, a connection that breaks while it is lent would end the process.
    connection.on("error", noteBroken);
    try {
      return await work(connection);
    } catch (error) {
      // The next statement would wait behind the one that was given up.
      if (isGivenUp(error)) broken = error;
      throw error;
    } finally {
      connection.off("error", noteBroken);
      connection.release(broken);
    }
  }

  async lend(mode: PlanMode): Promise<LentConnection> {
    // One that is idle cannot come late.
    const connection = (await (this.idleCount > 0 ? super.connect() : this.connectPatiently())) as LentConnection;
    connection.planFor(mode);
    return connection;
  }

  private async connectPatiently(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt += 1) {
      const since = performance.eventLoopUtilization();
      const began = performance.now();
      try {
        return await super.connect();
      } catch (error) {
        if (!(error instanceof Error) || attempt === MAX_ATTEMPTS) throw error;
        const attention = { listened: performance.eventLoopUtilization(since).idle, took: performance.now() - began };
        if (!this.wasAway(error.message, attention)) throw error;
      }
    }
  }

  /**
   * Its timer went off long after its time; or, while a connection was opened, it listened for less than half of the time.
   * Where none became free, being busy is no excuse: there is too much to do, and the caller has to know.
   */
  private wasAway(message: string, { listened, took }: { listened: number; took: number }): boolean {
    const allowed = this.options.connectionTimeoutMillis ?? 0;
    if (message !== NONE_FREE && message !== NOT_OPEN) return false;
    return took > allowed * 1.5 || (message === NOT_OPEN && listened < allowed / 2);
  }
}

/** `size`: how many connections it may open. `replicaUrl`: see `connectionSettings`. */
export function openPool(size: number, replicaUrl?: string): StallTolerantPool {
  const pool = new StallTolerantPool({
    ...connectionSettings("custom", replicaUrl),
    ...(runsAsFunction() ? { min: 0, idleTimeoutMillis: IDLE_OF_FUNCTION_MS } : { min: 1, idleTimeoutMillis: IDLE_MS }),
    max: size,
  });
  // A connection that breaks in the moment between two holders has no other listener, and would end the process.
  pool.on("connect", (connection) => connection.on("error", () => {}));
  // The same for an idle one.
  pool.on("error", (error) => log().warn({ error: error.message }, "an idle database connection broke"));
  return pool;
}
