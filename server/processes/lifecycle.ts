/** How a process of the service ends: once, in order, and in time. */
import cluster from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "../../lib/process/log";

/** The message by which a supervisor tells a process that its successor is ready. */
export const RETIRE = "retire";

/** Set for a process that replaces one that serves: it accepts requests only once it is ready. */
export const SUCCEEDS = "SUCCEEDS_A_PROCESS";

/** Together with the drain's grace period, this is within what hosts allow. */
const LETTING_GO_MS = 1_500;

type Ending = {
  /**
   * Resolves when the last response has been sent. `drain` is for a process that ends with its host, `retire` for one that is
   * replaced.
   */
  drain(): Promise<void>;
  retire(): Promise<void>;
  /** Closes connections to other systems. Limited in time, because a silent database must not delay the end. */
  letGo(): Promise<unknown>;
  /** The last step, awaited without a limit. */
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
  // A terminal sends these to all of its processes, but the supervisor decides what they mean.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  process.on("message", (message) => message === RETIRE && endBy(retire)());
  // Ends the process if its supervisor was killed.
  process.on("disconnect", endBy(drain));
}

/**
 * First returns to the supervisor the connections that it handed over before it knew that this process accepts no more. Otherwise
 * they would be lost with the process.
 */
async function disconnectFromSupervisor(): Promise<void> {
  if (!cluster.isWorker || !process.connected) return;
  const left = once(process, "disconnect");
  cluster.worker?.disconnect();
  await atMost(LETTING_GO_MS, left);
}

/** A write that is stuck in a full pipe would block the exit for ever. By now there is nothing else to lose. */
export async function exitInOrder(): Promise<never> {
  const flushed = new Promise<void>((resolve) => log().flush(() => resolve()));
  if ((await atMost(LETTING_GO_MS, flushed)) === "late") process.kill(process.pid, "SIGKILL");
  process.exit(0);
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<"done" | "late"> {
  return Promise.race([work.then(() => "done" as const), delay(milliseconds, "late" as const)]);
}

/** Runs a program. If it cannot start, prints the message of the error alone, and exits with 1. */
export function run(program: () => Promise<void>): void {
  program().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
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
