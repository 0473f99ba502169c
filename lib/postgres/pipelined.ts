/** A connection that many callers share without waiting. For statements by key only: a slow one delays those sent after it. */
import { Connection, connectionSettings } from "./connection";
import { isConnectionLost, isGivenUp, isLockTimeout } from "./faults";

/** After this long without a response, further statements go to the pool, until none is under way. */
const HELD_UP_MS = 50;

type Traffic = {
  connection: Connection;
  underWay: number;
  /** When the last response arrived, or when the first statement was sent. */
  movedAt: number;
  wasHeldUp: boolean;
  /** Set if the connection was closed because its statements wait for a lock. */
  locked?: { text: string; error: unknown };
};

export class PipelinedConnection {
  private traffic: Traffic | undefined;
  private opening: Promise<void> | undefined;
  /** Maps keys to what was asked for in this iteration of the event loop; null if nothing was. */
  private unsent: Map<string, Promise<unknown>> | null = null;

  constructor(private readonly replicaUrl?: string) {}

  /** Rejects if it cannot connect. Optional: otherwise the first statement starts the connection for those that follow. */
  async open(): Promise<void> {
    if (this.traffic !== undefined) return;
    this.opening ??= this.connect().finally(() => {
      this.opening = undefined;
    });
    await this.opening;
  }

  /**
   * Returns null if the connection is not open or is held up; use the pool then. `text` is the statement's. Callers that ask
   * with the same `key` before the statement is sent share its result.
   */
  run<T>(text: string, work: (connection: Connection) => Promise<T>, key?: string): Promise<T> | null {
    const { traffic } = this;
    if (traffic === undefined) {
      // Opens in the background. The pool finds out whether PostgreSQL can be reached.
      this.open().catch(() => {});
      return null;
    }
    if (isHeldUp(traffic)) return null;
    const unsent = this.gather(traffic.connection);
    const asked = key && unsent.get(key);
    if (asked) return asked as Promise<T>;
    const result = watch(traffic, text, work);
    if (key) unsent.set(key, result);
    return result;
  }

  get isHeldUp(): boolean {
    return this.traffic === undefined || isHeldUp(this.traffic);
  }

  async close(): Promise<void> {
    await this.opening?.catch(() => {});
    await this.traffic?.connection.end();
  }

  /** Statements of one iteration of the event loop are sent together at its end, which wakes PostgreSQL only once. */
  private gather({ connection: { stream } }: Connection): Map<string, Promise<unknown>> {
    if (this.unsent !== null) return this.unsent;
    stream.cork();
    setImmediate(() => {
      this.unsent = null;
      stream.uncork();
    });
    this.unsent = new Map();
    return this.unsent;
  }

  private async connect(): Promise<void> {
    const connection = new Connection(connectionSettings("generic", this.replicaUrl));
    const traffic = { connection, underWay: 0, movedAt: 0, wasHeldUp: false };
    // Running statements fail on their own.
    const forget = () => {
      if (this.traffic === traffic) this.traffic = undefined;
    };
    connection.on("error", forget).on("end", forget);
    await connection.connect();
    this.traffic = traffic;
  }
}

/** Stays true until nothing is under way, because each statement that was already sent may be late. */
function isHeldUp(traffic: Traffic): boolean {
  if (traffic.underWay > 0 && performance.now() - traffic.movedAt > HELD_UP_MS) traffic.wasHeldUp = true;
  return traffic.wasHeldUp;
}

/**
 * After a lock timeout, or a server that has gone silent, the connection is closed: the statements behind it are sent again
 * elsewhere. Those with the same text would wait for the same lock, so they fail with it.
 */
async function watch<T>(traffic: Traffic, text: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  if (traffic.underWay === 0) traffic.movedAt = performance.now();
  traffic.underWay += 1;
  try {
    return await work(traffic.connection);
  } catch (error) {
    const { locked } = traffic;
    if (locked?.text === text && isConnectionLost(error)) throw locked.error;
    if (isLockTimeout(error)) traffic.locked ??= { text, error };
    if (isLockTimeout(error) || isGivenUp(error)) traffic.connection.connection.stream.destroy();
    throw error;
  } finally {
    traffic.wasHeldUp = isHeldUp(traffic) && traffic.underWay > 1;
    traffic.underWay -= 1;
    traffic.movedAt = performance.now();
  }
}
