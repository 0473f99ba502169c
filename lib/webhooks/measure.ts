/** Delivery metrics. Omitted if PostgreSQL does not respond. */
import { metrics } from "../process/metrics";
import { sumWebhooks } from "../store/webhooks/sums";
import { withDeadline } from "../time/deadline";

/** The metrics page waits this long for the measurement. */
const MEASURED_WITHIN_MS = 500;

const LAG = "For how many seconds the first change has waited that a webhook has not delivered; paused ones aside.";
const DISABLED = "Webhooks that the service has disabled, because their receivers are gone or have failed for days.";

export function measureWebhooks(): void {
  let reading: ReturnType<typeof read> | null = null;
  const read = () => withDeadline(sumWebhooks(), MEASURED_WITHIN_MS).catch(() => undefined);
  // Both gauges are read at the same time, and share the result.
  const sums = () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  metrics()?.gauge("records_webhook_lag_seconds", LAG, [], async (gauge) => {
    const found = await sums();
    if (found !== undefined) gauge.set(found.lagSeconds);
  });
  metrics()?.gauge("records_webhooks_disabled", DISABLED, [], async (gauge) => {
    const found = await sums();
    if (found !== undefined) gauge.set(found.disabled);
  });
}
