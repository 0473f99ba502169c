/** Handles requests for the API in this process until a signal stops it. It does not know where the pages are. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { callLog } from "../../lib/call-log/write";
import { measureLag } from "../../lib/changes/lag";
import { prepareConfigurations } from "../../lib/configuration/load";
import { measureReadiness } from "../../lib/health";
import { keepMaintaining } from "../../lib/maintenance";
import { prepareMcp } from "../../lib/mcp/prepare";
import { postgres } from "../../lib/postgres/postgres";
import { withConnection } from "../../lib/postgres/query";
import { env } from "../../lib/process/env";
import { log } from "../../lib/process/log";
import { runtime } from "../../lib/process/runtime";
import { loadDescription } from "../../lib/public-api/endpoints/discovery";
import { loadTest } from "../../lib/public-api/endpoints/webhooks";
import { measureStreams, releaseWaiting } from "../../lib/public-api/event-stream/open-streams";
import { limiters } from "../../lib/rate-limit/open";
import { readPrismaEngine } from "../../lib/store/prisma";
import { checkReadiness } from "../../lib/store/server";
import { measureWebhooks } from "../../lib/webhooks/measure";
import { keepSending } from "../../lib/webhooks/sender";
import { type NodeAdapter, openNodeAdapter } from "../adapter/node-adapter";
import type { Pages } from "../adapter/pages";
import { logConsole } from "../console-log";
import { setV8Flags } from "../v8-flags";
import { drain, retire } from "./drain";
import { heldSocket } from "./held-socket";
import { atEnd, briefly, type Leaving, SUCCEEDS } from "./lifecycle";
import { offerMetrics } from "./metrics";

/** `close` is absent if the pages are in another process. */
type Serving = Pick<Pages, "handle"> & Partial<Pages>;

export async function serve({ handle, upgrade, close }: Serving): Promise<void> {
  const { HOST, PORT, NODE_ENV } = env();
  if (NODE_ENV === "production") logConsole();
  setV8Flags();
  atEnd(() => briefly(Promise.allSettled([close?.(), runtime.close()])));
  // Code that fails to load stays failed for as long as the process lives, so the process ends instead.
  await Promise.all([readPrismaEngine(), loadDescription(), loadTest()]);
  await fillPool();
  if (process.env[SUCCEEDS] === "1") await prepareToSucceed();
  // Reports a wrong password of the rate limit store now, not with the first request.
  void limiters().greet();
  keepMaintaining();
  keepSending();
  callLog();
  measureLag();
  measureStreams();
  measureWebhooks();
  measureReadiness();
  await offerMetrics();
  await prepareMcp();
  const adapter = openNodeAdapter(handle);
  if (upgrade !== undefined) adapter.server.on("upgrade", upgrade);
  const socket = heldSocket();
  const port = await listen(adapter.server, socket === null ? { port: PORT, host: HOST } : { fd: socket });
  log().info({ port, address: HOST }, "listening");
  atEnd((leaving) => endWaits(adapter, leaving));
}

/** Clients that wait for a change get a response now, and streams end. No webhook delivery begins; those under way are awaited. */
async function endWaits(adapter: NodeAdapter, leaving: Leaving): Promise<void> {
  releaseWaiting();
  await Promise.all([leaving === "drain" ? drain(adapter) : retire(adapter), keepSending().end()]);
}

/** Opening a connection takes longer than a request waits for one. The readiness check reports a silent database. */
async function fillPool(): Promise<void> {
  const open = () => withConnection("generic", async () => {}).catch(() => {});
  await Promise.all([checkReadiness(), ...Array.from({ length: env().DATABASE_POOL_SIZE }, open)]);
}

/** Throws, so that a process that cannot serve does not replace one that can. Prepares what its first requests would wait for. */
async function prepareToSucceed(): Promise<void> {
  const readiness = await checkReadiness();
  if (!readiness.ready) throw new Error(`The new process cannot serve. ${readiness.reason}`);
  const pipelines = Object.values(postgres().pipelines ?? {}).map((pipeline) => pipeline.open());
  await Promise.allSettled([...pipelines, prepareConfigurations()]);
}

const unknownHost = (_: number, host: string) =>
  `The address of ${host} is not known. Choose another one: HOST=0.0.0.0.`;

const REASONS: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port) => `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1}.`,
  EACCES: (port) => `Port ${port} needs permissions that this user does not have. Choose one above 1023: PORT=3000.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EADDRNOTAVAIL: (_, host) => `This machine has no address ${host}. Choose another one: HOST=0.0.0.0.`,
};

/** Returns the actual port. It differs from the given one if that was 0, or if the socket was passed in. */
function listen(server: Server, place: { port: number; host: string } | { fd: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = "port" in place ? REASONS[error.code ?? ""]?.(place.port, place.host) : undefined;
      reject(reason === undefined ? error : new Error(reason, { cause: error }));
    });
    server.listen(place, () => resolve((server.address() as AddressInfo).port));
  });
}
