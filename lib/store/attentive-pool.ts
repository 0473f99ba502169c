/**
 * A pool that blames the database for a connection that comes late only where this process was there to hear of it. One that
 * was kept from listening (by reading the code of a page, by a machine with too much to do, by a host that puts it to sleep)
 * finds the timer run out first, and the connection right behind it: it asks again.
 */
import { performance } from "node:perf_hooks";
import pg from "pg";

type Callback = Parameters<pg.Pool["connect"]>[0];

/** As pg words it: while waiting for a free connection, and while one is opened. */
const LATE = new Set(["timeout exceeded when trying to connect", "Connection terminated due to connection timeout"]);
const MAX_ATTEMPTS = 3;

export class AttentivePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.connectAttentively();
    if (this.idleCount > 0) {
      super.connect(callback);
      return;
    }
    this.connectAttentively().then(
      (client) => callback(undefined, client, (broken) => client.release(broken)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  private async connectAttentively(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt += 1) {
      const since = performance.eventLoopUtilization();
      const began = performance.now();
      try {
        return await super.connect();
      } catch (error) {
        if (!(error instanceof Error) || !LATE.has(error.message) || attempt === MAX_ATTEMPTS) throw error;
        const listened = performance.eventLoopUtilization(since).idle;
        if (!this.wasAway(listened, performance.now() - began)) throw error;
      }
    }
  }

  /** Listened for less than half of the time, or was stopped and let the timer run out late. Milliseconds. */
  private wasAway(listened: number, took: number): boolean {
    const allowed = this.options.connectionTimeoutMillis ?? 0;
    return listened < allowed / 2 || took > allowed * 1.5;
  }
}
