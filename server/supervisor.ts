/**
 * Workers under one roof: as many processes as there are to be, each with the whole service. One that crashes is replaced;
 * SIGHUP replaces all of them without a failed request; SIGTERM drains them. Answers no request itself, save the workers'
 * questions about rate limits where no Redis counts for them all.
 */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "../lib/log";
import { countForWorkers } from "../lib/rate-limit/cluster-limiter";
import { onParentExit } from "./parent";
import { RETIRE } from "./serve";

/** A worker that lives shorter than this did not recover from anything: the next one waits, longer each time. */
const SETTLED_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** Throws when the first worker does not come up, which has said why. */
export async function supervise(count: number, release: () => Promise<void>): Promise<void> {
  const current = new Set<Worker>();
  let stopping = false;
  let rolling = false;
  let pauseMs = FIRST_PAUSE_MS;

  const hire = (): Worker => {
    const worker = cluster.fork();
    const since = performance.now();
    countForWorkers(worker);
    // What cannot be sent to a worker that has just ended is no matter; unheard, it would end the supervisor.
    worker.on("error", (error) =>
      log().warn({ pid: worker.process.pid, error: error.message }, "a worker did not hear"),
    );
    current.add(worker);
    worker.once("exit", (code, signal) => {
      if (!current.delete(worker) || stopping) return;
      log().error({ pid: worker.process.pid, code, signal }, "a worker ended");
      const isSettled = performance.now() - since > SETTLED_MS;
      pauseMs = isSettled ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      setTimeout(() => stopping || current.size >= count || hire(), pauseMs);
    });
    return worker;
  };

  const roll = async () => {
    if (rolling || stopping) return;
    rolling = true;
    log().info("replacing the workers one by one");
    for (const worker of [...current]) {
      const successor = hire();
      // One that does not come up leaves its predecessor where it is; it is replaced like any that crashes.
      if (!(await comesUp(successor)) || stopping) break;
      if (current.delete(worker)) worker.send(RETIRE);
    }
    rolling = false;
  };

  const stop = async () => {
    if (stopping) return;
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.kill("SIGTERM");
    while (Object.keys(cluster.workers ?? {}).length > 0) await delay(20);
    await release();
    process.exit(0);
  };

  // One first: what is wrong with all of them is to be said once.
  if (!(await comesUp(hire()))) {
    stopping = true;
    throw new Error("The service did not start; its worker has said why.");
  }
  while (current.size < count) hire();
  log().info({ workers: count, pid: process.pid }, "supervising");
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  process.on("SIGHUP", roll);
  onParentExit(stop);
}

/** Whether the worker takes requests, or has ended before it came to that. */
async function comesUp(worker: Worker): Promise<boolean> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    return await Promise.race([
      once(worker, "listening", { signal }).then(() => true),
      once(worker, "exit", { signal }).then(() => false),
    ]);
  } finally {
    settled.abort();
  }
}
