/** Ends a program once and in order. Only this file listens for signals. It loads nothing else, to handle them from the start. */
import cluster from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

/** The message by which a supervisor tells a process that its successor is ready. */
export const RETIRE = "retire";

/** Set for a process that replaces one that serves: it accepts requests only once it is ready. */
export const SUCCEEDS = "SUCCEEDS_A_PROCESS";

/** `drain`: the process ends with its host. `retire`: it has been replaced. */
export type Leaving = "drain" | "retire";

/** A process that has not ended by then kills itself. Hosts usually do so after thirty seconds. */
const DEADLINE_MS: Readonly<Record<Leaving, number>> = { drain: 29_000, retire: 45_000 };
/** Limits each of the last steps: closing connections, telling the supervisor, writing the log. */
const CLEANUP_TIMEOUT_MS = 1_500;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

type Step = (leaving: Leaving) => unknown;

const steps = new Set<Step>();
const stopping = new AbortController();
/** Aborted when the process begins to end. */
export const ending = stopping.signal;

/** Adds a step; the last one runs first. Throws if the process is ending, so that a start opens nothing. Returns how to undo it. */
export function atEnd(step: Step): () => void {
  ending.throwIfAborted();
  listen();
  steps.add(step);
  return () => void steps.delete(step);
}

/** Runs a program that ends by a signal, or with npm. If it fails, prints the message of the error alone, and exits with 1. */
export function run(program: () => Promise<unknown>): void {
  isProgram = true;
  listen();
  if (!cluster.isWorker) onParentExit(end);
  program().catch((error: unknown) => {
    // A failing start is expected while the process ends.
    if (ending.aborted) return;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
    end();
  });
}

/** SIGHUP calls `restart` from now on, instead of ending the process. */
export function restartOnHangup(restart: () => void): void {
  hangUp = restart;
}

/** Exits with `process.exitCode`, or 0. */
export function end(): void {
  void leave("drain");
}

let isListening = false;
/** True once `run` was called. Otherwise signals are left to other listeners, or end the process. */
let isProgram = false;
let hangUp: () => void = end;

function listen(): void {
  if (isListening) return;
  isListening = true;
  // Prepended, because a `once` listener is no longer counted when it runs.
  for (const signal of SIGNALS) process.prependListener(signal, onSignal);
  if (!cluster.isWorker) return;
  process.on("message", (message) => message === RETIRE && leave("retire"));
  // Ends the process if its supervisor was killed.
  process.on("disconnect", end);
}

function onSignal(signal: NodeJS.Signals): void {
  // A terminal sends these to all of its processes, but the supervisor decides what they mean.
  if (cluster.isWorker && signal !== "SIGTERM") return;
  if (!isProgram && process.listenerCount(signal) > 1) return;
  if (isProgram && signal === "SIGHUP") hangUp();
  else void leave("drain", signal);
}

async function leave(leaving: Leaving, signal?: NodeJS.Signals): Promise<void> {
  if (ending.aborted) return;
  setTimeout(kill, DEADLINE_MS[leaving]);
  stopping.abort();
  for (const step of [...steps].reverse()) {
    try {
      await step(leaving);
    } catch (error) {
      process.stderr.write(`Stopping failed: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
  await disconnectFromSupervisor();
  // A write that is stuck in a full pipe would block the exit forever. By now there is nothing else to lose.
  if ((await briefly(flushLog())) === "late") kill();
  if (!isProgram && signal !== undefined) {
    process.off(signal, onSignal);
    process.kill(process.pid, signal);
  }
  process.exit();
}

/** Returns connections that the supervisor handed over before it knew that this process ends. Otherwise they would be lost. */
async function disconnectFromSupervisor(): Promise<void> {
  if (!cluster.isWorker || !process.connected) return;
  const left = once(process, "disconnect");
  cluster.worker?.disconnect();
  await briefly(left);
}

/** The log does not open if the environment cannot be read, in which case it has no lines. */
async function flushLog(): Promise<void> {
  const { log } = await import("../../lib/process/log");
  await new Promise<void>((resolve) => log().flush(() => resolve())).catch(() => {});
}

/** The first process of a container is immune to its own SIGKILL, but not to an abort. */
function kill(): void {
  process.kill(process.pid, "SIGKILL");
  process.abort();
}

/** For one of the last steps of a process. */
export async function briefly(work: Promise<unknown>): Promise<"done" | "late"> {
  return Promise.race([work.then(() => "done" as const), delay(CLEANUP_TIMEOUT_MS, "late" as const)]);
}

const POLL_MS = 500;

/** Read when this module loads, because npm may be gone by the time it is needed. */
const parent = process.ppid;

/** Calls back once. Does nothing outside npm, where a server may well outlive the shell that started it. */
export function onParentExit(callback: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}
