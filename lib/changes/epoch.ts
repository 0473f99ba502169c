/**
 * Which database this is. Asked of PostgreSQL every few seconds, not for every poll, of which it was a third: one that is
 * restored in place is noticed a moment later, and until then nothing of it has been told under another name.
 */
import { runtime } from "../runtime";
import { readEpoch } from "../store/records/changes";

const KEPT_MS = 5_000;

const kept = runtime.part("epoch", () => ({ epoch: "", readAt: Number.NEGATIVE_INFINITY }));

export async function currentEpoch(): Promise<string> {
  const known = kept();
  const now = performance.now();
  if (now - known.readAt < KEPT_MS) return known.epoch;
  const epoch = await readEpoch();
  Object.assign(known, { epoch, readAt: now });
  return epoch;
}
