/**
 * A connection that many callers' short statements share: none waits for the response to the one before, and nobody for a free
 * connection. For statements by key only: one that takes long keeps those waiting that were sent right behind it.
 */
import { Connection, connectionSettings } from "./connection";

/** Nothing came back for so long: whatever is in the way, what comes now goes around it, over the pool. */
export const HELD_UP_MS = 50;

export class PipelinedConnection {
  private connection: Connection | undefined;
  private opening: Promise<void> | undefined;
  private isGathering = false;
  private underWay = 0;
  private movedAt = 0;

  /** `replicaUrl`: see `connectionSettings`. */
  constructor(private readonly replicaUrl?: string) {}

  /** Rejects where no connection can be had. Without it the first statement opens one, for those that follow. */
  async open(): Promise<void> {
    if (this.connection !== undefined) return;
    this.opening ??= this.connect().finally(() => {
      this.opening = undefined;
    });
    await this.opening;
  }

  /** null where it is not open, or held up: the pool has to do. */
  run<T>(work: (connection: Connection) => Promise<T>): Promise<T> | null {
    if (this.connection === undefined) {
      // Nobody waits for it: whether PostgreSQL can be reached is for the pool to say.
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

  /** What is asked in one turn of the event loop goes out as one, at its end: PostgreSQL is woken once for all of it. */
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
    // Statements under way hear of it themselves.
    const forget = () => {
      if (this.connection === connection) this.connection = undefined;
    };
    connection.on("error", forget).on("end", forget);
    await connection.connect();
    this.connection = connection;
  }
}
