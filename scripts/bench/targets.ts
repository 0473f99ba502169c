/** The targets: both adapters, and the floors that run the same statements without any check. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "../../lib/process/env";
import { freePort } from "../../tests/support/free-port";
import { findProcess } from "../../tests/support/processes";

export const TARGETS = ["node", "next", "floor-node", "floor-next"] as const;
export type TargetName = (typeof TARGETS)[number];
/** `pid`: of the process that answers for the API. */
export type Target = { name: TargetName; port: number; pid: number; stop(): Promise<void> };

const NEXT = "node_modules/next/dist/bin/next";
const FLOOR_NEXT = "scripts/bench/floors/next";
const UP_TIMEOUT_MS = 60_000;
/** This long after it is up, a start is over: it has preloaded its code and its pages. */
export const SETTLED_MS = 6_000;
/** No request may be refused for its rate. */
const NO_LIMITS = { RATE_LIMIT_REQUESTS_PER_MINUTE: "1000000000", RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: "1000000000" };

const COMMANDS: Record<TargetName, (port: number) => string[]> = {
  node: () => ["dist/server.mjs"],
  next: (port) => [NEXT, "start", "-p", String(port), "-H", "127.0.0.1"],
  "floor-node": () => ["scripts/bench/floors/node.mjs"],
  "floor-next": (port) => [NEXT, "start", FLOOR_NEXT, "-p", String(port), "-H", "127.0.0.1"],
};

/** If there is no build, throws an Error that says what to run. */
export function requireBuilds(): void {
  if (!existsSync(".next/BUILD_ID") || !existsSync("dist/server.mjs")) throw new Error("Run npm run build first.");
  execFileSync(process.execPath, [NEXT, "build", FLOOR_NEXT], { stdio: ["ignore", "ignore", "inherit"] });
}

/** `more`: variables of this one target. */
export async function startTarget(
  name: TargetName,
  databaseUrl: string,
  stepsFile: string,
  more: Record<string, string> = {},
): Promise<Target> {
  const port = await freePort();
  const child = spawn(process.execPath, COMMANDS[name](port), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      DATABASE_URL: databaseUrl,
      APP_SECRET: env().APP_SECRET,
      BENCH_STEPS: stepsFile,
      HOST: "127.0.0.1",
      PORT: String(port),
      WEB_CONCURRENCY: "",
      ...NO_LIMITS,
      ...more,
    },
    // The log is written, as in production, and thrown away.
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilUp(child, port);
  const hostPid = child.pid ?? 0;
  return { name, port, pid: findProcess(hostPid, "api-process") ?? hostPid, stop: () => stop(child) };
}

async function untilUp(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + UP_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api/health/live`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await pause(50);
  }
  child.kill("SIGKILL");
  throw new Error("A target of the benchmark did not come up.");
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
