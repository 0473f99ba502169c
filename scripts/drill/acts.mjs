/** What is done to the database, and how it is made whole again afterwards. */
import { setTimeout as pause } from "node:timers/promises";
import { primary, startNode, switchOver } from "./cluster.mjs";
import { plugCable, pullCable, signalAll } from "./network.mjs";
import { until } from "./programs.mjs";
import { killRedis } from "./redis.mjs";

/** How long the old primary stays away once there is a new one. */
const AWAY_MS = 5_000;

/** Resolves once another node is the primary. */
async function lose(strike, heal) {
  const old = await until("a primary", () => primary());
  strike(old);
  await until("another primary", () => primary(old), 180);
  await pause(AWAY_MS);
  heal(old);
}

/** @type {Record<string, (folder: string) => Promise<unknown>>} */
export const ACTS = {
  /** The machine goes: PostgreSQL and Patroni at once. */
  kill: () => lose((node) => signalAll(node, "SIGKILL"), startNode),
  /** It comes back as if nothing had happened, and takes itself for the primary for a moment. */
  pause: () =>
    lose(
      (node) => signalAll(node, "SIGSTOP"),
      (node) => signalAll(node, "SIGCONT"),
    ),
  cut: () => lose(pullCable, plugCable),
  switchover: () => switchOver(),
  redis: (folder) => killRedis(folder),
};
