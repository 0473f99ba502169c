/**
 * Starts a program of the service in a process group of its own, sends it signals at a moment of its start, and finds out how it
 * ended and what it left.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { isServerRunning } from "../../server/embedded/postmaster";
import { freePort } from "./free-port";
import { sendTo } from "./http";
import { descendantsOf, findProcess, isAlive } from "./processes";
import { environmentOf } from "./service";
import { temporaryFolder } from "./temporary-folder";

/** The promise: whoever starts the service may kill what is left after this time. */
export const ENDS_WITHIN_MS = 30_000;
/** Files that tsx keeps for its next run. */
const KEPT_BY_TOOLS = /^tsx-\d+$/;
const POLL_MS = 20;

export type Host = {
  child: ChildProcess;
  /** Everything that it has printed so far. */
  output: () => string;
  origin: string;
  /** The folder of its own database, if it has one. */
  dataDir: string;
  hasEnded: () => boolean;
};

export type SignaledStart = {
  command?: [program: string, ...args: string[]];
  environment?: Record<string, string>;
  databaseUrl: string;
  /** Resolves when the signals are due, and to the process that gets them instead of the one that was started. */
  moment: (host: Host) => Promise<unknown>;
  signals: readonly NodeJS.Signals[];
  /** "group": like a terminal. "process": like a supervisor. */
  to: "group" | "process";
};

/** `left`: names of temporary files, and processes that still run. */
type Outcome = { code: number | null; signal: NodeJS.Signals | null; left: string[]; inTime: boolean; output: string };

export async function signalDuring(started: SignaledStart): Promise<Outcome> {
  const { command = [process.execPath, "dist/server.mjs"], databaseUrl, moment, signals, to } = started;
  const folder = temporaryFolder();
  const port = await freePort();
  const [temporary, dataDir] = ["tmp", "data"].map((name) => path.join(folder.path, name)) as [string, string];
  mkdirSync(temporary);
  const places = { TMPDIR: temporary, DATA_DIR: dataDir };
  const environment = { ...environmentOf(databaseUrl, port), ...places, ...started.environment };
  const [program, ...args] = command;
  const child = spawn(program, args, { env: environment, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once("exit", (...how) => resolve(how)),
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const pid = child.pid ?? 0;
  const seen = new Set<number>();
  try {
    const origin = `http://127.0.0.1:${port}`;
    const other = await moment({ child, output: () => output, origin, dataDir, hasEnded });
    const target = typeof other === "number" && to === "process" ? other : pid;
    for (const each of descendantsOf(pid)) seen.add(each);
    for (const signal of signals) sendSignal(to === "group" ? -target : target, signal);
    const overdue = performance.now() + ENDS_WITHIN_MS;
    const how = await Promise.race([ended, pause(ENDS_WITHIN_MS, "late" as const)]);
    const [code, signal] = how === "late" ? [null, null] : how;
    const running = () => [...runningOf(pid, seen), ...(hasDatabase(dataDir) ? ["PostgreSQL"] : [])];
    // Children of children hear of the end a moment later.
    while (running().length > 0 && performance.now() < overdue) await pause(POLL_MS);
    const files = readdirSync(temporary).filter((name) => !KEPT_BY_TOOLS.test(name));
    return { code, signal, left: [...files, ...running()], inTime: how !== "late", output };
  } finally {
    for (const each of [...seen, ...descendantsOf(pid), -pid]) sendSignal(each, "SIGKILL");
    await ended;
    if (hasDatabase(dataDir)) sendSignal(Number.parseInt(readFileSync(pidFile(dataDir), "utf8"), 10), "SIGQUIT");
    folder.remove();
  }
}

const hasDatabase = (dataDir: string) => isServerRunning(path.join(dataDir, "postgres"));
const pidFile = (dataDir: string) => path.join(dataDir, "postgres", "postmaster.pid");

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

function runningOf(group: number, seen: Set<number>): string[] {
  const running = [...seen].filter(isAlive).map((pid) => `process ${pid}`);
  return isAlive(-group) ? [...running, "its group"] : running;
}

/** Resolves when `condition` holds, or when the host has ended. */
export async function until(host: Host, condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!host.hasEnded() && !(await condition())) await pause(POLL_MS);
}

export async function untilReady(host: Host): Promise<void> {
  await until(host, () =>
    sendTo(host.origin, "/api/health/ready", {}).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
}

/** Resolves to the number of its pages process, once there is one. */
export async function pagesProcess(host: Host): Promise<number> {
  const find = () => findProcess(host.child.pid ?? 0, "pages-process");
  await until(host, () => find() !== undefined);
  return find() ?? 0;
}

/** Before a program handles signals it has started nothing, and the signal itself ends it. */
export async function expectOrderlyEnd(started: SignaledStart): Promise<void> {
  const { output, ...outcome } = await signalDuring(started);
  const byItself = output === "" && outcome.code === null;
  const [code, signal] = byItself ? [null, started.signals[0]] : [0, null];
  expect(outcome, output).toEqual({ code, signal, left: [], inTime: true });
  expect(output).not.toMatch(/"level":"error"|a process ended|^\s+at /m);
}
