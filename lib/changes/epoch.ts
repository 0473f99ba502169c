/**
 * Which database this is, asked of PostgreSQL every few seconds. A restore in place, under a running process, is noticed that
 * much later: a cursor given meanwhile names the former database, and is reset then.
 */
import { runtime } from "../process/runtime";
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
