/** Keeps a client within its token's rate limit. Other clients of the token are unseen, so 429 can still come. */

/** The token's window. `seconds` counts from the response, because clocks differ and can be changed. */
export type Room = { remaining: number; seconds: number };

export function openPace() {
  let remaining = Number.POSITIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  let opens = 0;
  let underWay = 0;
  const waiting: (() => void)[] = [];

  /** Takes the window that a response reported, without ending a request. null: it did not report one. */
  const hear = (room: Room | null) => {
    if (room === null) return;
    // Responses may not cover requests under way, or may overtake others. Use the lowest value since none was under way.
    least = Math.min(least, room.remaining);
    remaining = underWay === 0 ? least : Math.min(remaining, least - underWay);
    if (underWay === 0) least = Number.POSITIVE_INFINITY;
    if (room.remaining <= 0) opens = performance.now() + room.seconds * 1000;
  };

  return {
    /** Resolves when a request that counts as `cost` can be sent. Each `enter` needs a `leave`. */
    async enter(cost: number, signal?: AbortSignal) {
      for (;;) {
        signal?.throwIfAborted();
        if (opens > performance.now()) {
          await sleep(opens - performance.now(), signal);
          continue;
        }
        // The first request after a wait goes alone: its response shows how much room there is by then.
        if (opens > 0) remaining = cost;
        opens = 0;
        if (remaining >= cost || underWay === 0) break;
        await untilCalled((resume) => void waiting.push(resume), signal);
      }
      underWay += 1;
      remaining -= cost;
    },
    /** Ends a request. `room` is as for `hear`. */
    leave(room: Room | null) {
      underWay -= 1;
      hear(room);
      for (const resume of waiting.splice(0)) resume();
    },
    hear,
  };
}

/** The service never asks for more. A timer of more than 24 days would not wait at all. */
const LONGEST_WAIT_SECONDS = 3_600;

/** Returns the seconds that a response asks to wait, from 1 to an hour, or null if it does not say. */
export function parseWait(text: string | null | undefined): number | null {
  return /^\d+$/.test(text ?? "") ? Math.min(Math.max(1, Number(text)), LONGEST_WAIT_SECONDS) : null;
}

/** Rejects with the signal's reason as soon as it is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  return untilCalled((resume) => {
    timer = setTimeout(resume, milliseconds);
  }, signal).finally(() => clearTimeout(timer));
}

/** Resolves when `resume` is called. Rejects with the signal's reason as soon as it is aborted. */
function untilCalled(begin: (resume: () => void) => void, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    begin(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    });
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
  });
}
