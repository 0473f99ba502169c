/**
 * Callers who wait for the next change of an entity. They all share one query. Each caller finds out for itself whether the
 * change concerns it.
 */
import { runsAsFunction } from "../process/env";
import { log } from "../process/log";
import { runtime } from "../process/runtime";
import { type FeedPosition, findLastChanges } from "../store/records/changes";

const LOOK_EVERY_MS = 200;
/** In one process. Further callers get their response immediately. */
const MAX_WAITING = 5_000;

type Waiter = { entityId: string; position: FeedPosition; wake: (hasCome: boolean) => void };

class Waiting {
  private readonly waiters = new Set<Waiter>();
  private isReleased = false;
  private isLooking = false;

  /**
   * Whether something changed after the position before `until`, a `performance.now()` time; null does not wait. Throws
   * CallerLeft if the client has gone.
   */
  async wait(entityId: string, position: FeedPosition, until: number | null, signal: AbortSignal): Promise<boolean> {
    const milliseconds = (until ?? 0) - performance.now();
    if (milliseconds <= 0 || this.isReleased || runsAsFunction() || this.waiters.size >= MAX_WAITING) return false;
    signal.throwIfAborted();
    let timer: NodeJS.Timeout | undefined;
    let waiter: Waiter | undefined;
    let leave = () => {};
    try {
      return await new Promise<boolean>((resolve, reject) => {
        waiter = { entityId, position, wake: resolve };
        timer = setTimeout(resolve, milliseconds, false);
        leave = () => reject(signal.reason);
        signal.addEventListener("abort", leave);
        this.waiters.add(waiter);
        this.lookLater();
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
      if (waiter !== undefined) this.waiters.delete(waiter);
    }
  }

  /** The process is about to end: all callers get a response immediately, now and from here on. */
  release(): void {
    this.isReleased = true;
    for (const { wake } of this.waiters) wake(false);
  }

  private lookLater(): void {
    if (this.isLooking || this.waiters.size === 0) return;
    this.isLooking = true;
    setTimeout(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  private async look(): Promise<void> {
    const waiters = [...this.waiters];
    try {
      const last = await findLastChanges([...new Set(waiters.map(({ entityId }) => entityId))]);
      for (const { entityId, position, wake } of waiters) {
        const found = last.get(entityId);
        if (found !== undefined && isBeyond(found, position)) wake(true);
      }
    } catch (error) {
      // The callers keep waiting: a short outage of the database is no reason to respond.
      log().warn({ error: String(error) }, "the feed could not be looked at");
    }
    this.isLooking = false;
    this.lookLater();
  }
}

function isBeyond(one: FeedPosition, other: FeedPosition): boolean {
  const [transaction, otherTransaction] = [BigInt(one.transaction), BigInt(other.transaction)];
  if (transaction !== otherTransaction) return transaction > otherTransaction;
  return BigInt(one.sequence) > BigInt(other.sequence);
}

export const waiting = runtime.part("waiting for changes", () => new Waiting());
