/** Keeps a program's processes at a given number: replaces those that end. Can replace all one by one, or end them. */
import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "../../lib/process/log";
import { countForWorkers } from "../../lib/rate-limit/cluster-limiter";
import { ending, RETIRE, SUCCEEDS } from "./lifecycle";
import { endUndelivered } from "./undelivered";

/** A process that lives for less than this counts as failing, and the pause before the next one grows. */
const SETTLED_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** The longest pause after a process that had served, because callers wait for the next one. */
const LONGEST_PAUSE_AFTER_SERVICE_MS = 1_000;
/** A signal to the group reaches its processes in any order. */
const SAME_SIGNAL_WITHIN_MS = 50;
/** A successor that reports nothing for this long counts as failed. Waiting longer would keep the next one from being tried. */
const COMES_UP_WITHIN_MS = 60_000;

type WorkerPoolOptions = {
  program: string;
  arguments: string[];
  environment: Record<string, string>;
  count: number;
  comesUpWithinMs?: number;
  /** Called when no serving process is left, instead of starting another. */
  whenAllEnded?: () => unknown;
};

export type WorkerPool = {
  /** Resolves to true if the first process accepts requests. It starts alone, so that a problem of all is reported only once. */
  startFirst(): Promise<boolean>;
  startRest(): void;
  /** Replaces all processes, each once its successor accepts requests. Resolves to whether all were replaced. */
  restart(): Promise<boolean>;
  /** Resolves when all processes have ended. Those that have not when `overdue` aborts are killed. */
  stop(overdue?: AbortSignal): Promise<void>;
};

export function openWorkerPool({ program, arguments: args, ...options }: WorkerPoolOptions): WorkerPool {
  const { environment, count, whenAllEnded, comesUpWithinMs = COMES_UP_WITHIN_MS } = options;
  const alive = new Set<Worker>();
  /** The processes that are not being replaced. */
  const current = new Set<Worker>();
  let stopping = false;
  // A signal to the process group can end workers before `stop` is called, and even before it is heard here.
  ending.addEventListener("abort", () => (stopping = true));
  let pauseMs = FIRST_PAUSE_MS;

  const start = (more: Record<string, string> = {}): Worker => {
    cluster.setupPrimary({ exec: program, args });
    const worker = cluster.fork({ ...environment, ...more });
    const since = performance.now();
    let hasServed = false;
    worker.once("listening", () => (hasServed = true));
    countForWorkers(worker);
    endUndelivered(worker);
    // Sending to a process that has just ended fails, harmlessly. Without a listener the error would end the supervisor.
    worker.on("error", (error) =>
      log().warn({ worker: worker.process.pid, error: error.message }, "a process did not hear"),
    );
    alive.add(worker);
    current.add(worker);
    worker.once("exit", async (code, signal) => {
      alive.delete(worker);
      if (signal !== null) await delay(SAME_SIGNAL_WITHIN_MS);
      if (!current.delete(worker) || stopping) return;
      log().error({ program, worker: worker.process.pid, code, signal }, "a process ended");
      if (current.size === 0 && whenAllEnded !== undefined) return void whenAllEnded();
      const isSettled = performance.now() - since > SETTLED_MS;
      const longest = hasServed ? LONGEST_PAUSE_AFTER_SERVICE_MS : LONGEST_PAUSE_MS;
      pauseMs = isSettled ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, longest);
      setTimeout(() => stopping || current.size >= count || start(), pauseMs);
    });
    return worker;
  };

  return {
    startFirst: () => comesUp(start()),
    startRest: () => {
      while (!stopping && current.size < count) start();
    },
    restart: async () => {
      for (const worker of [...current]) {
        if (stopping) return false;
        const successor = start({ [SUCCEEDS]: "1" });
        const came = await Promise.race([comesUp(successor), delay(comesUpWithinMs, "late" as const, { ref: false })]);
        if (stopping) return false;
        if (came === "late") {
          current.delete(successor);
          successor.process.kill("SIGKILL");
        }
        if (came !== true) {
          const how = came === "late" ? " in its time" : ", and said why";
          log().error({ program }, `the processes stay as they are: the first new one did not come up${how}`);
          return false;
        }
        if (current.delete(worker)) worker.send(RETIRE);
      }
      return true;
    },
    stop: async (overdue) => {
      stopping = true;
      for (const worker of alive) worker.kill("SIGTERM");
      while (alive.size > 0 && !overdue?.aborted) await delay(20);
      if (alive.size === 0) return;
      log().warn({ program, processes: alive.size }, "processes that had not ended are killed");
      for (const { process } of alive) process.kill("SIGKILL");
      while (alive.size > 0) await delay(20);
    },
  };
}

/** Resolves to whether the process accepts requests; false if it ended first, or could not begin. */
function comesUp(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.once("listening", () => resolve(true));
    for (const end of ["exit", "error"]) worker.once(end, () => resolve(false));
  });
}
