/**
 * Stops without losing a response: first unready, so that a balancer looks elsewhere, then closed to new connections, then
 * waiting for what is under way.
 */
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "../../lib/process/log";
import type { NodeAdapter } from "../adapter/node-adapter";

/** Time for a balancer to see that we are not ready any more, before we stop taking connections. */
const UNREADY_MS = 1_000;
/** Hosts kill after thirty seconds as a rule. */
const GRACE_MS = 25_000;
/** A connection whose request began before we stopped is kept alive when its response has left, and would hold us up. */
const SWEEP_MS = 200;
/** Common clients drop an idle connection, or use it again, before. */
const IDLE_GRACE_MS = 10_000;

export async function drain({ server, startDraining }: NodeAdapter): Promise<void> {
  log().info("draining");
  startDraining();
  await delay(UNREADY_MS);
  await endIdleUntil(stopListening(server), server);
}

/**
 * For a worker whose successor takes the new connections: the host stays ready. Open ones are left to their clients for a
 * while, because a client may be about to send on one that looks idle to us; the response then ends it.
 */
export async function retire({ server, startClosing }: NodeAdapter): Promise<void> {
  log().info("retiring");
  startClosing();
  const closed = stopListening(server);
  const isEmpty = await Promise.race([closed.then(() => true), delay(IDLE_GRACE_MS, false, { ref: false })]);
  if (!isEmpty) await endIdleUntil(closed, server);
}

/** For the pages process, whose clients are api processes that end each connection after one request. */
export async function finish(server: Server): Promise<void> {
  await waitFor(stopListening(server), server);
}

/**
 * Resolves when the last connection has ended. Not the HTTP server's own close, which ends idle connections at once, and takes
 * those for idle whose first request it has not read yet.
 */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}

async function endIdleUntil(closed: Promise<void>, server: Server): Promise<void> {
  // Two turns later, a request that had come by then has been read, on a machine that is short of time as well.
  const closeIdle = () => server.closeIdleConnections();
  const sweep = setInterval(() => setImmediate(() => setImmediate(closeIdle)), SWEEP_MS);
  await waitFor(closed, server);
  clearInterval(sweep);
}

/** Until the last request is answered, or the grace is over. */
async function waitFor(closed: Promise<void>, server: Server): Promise<void> {
  const graceOver = delay(GRACE_MS, "over" as const, { ref: false });
  if ((await Promise.race([closed, graceOver])) !== "over") return;
  log().warn("requests were still running at the end of the grace period");
  server.closeAllConnections();
  await closed;
}
