/** Requests with `wait=` and streams wait for changes here. All share one query; for streams it also checks permissions. */
import { BUDGETS, openBudget } from "../budgets";
import { runsAsFunction } from "../process/env";
import { log } from "../process/log";
import { runtime } from "../process/runtime";
import type { Sharer } from "../records/load/shares";
import { type FeedPosition, findAwaited } from "../store/records/feed-positions";
import type { TokenAdmission } from "../store/records/guard";

const LOOK_EVERY_MS = 200;
/** While only streams wait: fewer than two statements a second, and a stream still ends within a second of a revocation. */
const LOOK_FOR_STREAMS_EVERY_MS = 600;

/** `position` null waits for no change. With `admission`, the caller is also woken once that is no longer valid. */
type Watched = { entityId: string; position: FeedPosition | null; admission: TokenAdmission | null };

/** A change, other permissions, the time limit, or the end of the process. */
export type Outcome = "changed" | "lapsed" | "late" | "released";

type Waiter = Watched & { wake: (outcome: Outcome) => void };

class Waiting {
  private readonly waiters = new Set<Waiter>();
  private readonly places = openBudget(BUDGETS.waiting);
  private isReleased = false;
  private isLooking = false;
  private timer: NodeJS.Timeout | undefined;
  private dueAt = 0;

  /** True if something changed before `until` (`performance.now()`). No wait if that is null or too many wait. Throws CallerLeft. */
  async wait(
    { organizationId, tokenId, entityId }: Sharer & { entityId: string },
    position: FeedPosition,
    until: number | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    const milliseconds = (until ?? 0) - performance.now();
    if (milliseconds <= 0 || runsAsFunction()) return false;
    const release = this.places.tryAcquire([organizationId, tokenId]);
    if (release === null) return false;
    try {
      return (await this.watch({ entityId, position, admission: null }, milliseconds, signal)) === "changed";
    } finally {
      release();
    }
  }

  /** Throws the reason of the signal. */
  async watch(watched: Watched, milliseconds: number, signal: AbortSignal): Promise<Outcome> {
    if (this.isReleased) return "released";
    signal.throwIfAborted();
    let timer: NodeJS.Timeout | undefined;
    let waiter: Waiter | undefined;
    let leave = () => {};
    try {
      return await new Promise<Outcome>((resolve, reject) => {
        waiter = { ...watched, wake: resolve };
        timer = setTimeout(resolve, milliseconds, "late");
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

  /** Responds to all callers immediately, now and from here on: the process is about to end. */
  release(): void {
    this.isReleased = true;
    for (const { wake } of this.waiters) wake("released");
  }

  private lookLater(): void {
    if (this.isLooking || this.waiters.size === 0) return;
    const milliseconds = areStreams(this.waiters) ? LOOK_FOR_STREAMS_EVERY_MS : LOOK_EVERY_MS;
    const dueAt = performance.now() + milliseconds;
    if (this.timer !== undefined && this.dueAt <= dueAt) return;
    clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = setTimeout(() => void this.look(), milliseconds).unref();
  }

  private async look(): Promise<void> {
    this.timer = undefined;
    if (this.waiters.size === 0) return;
    this.isLooking = true;
    const waiters = [...this.waiters];
    try {
      const entityIds = waiters.flatMap(({ entityId, position }) => (position === null ? [] : [entityId]));
      const admissions = waiters.flatMap(({ admission }) => admission ?? []);
      const { last, lapsed } = await findAwaited([...new Set(entityIds)], admissions);
      for (const { entityId, position, admission, wake } of waiters) {
        const found = last.get(entityId);
        if (admission !== null && lapsed.has(admission.tokenId)) wake("lapsed");
        else if (position !== null && found !== undefined && isBeyond(found, position)) wake("changed");
      }
    } catch (error) {
      // The callers keep waiting: a short outage of the database is no reason to respond.
      log().warn({ error: String(error) }, "the feed could not be checked");
    }
    this.isLooking = false;
    this.lookLater();
  }
}

function areStreams(waiters: Iterable<Waiter>): boolean {
  for (const { admission } of waiters) if (admission === null) return false;
  return true;
}

function isBeyond(one: FeedPosition, other: FeedPosition): boolean {
  const [transaction, otherTransaction] = [BigInt(one.transaction), BigInt(other.transaction)];
  if (transaction !== otherTransaction) return transaction > otherTransaction;
  return BigInt(one.sequence) > BigInt(other.sequence);
}

export const waiting = runtime.part("waiting for changes", () => new Waiting());
