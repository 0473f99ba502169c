/**
 * One process that answers: the Node door with Next behind it, until a signal says to stop. The database and the secret are
 * there already, named in the environment.
 */
import cluster from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import { flushCalls } from "../lib/call-log/record";
import { env } from "../lib/env";
import { log } from "../lib/log";
import { limiters } from "../lib/public-api/admit";
import { closeDatabase } from "../lib/store/close";
import { placeAnswersAmongYoung } from "./allocation";
import { logConsole } from "./console-log";
import { drain, retire } from "./drain";
import { listen } from "./listen";
import { type NodeDoor, openNodeDoor } from "./node-door";
import { onParentExit } from "./parent";
import { leaveRequestsAlone } from "./raw-request";
import { restBetween } from "./resting-contexts";
import { warmUp } from "./warm-up";

/** With the drain's grace, still within what hosts allow. */
const LETTING_GO_MS = 1_500;

/** What a supervisor tells a worker whose successor is there. */
export const RETIRE = "retire";

/** `release` is called once nothing is answered any more. */
export async function serve({ dev, release }: { dev: boolean; release: () => Promise<void> }): Promise<void> {
  const { HOST, PORT } = env();
  if (!dev) logConsole();
  placeAnswersAmongYoung();
  leaveRequestsAlone();
  const app = next({ dev, dir: process.cwd(), hostname: HOST, port: PORT });
  await app.prepare();
  const pages = restBetween(app.getRequestHandler());
  if (!dev) await warmUp(pages);
  const door = openNodeDoor(pages);
  if (dev) door.server.on("upgrade", app.getUpgradeHandler());
  const port = await listen(door.server, PORT, HOST);
  log().info({ port, host: HOST, pid: process.pid }, "listening");

  let stopping = false;
  const stopBy = (leave: (door: NodeDoor) => Promise<void>) => () => {
    if (stopping) return;
    stopping = true;
    leave(door)
      .then(() => letGo(app, release))
      .catch((error: unknown) => {
        log().error({ error: String(error) }, "stopping failed");
        process.exit(1);
      });
  };
  process.on("SIGTERM", stopBy(drain));
  if (!cluster.isWorker) {
    for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, stopBy(drain));
    return onParentExit(stopBy(drain));
  }
  // A terminal sends these to all of its processes; what they mean is for the supervisor to say.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  process.on("message", (message) => message === RETIRE && stopBy(retire)());
  // A supervisor that was killed leaves nobody behind.
  process.on("disconnect", stopBy(drain));
}

async function letGo(app: ReturnType<typeof next>, release: () => Promise<void>): Promise<void> {
  await atMost(
    LETTING_GO_MS,
    flushCalls().then(() => close(app)),
  );
  await release();
  // A write that is stuck in a full pipe would hold an orderly exit for ever; by now there is nothing else to lose.
  if ((await atMost(LETTING_GO_MS, flushLog())) === "late") process.kill(process.pid, "SIGKILL");
  process.exit(0);
}

async function close(app: ReturnType<typeof next>): Promise<void> {
  await Promise.allSettled([app.close(), limiters().close(), closeDatabase()]);
}

function flushLog(): Promise<void> {
  return new Promise((resolve) => log().flush(() => resolve()));
}

/** A database that has fallen silent, or a log that nobody reads, must not keep a process that is done. */
async function atMost(milliseconds: number, work: Promise<void>): Promise<"done" | "late"> {
  return Promise.race([work.then(() => "done" as const), delay(milliseconds, "late" as const)]);
}
