/**
 * Callers who wait for the next change of an entity. All of them share one query; whether the change concerns a caller is for
 * that caller to find out.
 */
import { CallerLeft } from "../errors";
import { runsAsFunction } from "../process/env";
import { log } from "../process/log";
import { runtime } from "../process/runtime";
import { type FeedPosition, findLastChanges } from "../store/records/changes";
import type { Departure } from "../time/departure";

const LOOK_EVERY_MS = 200;
/** In one process. Callers beyond it get their response at once. */
const MAX_WAITING = 5_000;

type Waiter = { entityId: string; position: FeedPosition; wake: (hasCome: boolean) => void };

class Waiting {
  private readonly waiters = new Set<Waiter>();
  private isReleased = false;
  private isLooking = false;

  /**
   * Whether something changed after the position before `until`, a moment of `performance.now()`; null does not wait. Throws
   * CallerLeft.
   */
  async wait(entityId: string, position: FeedPosition, until: number | null, departure: Departure): Promise<boolean> {
    const milliseconds = (until ?? 0) - performance.now();
    if (milliseconds <= 0 || this.isReleased || runsAsFunction() || this.waiters.size >= MAX_WAITING) return false;
    departure.throwIfLeft();
    let timer: NodeJS.Timeout | undefined;
    let waiter: Waiter | undefined;
    try {
      return await new Promise<boolean>((resolve, reject) => {
        waiter = { entityId, position, wake: resolve };
        timer = setTimeout(resolve, milliseconds, false);
        departure.whenLeft(() => reject(new CallerLeft()));
        this.waiters.add(waiter);
        this.lookLater();
      });
    } finally {
      clearTimeout(timer);
      departure.whenLeft(null);
      if (waiter !== undefined) this.waiters.delete(waiter);
    }
  }

  /** Everybody gets a response at once, now and later: the process is about to end. */
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
      // They go on waiting: a database that is away for a moment is no reason to respond.
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
