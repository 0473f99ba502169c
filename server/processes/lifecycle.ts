/** How a process of the service ends: once, in order, and in time. */
import cluster from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "../../lib/process/log";

/** What a supervisor tells a process whose successor is there. */
export const RETIRE = "retire";

/** Set for a process that is to take the place of one that serves: it takes requests only once it is ready. */
export const SUCCEEDS = "SUCCEEDS_A_PROCESS";

/** With the drain's grace, still within what hosts allow. */
const LETTING_GO_MS = 1_500;

type Ending = {
  /** Resolves when the last response has left: for a process that ends with its host, or in favour of another one. */
  drain(): Promise<void>;
  retire(): Promise<void>;
  /** Gives back what it holds of other systems. A database that has fallen silent must not keep a process that is done. */
  letGo(): Promise<unknown>;
  /** The last step, waited for to its end. */
  release?: (() => Promise<void>) | undefined;
};

export function endOnSignals({ drain, retire, letGo, release }: Ending): void {
  let ending = false;
  const endBy = (leave: () => Promise<void>) => () => {
    if (ending) return;
    ending = true;
    leave()
      .then(disconnectFromSupervisor)
      .then(() => atMost(LETTING_GO_MS, letGo()))
      .then(() => release?.())
      .then(exitInOrder)
      .catch((error: unknown) => {
        log().error({ error: String(error) }, "stopping failed");
        process.exit(1);
      });
  };
  process.on("SIGTERM", endBy(drain));
  if (!cluster.isWorker) {
    for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, endBy(drain));
    onParentExit(endBy(drain));
    return;
  }
  // A terminal sends these to all of its processes; what they mean is for the supervisor to say.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  process.on("message", (message) => message === RETIRE && endBy(retire)());
  // A supervisor that was killed leaves nobody behind.
  process.on("disconnect", endBy(drain));
}

/**
 * Connections that the supervisor handed over before it heard that this process takes no more are given back to it first; they
 * would be lost with the process.
 */
async function disconnectFromSupervisor(): Promise<void> {
  if (!cluster.isWorker || !process.connected) return;
  const left = once(process, "disconnect");
  cluster.worker?.disconnect();
  await atMost(LETTING_GO_MS, left);
}

/** A write that is stuck in a full pipe would hold an orderly exit for ever; by now there is nothing else to lose. */
export async function exitInOrder(): Promise<never> {
  const flushed = new Promise<void>((resolve) => log().flush(() => resolve()));
  if ((await atMost(LETTING_GO_MS, flushed)) === "late") process.kill(process.pid, "SIGKILL");
  process.exit(0);
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<"done" | "late"> {
  return Promise.race([work.then(() => "done" as const), delay(milliseconds, "late" as const)]);
}

/** Runs a program: one that cannot start says why in plain words, and ends with 1. */
export function run(program: () => Promise<void>): void {
  program().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}

const POLL_MS = 500;

/** Read when this module loads: npm may be gone before anybody asks. */
const parent = process.ppid;

/** Calls back once. Does nothing outside of npm, where a server may well outlive the shell that started it. */
export function onParentExit(callback: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}
