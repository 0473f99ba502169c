/**
 * Stops without losing a response: first reports that it is not ready, so that a load balancer looks elsewhere, then closes to
 * new connections, then waits for the requests under way.
 */
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "../../lib/process/log";
import type { NodeAdapter } from "../adapter/node-adapter";

/** How long a load balancer has to notice that this host is not ready before it stops accepting connections. */
const UNREADY_MS = 1_000;
/** Hosts usually kill a process after thirty seconds. */
const GRACE_MS = 25_000;
/**
 * How often idle connections are closed. A connection whose request began before the stop is kept alive after its response, and
 * would delay the end.
 */
const SWEEP_MS = 200;
/** Within this time, common clients drop an idle connection or use it again. */
const IDLE_GRACE_MS = 10_000;

export async function drain({ server, startDraining }: NodeAdapter): Promise<void> {
  log().info("draining");
  startDraining();
  await delay(UNREADY_MS);
  await endIdleUntil(stopListening(server), server);
}

/**
 * For a worker whose successor accepts the new connections: the host stays ready. Open connections are left to their clients for
 * a while, because a client may be about to send on one that looks idle here. The response to that request then ends the
 * connection.
 */
export async function retire({ server, startClosing }: NodeAdapter): Promise<void> {
  log().info("retiring");
  startClosing();
  const closed = stopListening(server);
  const isEmpty = await Promise.race([closed.then(() => true), delay(IDLE_GRACE_MS, false, { ref: false })]);
  if (!isEmpty) await endIdleUntil(closed, server);
}

/** For the pages process. Its clients are api processes, which end each connection after one request. */
export async function finish(server: Server): Promise<void> {
  await waitFor(stopListening(server), server);
}

/**
 * Resolves when the last connection has ended. It avoids the HTTP server's own `close`, which ends idle connections immediately
 * and takes a connection for idle while its first request has not been read.
 */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}

async function endIdleUntil(closed: Promise<void>, server: Server): Promise<void> {
  // Two turns later, a request that has already arrived has been read, even on an overloaded machine.
  const closeIdle = () => server.closeIdleConnections();
  const sweep = setInterval(() => setImmediate(() => setImmediate(closeIdle)), SWEEP_MS);
  await waitFor(closed, server);
  clearInterval(sweep);
}

/** Waits until the last response is sent, or the grace period is over. */
async function waitFor(closed: Promise<void>, server: Server): Promise<void> {
  const graceOver = delay(GRACE_MS, "over" as const, { ref: false });
  if ((await Promise.race([closed, graceOver])) !== "over") return;
  log().warn("requests were still running at the end of the grace period");
  server.closeAllConnections();
  await closed;
}
