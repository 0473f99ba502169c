/**
 * Stops without losing an answer: first unready, so that a balancer looks elsewhere, then closed to new connections, then
 * waiting for what is under way.
 */
import { setTimeout as delay } from "node:timers/promises";
import { log } from "../lib/log";
import type { NodeDoor } from "./node-door";

/** Time for a balancer to see that we are not ready any more, before we stop taking connections. */
const UNREADY_MS = 1_000;
/** Hosts kill after thirty seconds as a rule. */
const GRACE_MS = 25_000;
/** A connection whose request began before we stopped is kept alive when it is answered, and would hold us up. */
const SWEEP_MS = 200;

export async function drain({ server, startDraining }: NodeDoor): Promise<void> {
  log().info("draining");
  startDraining();
  await delay(UNREADY_MS);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const graceOver = delay(GRACE_MS, "over" as const, { ref: false });
  if ((await Promise.race([closed, graceOver])) === "over") {
    log().warn("requests were still running at the end of the grace period");
    server.closeAllConnections();
    await closed;
  }
  clearInterval(sweep);
}
