/** Limits what is in use at a time, in all and under each key. Keys are served in rotation, demands under one key in order. */

/** Releases all but the weight that is still needed. Can be called again. */
export type Release = (needed?: number) => void;

/** `waitMs`: without it, the wait has no end of its own. `refusal` makes the error if no room became free in time. */
type Demand = { weight?: number; waitMs?: number; signal?: AbortSignal | undefined; refusal: () => Error };

type Waiter = { weight: number; start: (release: Release) => void };

/** Counts the use under one key, and who waits for it. `children` are in the order in which they are served next. */
class Branch {
  used = 0;
  readonly waiting: Waiter[] = [];
  readonly children = new Map<string, Branch>();

  constructor(readonly key: string) {}
}

/** From the root to the branch of the last key. */
type Path = [...Branch[], Branch];

export class Semaphore {
  private readonly root = new Branch("");
  private waiting = 0;

  /** `limits`: in all, under a first key, under a second one, and so on. */
  constructor(
    private readonly limits: number[],
    private readonly maxWaiting = Number.POSITIVE_INFINITY,
  ) {}

  /** Rejects with the refusal, also if too many wait already, or with the reason of the signal. */
  async acquire(keys: string[], { weight = 1, waitMs, signal, refusal }: Demand): Promise<Release> {
    signal?.throwIfAborted();
    const release = this.tryAcquire(keys, weight);
    if (release !== null) return release;
    if (this.waiting >= this.maxWaiting) throw refusal();
    const path = this.pathTo(keys);
    return new Promise((resolve, reject) => {
      const { waiting } = leafOf(path);
      const stop = () => {
        this.waiting -= 1;
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
      };
      const start = (release: Release) => {
        stop();
        resolve(release);
      };
      const giveUp = (error: unknown) => {
        stop();
        waiting.splice(waiting.indexOf(waiter), 1);
        this.settle(path);
        reject(error);
      };
      const leave = () => giveUp(signal?.reason);
      const timer = waitMs === undefined ? undefined : setTimeout(() => giveUp(refusal()), waitMs);
      const waiter = { weight, start };
      signal?.addEventListener("abort", leave);
      waiting.push(waiter);
      this.waiting += 1;
    });
  }

  /** null if there is no room now, or if others wait under the same keys: many small demands must not keep a large one out. */
  tryAcquire(keys: string[], weight = 1): Release | null {
    const path = this.pathTo(keys);
    if (leafOf(path).waiting.length === 0 && this.hasRoom(path, weight)) return this.take(path, weight);
    removeUnused(path);
    return null;
  }

  /** Returns the deepest full level for keys that were refused; 0 is the process. */
  fullLevel(keys: string[]): number {
    const path = this.pathTo(keys);
    const level = path.findLastIndex(({ used }, depth) => used >= (this.limits[depth] ?? 0));
    removeUnused(path);
    return Math.max(level, 0);
  }

  private pathTo(keys: string[]): Path {
    const path: Path = [this.root];
    for (const key of keys) {
      const { children } = leafOf(path);
      const child = children.get(key) ?? new Branch(key);
      if (child.used === 0) children.set(key, child);
      path.push(child);
    }
    return path;
  }

  private hasRoom(path: Path, weight: number): boolean {
    return path.every(({ used }, depth) => used + weight <= (this.limits[depth] ?? 0));
  }

  private take(path: Path, weight: number): Release {
    if (weight === 0) removeUnused(path);
    for (const branch of path) branch.used += weight;
    let held = weight;
    return (needed = 0) => {
      if (needed >= held) return;
      for (const branch of path) branch.used -= held - needed;
      held = needed;
      this.settle(path);
    };
  }

  /** After room became free, or a place in the queue. */
  private settle(path: Path): void {
    removeUnused(path);
    while (this.waiting > 0 && this.startNext([this.root]));
  }

  /** Starts the first in rotation that has room below `path`, and moves its keys to the end. */
  private startNext(path: Path): boolean {
    const { used, waiting, children } = leafOf(path);
    if (used >= (this.limits[path.length - 1] ?? 0)) return false;
    const [first] = waiting;
    if (first !== undefined && this.hasRoom(path, first.weight)) {
      waiting.shift();
      first.start(this.take(path, first.weight));
      return true;
    }
    for (const child of children.values()) {
      if (!this.startNext([...path, child])) continue;
      if (children.size > 1 && children.delete(child.key)) children.set(child.key, child);
      return true;
    }
    return false;
  }
}

function leafOf(path: Path): Branch {
  return path.at(-1) as Branch;
}

/** Keys that are not in use take no memory. */
function removeUnused(path: Path): void {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const { key, used, waiting, children } = path[depth] as Branch;
    if (used > 0 || waiting.length > 0 || children.size > 0) return;
    path[depth - 1]?.children.delete(key);
  }
}
