/** For work that locks what requests use: it waits only briefly, then starts again after a pause that lets others go first. */
import { setTimeout as pause } from "node:timers/promises";
import { sqlState } from "./faults";

/** Waiting longer than this for a lock means that something is stuck. Nothing has been written by then. */
export const LOCK_TIMEOUT_SECONDS = 60;
/** Writers queue behind a lock request that is waiting. */
const SHORT_LOCK_TIMEOUT_MS = 100;
/** While batches follow one another, short waits never succeed. After this time the wait grows, up to that of writers. */
const SHORT_FOR_MS = 10_000;
const LONGER_EACH_TIME = 1.5;
const LONGEST_LOCK_TIMEOUT_MS = 1_900;
const PAUSE_MS = 150;
/** deadlock_detected, serialization_failure, lock_not_available. */
const IN_THE_WAY = new Set(["40P01", "40001", "55P03"]);

export class OtherWorkInTheWay extends Error {
  constructor(cause: unknown) {
    const message =
      "Other work on the same records kept the database from doing this. Nothing of it was done: try it again.";
    super(message, { cause });
  }
}

export function isInTheWay(error: unknown): boolean {
  return IN_THE_WAY.has(sqlState(error));
}

/** `attempt` is a whole transaction that waits `lockTimeoutMs` for each lock. Throws OtherWorkInTheWay after `giveUpAfterMs`. */
export async function withBriefLocks<T>(
  attempt: (lockTimeoutMs: number) => Promise<T>,
  giveUpAfterMs = LOCK_TIMEOUT_SECONDS * 1000,
): Promise<T> {
  const began = performance.now();
  for (let waitMs = SHORT_LOCK_TIMEOUT_MS; ; ) {
    try {
      return await attempt(Math.round(waitMs));
    } catch (error) {
      if (!isInTheWay(error)) throw error;
      const triedMs = performance.now() - began;
      if (triedMs > giveUpAfterMs) throw new OtherWorkInTheWay(error);
      if (triedMs > SHORT_FOR_MS) waitMs = Math.min(waitMs * LONGER_EACH_TIME, LONGEST_LOCK_TIMEOUT_MS);
      await pause(PAUSE_MS * (1 + Math.random()));
    }
  }
}
