/**
 * A connection that many callers share for short statements, without waiting for earlier responses or for a free connection. For
 * statements by key only: a slow statement delays those sent right after it.
 */
import { Connection, connectionSettings } from "./connection";

/** After this long without a response, further statements go to the pool. */
export const HELD_UP_MS = 50;

export class PipelinedConnection {
  private connection: Connection | undefined;
  private opening: Promise<void> | undefined;
  private isGathering = false;
  private underWay = 0;
  private movedAt = 0;

  /** `replicaUrl`: see `connectionSettings`. */
  constructor(private readonly replicaUrl?: string) {}

  /**
   * Rejects if it cannot connect. It need not be called: otherwise the first statement starts the connection for those that
   * follow.
   */
  async open(): Promise<void> {
    if (this.connection !== undefined) return;
    this.opening ??= this.connect().finally(() => {
      this.opening = undefined;
    });
    await this.opening;
  }

  /** Returns null if the connection is not open or is held up; use the pool then. */
  run<T>(work: (connection: Connection) => Promise<T>): Promise<T> | null {
    if (this.connection === undefined) {
      // Opens in the background. The pool finds out whether PostgreSQL can be reached.
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

  /** Statements of one iteration of the event loop are sent together at its end, which wakes PostgreSQL only once. */
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
    // Running statements fail on their own.
    const forget = () => {
      if (this.connection === connection) this.connection = undefined;
    };
    connection.on("error", forget).on("end", forget);
    await connection.connect();
    this.connection = connection;
  }
}
