/**
 * A pool that blames the database for a connection that comes late only where this process was there to hear of it. One that
 * was kept from listening (by reading the code of a page, by a machine with too much to do, by a host that puts it to sleep)
 * finds the timer run out first, and the connection right behind it: it asks again.
 */
import { performance } from "node:perf_hooks";
import pg from "pg";

type Callback = Parameters<pg.Pool["connect"]>[0];

/** As pg words it: no connection became free in time, and none was open in time. */
const NONE_FREE = "timeout exceeded when trying to connect";
const NOT_OPEN = "Connection terminated due to connection timeout";
const MAX_ATTEMPTS = 3;

export class AttentivePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    // One that is idle cannot come late.
    if (this.idleCount > 0) return callback === undefined ? super.connect() : void super.connect(callback);
    if (callback === undefined) return this.connectAttentively();
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
