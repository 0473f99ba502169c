/** The feed shows nothing newer than the cluster's oldest transaction that still writes, so the log names one that stays open. */
import { log } from "../process/log";
import { metrics } from "../process/metrics";
import { runtime } from "../process/runtime";
import { findLaggard } from "../store/records/feed-positions";
import { withDeadline } from "../time/deadline";

/** No transaction of ours takes this long. */
const WARNED_SECONDS = 5;
const LOOK_EVERY_MS = 5_000;

/** The metrics page waits this long for the measurement, then leaves it out. */
const MEASURED_WITHIN_MS = 500;

const lag = runtime.part("feed lag", () => ({ lookedAt: 0 }));

/** Runs in the background, at most once per `LOOK_EVERY_MS`. Never fails. */
export function watchLag(): void {
  const now = Date.now();
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

/** Left out if PostgreSQL does not respond. */
export function measureLag(): void {
  const help = "For how many seconds the oldest open transaction has held back the feed of changes.";
  metrics()?.gauge("records_feed_lag_seconds", help, [], async (gauge) => {
    const laggard = await withDeadline(findLaggard(0), MEASURED_WITHIN_MS).catch(() => undefined);
    if (laggard !== undefined) gauge.set(laggard?.seconds ?? 0);
  });
}
