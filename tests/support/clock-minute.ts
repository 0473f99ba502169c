/**
 * For tests that fill a window of rate limits. Windows are counted by the clock's minutes: past the end of one, a part of
 * what was counted is free again.
 */
import { setTimeout as pause } from "node:timers/promises";

const MINUTE_MS = 60_000;

/** Waits for the next minute if this one ends within that many milliseconds. */
export async function roomInMinute(neededMs: number): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < neededMs) await pause(leftMs + 1);
}
