/** Time cut into buckets of a fixed length, which begin at whole multiples of it, and the counts that go into them. Pure. */
import type { CallCounts } from "../../store/token-usage";
import { CALL_CLASSES } from "./finished-call";

export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

export const NO_CALLS: CallCounts = { ok: 0, refused: 0, limited: 0, failed: 0 };

export function bucketOf(time: Date, seconds: number): number {
  return Math.floor(time.getTime() / 1000 / seconds);
}

/** Of so many of which `now` lies in the last. */
export function firstBucket(now: Date, count: number, seconds: number): number {
  return bucketOf(now, seconds) - count + 1;
}

export function startOf(bucket: number, seconds: number): Date {
  return new Date(bucket * seconds * 1000);
}

export function addCalls(to: CallCounts, more: CallCounts): void {
  for (const callClass of CALL_CLASSES) to[callClass] += more[callClass];
}
