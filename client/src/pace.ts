/**
 * Keeps a client within its token's window: by what the last response said is left, and by the requests that are under way.
 * Of other clients of the token it learns from responses only, so 429 can still come; `send.ts` waits for those.
 */

/** What a response says of the token's window. In seconds from then on: clocks differ, and are put forward and back. */
export type Room = { remaining: number; seconds: number };

export type Pace = {
  /** Resolves when a request that counts as `cost` can be sent. What is entered has to be left. */
  enter(cost: number, signal?: AbortSignal): Promise<void>;
  /** `room` null: nothing was said of it. */
  leave(room: Room | null): void;
  /** What the response to a request says that was left before it came. */
  hear(room: Room | null): void;
};

export function openPace(): Pace {
  let remaining = Number.POSITIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  let opens = 0;
  let underWay = 0;
  const waiting: (() => void)[] = [];

  const nextResponse = (signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      const resume = () => {
        signal?.removeEventListener("abort", resume);
        resolve();
      };
      waiting.push(resume);
      signal?.addEventListener("abort", resume);
    });

  const hear = (room: Room | null) => {
    if (room === null) return;
    // It may not know of those that are under way, nor of what overtook it: the least that was said since all had come back.
    least = Math.min(least, room.remaining);
    remaining = underWay === 0 ? least : Math.min(remaining, least - underWay);
    if (underWay === 0) least = Number.POSITIVE_INFINITY;
    if (room.remaining <= 0) opens = performance.now() + room.seconds * 1000;
  };

  return {
    async enter(cost, signal) {
      for (;;) {
        signal?.throwIfAborted();
        if (opens > performance.now()) {
          await sleep(opens - performance.now(), signal);
          continue;
        }
        // The first one after a wait goes alone: its response says how much room there is by then.
        if (opens > 0) remaining = cost;
        opens = 0;
        if (remaining >= cost || underWay === 0) break;
        await nextResponse(signal);
      }
      underWay += 1;
      remaining -= cost;
    },
    leave(room) {
      underWay -= 1;
      hear(room);
      for (const resume of waiting.splice(0)) resume();
    },
    hear,
  };
}

/** Rejects with the signal's reason as soon as it is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
  });
}
