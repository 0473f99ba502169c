/**
 * What happens by itself: what is past its time is cleared, the feed has partitions for what is to come, owners hear of tokens that end,
 * and tokens that the policy wants used are revoked.
 * Processes that run on do it once an hour, one of them for all; functions have a cron ask for it; an operator can.
 */
import { env } from "./process/env";
import { log } from "./process/log";
import { runtime } from "./process/runtime";
import { claimMaintenance, clearOld } from "./store/maintenance";
import { clearLateChanges, keepPartitions } from "./store/records/changes";
import { clearOldCalls } from "./store/tokens/calls";
import { revokeUnused, tellOfDisuse, tellOfExpiry } from "./store/tokens/due";
import { HOUR_SECONDS } from "./time/durations";

/** More often than once an hour, so that one that ends is made up for. */
const ASK_EVERY_MS = 900_000;
/** A task that never ends would hold up the next: what is left then is for the next time. */
const MOST_ROUNDS = 1_000;

/** How many rows each task has removed, or tokens it has told of or revoked; null where it failed, which the log tells. */
type Maintained = Record<keyof typeof TASKS, number | null>;

/** Each does a bounded part of its work, and tells how much; 0 ends it. */
const TASKS = {
  outcomes: () => clearOld("idempotency_keys"),
  calls: clearOldCalls,
  sums: () => clearOld("token_usage", "token_days", "member_usage"),
  sessions: () => clearOld("sessions", "verifications"),
  notices: () => clearOld("notices", "token_addresses"),
  expiring: tellOfExpiry,
  unused: async () => (await revokeUnused()) + (await tellOfDisuse()),
  changes: async () => {
    const days = env().CHANGES_RETENTION_DAYS;
    // First: millions of them would run the other into its time limit, and with it the partitions of the days to come.
    const cleared = await clearLateChanges(days);
    if (cleared === 0) await keepPartitions(days);
    return cleared;
  },
};

/** Never throws: one task that fails keeps no other from its work. */
export async function maintain(): Promise<Maintained> {
  const done = {} as Maintained;
  for (const [name, task] of Object.entries(TASKS) as [keyof typeof TASKS, () => Promise<number>][]) {
    done[name] = await toItsEnd(task).catch((error: Error) => {
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

/** From now until the runtime is closed. Not for a host that freezes its processes: there a cron asks. */
export const keepMaintaining = runtime.part(
  "maintenance",
  () => {
    const look = () =>
      void claimMaintenance(HOUR_SECONDS)
        .then((isTurn) => (isTurn ? maintain() : null))
        .catch((error: Error) => log().warn({ error: error.message }, "maintenance could not begin"));
    look();
    return setInterval(look, ASK_EVERY_MS).unref();
  },
  async (timer) => clearInterval(timer),
);
