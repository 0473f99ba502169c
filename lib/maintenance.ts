/**
 * Deletes expired rows, prepares feed partitions, sends notices about tokens and revokes unused ones. Running processes do this
 * once an hour, one of them for all; serverless deployments have a cron.
 */
import { env } from "./process/env";
import { log } from "./process/log";
import { metrics } from "./process/metrics";
import { runtime } from "./process/runtime";
import { claimMaintenance, clearLateChanges, clearOld, keepPartitions } from "./store/maintenance";
import { clearOldCalls } from "./store/tokens/calls";
import { revokeUnused, tellOfDisuse, tellOfExpiry } from "./store/tokens/due";
import { clearWebhooksOfRevoked } from "./store/webhooks/webhooks";
import { HOUR_SECONDS } from "./time/durations";

/** Asks more often than once an hour, in case a process has ended. */
const ASK_EVERY_MS = 900_000;
/** Limits how long one task can delay the next. The rest is done the next time. */
const MOST_ROUNDS = 1_000;

/** The rows removed, tokens revoked or notices sent by each task; null if it failed, which is logged. */
type Maintained = Record<keyof typeof TASKS, number | null>;

/** Each call does a limited part of the work and returns its size; 0 ends the task. */
const TASKS = {
  outcomes: () => clearOld("idempotency_keys"),
  calls: clearOldCalls,
  sums: () => clearOld("token_usage", "token_days", "token_minutes", "member_usage", "request_log_hours"),
  sessions: () => clearOld("sessions", "verifications"),
  notices: () => clearOld("notices", "token_addresses"),
  webhooks: clearWebhooksOfRevoked,
  expiring: tellOfExpiry,
  unused: async () => (await revokeUnused()) + (await tellOfDisuse()),
  changes: async () => {
    const days = env().CHANGES_RETENTION_DAYS;
    // Late changes go first: millions of them would push `keepPartitions` over its time limit, and it creates the coming
    // partitions.
    const cleared = await clearLateChanges(days);
    if (cleared === 0) await keepPartitions(days);
    return cleared;
  },
};

/** Never throws: a task that fails does not stop the others. */
export async function maintain(): Promise<Maintained> {
  const done = {} as Maintained;
  for (const [name, task] of Object.entries(TASKS) as [keyof typeof TASKS, () => Promise<number>][]) {
    done[name] = await toItsEnd(task).catch((error: Error) => {
      metrics()?.maintenanceFailures.inc({ task: name });
      log().warn({ task: name, error: error.message }, "a task of maintenance failed");
      return null;
    });
  }
  log().info(done, "maintained");
  return done;
}

async function toItsEnd(task: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const removedNow = await task();
    if (removedNow === 0) break;
    removed += removedNow;
  }
  return removed;
}

/** Runs until the runtime is closed. Not for hosts that freeze their processes: those have a cron. */
export const keepMaintaining = runtime.part(
  "maintenance",
  () => {
    const look = () =>
      void claimMaintenance(HOUR_SECONDS)
        .then((isTurn) => (isTurn ? maintain() : null))
        .catch((error: Error) => log().warn({ error: error.message }, "maintenance could not begin"));
    // A counter that appears with its first failure shows no increase.
    for (const task of Object.keys(TASKS)) metrics()?.maintenanceFailures.inc({ task }, 0);
    look();
    return setInterval(look, ASK_EVERY_MS).unref();
  },
  async (timer) => clearInterval(timer),
);
