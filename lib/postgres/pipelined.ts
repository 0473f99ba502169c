/**
 * A connection that many callers share for short statements: nobody waits for an earlier response or a free connection. For
 * statements by key only: a slow one delays those sent right behind it.
 */
import { Connection, connectionSettings } from "./connection";

/** Without a response for so long, further statements go over the pool. */
export const HELD_UP_MS = 50;

export class PipelinedConnection {
  private connection: Connection | undefined;
  private opening: Promise<void> | undefined;
  private isGathering = false;
  private underWay = 0;
  private movedAt = 0;

  /** `replicaUrl`: see `connectionSettings`. */
  constructor(private readonly replicaUrl?: string) {}

  /** Rejects where it cannot connect. Otherwise the first statement connects for those that follow. */
  async open(): Promise<void> {
    if (this.connection !== undefined) return;
    this.opening ??= this.connect().finally(() => {
      this.opening = undefined;
    });
    await this.opening;
  }

  /** null where it is not open, or held up: use the pool. */
  run<T>(work: (connection: Connection) => Promise<T>): Promise<T> | null {
    if (this.connection === undefined) {
      // In the background: the pool finds out whether PostgreSQL can be reached.
      this.open().catch(() => {});
      return null;
    }
    if (this.isHeldUp()) return null;
    this.gather(this.connection);
    return this.watch(work(this.connection));
  }

  async close(): Promise<void> {
    await this.opening?.catch(() => {});
    await this.connection?.end();
  }

  /** Statements of one turn of the event loop leave together, at its end, which wakes PostgreSQL once. */
  private gather({ connection: { stream } }: Connection): void {
    if (this.isGathering) return;
    this.isGathering = true;
    stream.cork();
    setImmediate(() => {
      this.isGathering = false;
      stream.uncork();
    });
  }

  private isHeldUp(): boolean {
    return this.underWay > 0 && performance.now() - this.movedAt > HELD_UP_MS;
  }

  private async watch<T>(response: Promise<T>): Promise<T> {
    if (this.underWay === 0) this.movedAt = performance.now();
    this.underWay += 1;
    try {
      return await response;
    } finally {
      this.underWay -= 1;
      this.movedAt = performance.now();
    }
  }

  private async connect(): Promise<void> {
    const connection = new Connection(connectionSettings("generic", this.replicaUrl));
    // Running statements fail by themselves.
    const forget = () => {
      if (this.connection === connection) this.connection = undefined;
    };
    connection.on("error", forget).on("end", forget);
    await connection.connect();
    this.connection = connection;
  }
}
