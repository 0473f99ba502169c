/**
 * The feed tells nothing that is younger than the oldest transaction still writing, anywhere in the cluster. One that stays open
 * holds every follower back, so it is named in the log.
 */
import { log } from "../process/log";
import { metrics } from "../process/metrics";
import { runtime } from "../process/runtime";
import { findLaggard } from "../store/records/changes";
import { withDeadline } from "../time/deadline";

/** Longer than any transaction of ours lasts by itself. */
const WARNED_SECONDS = 5;
const LOOK_EVERY_MS = 5_000;

/** Whoever asks for the metrics waits for it, and has all others where PostgreSQL says nothing. */
const MEASURED_WITHIN_MS = 500;

const lag = runtime.part("feed lag", () => ({ lookedAt: 0 }));

/** Beside the request: nobody waits for it, and it fails on nobody. Once in a while, however often it is asked. */
export function watchLag(now = Date.now()): void {
  const watch = lag();
  if (now - watch.lookedAt < LOOK_EVERY_MS) return;
  watch.lookedAt = now;
  findLaggard(WARNED_SECONDS).then(
    (laggard) => {
      if (laggard !== null) log().warn({ laggard }, "an open transaction holds the feed of changes back");
    },
    (error: Error) => log().warn({ error: error.message }, "the lag of the feed is not known"),
  );
}

/** For how long the feed has been held back, whoever is asked. Nothing is told where PostgreSQL does not answer. */
export function measureLag(): void {
  const help = "For how many seconds the oldest open transaction has held back the feed of changes.";
  metrics()?.gauge("records_feed_lag_seconds", help, [], async (gauge) => {
    const laggard = await withDeadline(findLaggard(0), MEASURED_WITHIN_MS).catch(() => undefined);
    if (laggard !== undefined) gauge.set(laggard?.seconds ?? 0);
  });
}
