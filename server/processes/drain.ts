/** Stops without losing a response: reports that it is not ready, closes to new connections, then awaits requests under way. */
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "../../lib/process/log";
import type { NodeAdapter } from "../adapter/node-adapter";

/** How long a load balancer has to notice that this host is not ready before it stops accepting connections. */
const UNREADY_MS = 1_000;
/** Hosts usually kill a process after thirty seconds. */
const GRACE_MS = 25_000;
/** How often idle connections are closed. One whose request began before the stop is kept alive, and would delay the end. */
const SWEEP_MS = 200;
/** Within this time, common clients drop an idle connection or use it again. */
const IDLE_GRACE_MS = 10_000;

export async function drain({ server, startLeaving }: NodeAdapter): Promise<void> {
  log().info("draining");
  startLeaving("drain");
  await delay(UNREADY_MS);
  await endIdleUntil(stopListening(server), server);
}

/** For a replaced worker. Idle connections stay for a while, as a client may be about to send; the response then ends them. */
export async function retire({ server, startLeaving }: NodeAdapter): Promise<void> {
  log().info("retiring");
  startLeaving("retire");
  const closed = stopListening(server);
  const isEmpty = await Promise.race([closed.then(() => true), delay(IDLE_GRACE_MS, false, { ref: false })]);
  if (!isEmpty) await endIdleUntil(closed, server);
}

/** For the pages process. Its clients are api processes, which end each connection after one request. */
export async function finish(server: Server): Promise<void> {
  await waitFor(stopListening(server), server);
}

/** Avoids the HTTP server's own `close`, which ends a connection as idle while its first request has not been read. */
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

async function waitFor(closed: Promise<void>, server: Server): Promise<void> {
  const graceOver = delay(GRACE_MS, "over" as const, { ref: false });
  if ((await Promise.race([closed, graceOver])) !== "over") return;
  log().warn("requests were still running at the end of the grace period");
  server.closeAllConnections();
  await closed;
}
