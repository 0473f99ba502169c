/**
 * `npm start` and `npm run dev`: the database, then the Node door with Next behind it, until a signal says to stop.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import { env } from "../lib/env";
import { log } from "../lib/log";
import { limiters } from "../lib/public-api/admit";
import { closeDatabase } from "../lib/store/client";
import { flushCalls } from "../lib/tokens/calls/record";
import { openAppSecret } from "./app-secret";
import { type OpenDatabase, openDatabase } from "./database";
import { loadDotEnv } from "./dot-env";
import { drain } from "./drain";
import { listen } from "./listen";
import { openNodeDoor } from "./node-door";
import { onParentExit } from "./parent";
import { leaveRequestsAlone } from "./raw-request";

/** With the drain's grace, still within what hosts allow. */
const LETTING_GO_MS = 1_500;

const isDevelopment = process.argv.includes("--dev");

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

async function main(): Promise<void> {
  loadDotEnv();
  const mode = isDevelopment ? "development" : "production";
  // Read by the modules that Next loads; its type says that only tools may write it.
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1" });
  if (!isDevelopment && !existsSync(path.join(process.cwd(), ".next", "BUILD_ID"))) {
    throw new Error("There is no build yet: run npm run build, then npm start.");
  }
  openAppSecret(env());
  const database = await openDatabase(env());
  try {
    await serve(database);
  } catch (error) {
    await database.release();
    throw error;
  }
}

async function serve(database: OpenDatabase): Promise<void> {
  const { HOST, PORT } = env();
  leaveRequestsAlone();
  const app = next({ dev: isDevelopment, dir: process.cwd(), hostname: HOST, port: PORT });
  await app.prepare();
  const door = openNodeDoor(app.getRequestHandler());
  if (isDevelopment) door.server.on("upgrade", app.getUpgradeHandler());
  const port = await listen(door.server, PORT, HOST);
  log().info({ port, host: HOST, pid: process.pid }, "listening");

  const stop = once(async () => {
    await drain(door);
    await atMost(LETTING_GO_MS, letGo(app));
    await database.release();
    // A write that is stuck in a full pipe would hold an orderly exit for ever; by now there is nothing else to lose.
    if ((await atMost(LETTING_GO_MS, flushLog())) === "late") process.kill(process.pid, "SIGKILL");
    process.exit(0);
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
  onParentExit(stop);
}

async function letGo(app: ReturnType<typeof next>): Promise<void> {
  await flushCalls();
  await Promise.allSettled([app.close(), limiters().close(), closeDatabase()]);
}

function flushLog(): Promise<void> {
  return new Promise((resolve) => log().flush(() => resolve()));
}

/** A database that has fallen silent, or a log that nobody reads, must not keep a process that is done. */
async function atMost(milliseconds: number, work: Promise<void>): Promise<"done" | "late"> {
  return Promise.race([work.then(() => "done" as const), delay(milliseconds, "late" as const)]);
}

function once(work: () => Promise<void>): () => void {
  let started = false;
  return () => {
    if (started) return;
    started = true;
    work().catch((error: unknown) => {
      log().error({ error: String(error) }, "stopping failed");
      process.exit(1);
    });
  };
}
