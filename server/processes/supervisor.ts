/**
 * The parent of the processes of the service: those of the API, and the one of the pages. A process that crashes is replaced;
 * SIGHUP replaces all of them without a failed request; SIGTERM drains them. Answers no request itself, save the processes'
 * questions about rate limits where no Redis counts for them all.
 */
import cluster from "node:cluster";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import type { Env } from "../../lib/process/env";
import { log } from "../../lib/process/log";
import { heldSocket, OF_HELD_SOCKET } from "./held-socket";
import { exitInOrder, onParentExit } from "./lifecycle";
import { serveMetrics } from "./metrics";
import { openWorkerPool, type WorkerPool } from "./worker-pool";

/** Each has its own connections to PostgreSQL, of which the embedded server has 200. */
const MAX_BY_DEFAULT = 8;

/** How many processes answer for the API. One core is left to the pages, PostgreSQL and the system. */
export function countWorkers(
  { WEB_CONCURRENCY }: Pick<Env, "WEB_CONCURRENCY">,
  cores = availableParallelism(),
): number {
  return WEB_CONCURRENCY ?? Math.max(1, Math.min(cores - 1, MAX_BY_DEFAULT));
}

type SupervisorOptions = {
  workers: number;
  /** Where the programs are. */
  folder: string;
  pages: Env["PAGES"];
  /** The pages process is not started before. */
  pagesAreBuilt: Promise<unknown>;
  release(): Promise<void>;
};

/** Throws when the first process of the API does not come up, which has said why. */
export async function supervise({ workers, folder, pages, pagesAreBuilt, release }: SupervisorOptions): Promise<void> {
  const socket = pages === "inline" ? null : openSocketPath();
  // The last of the processes that take requests off it closes it. Whoever starts this process has it still.
  const held = heldSocket() === null ? null : { whenAllEnded: () => stop() };
  // A single process of each program takes its connections itself; handed over, each would wait for both processes' turn. Off a held
  // socket each takes its own: what was handed over when all of them end would be lost.
  if (workers === 1 || held !== null) cluster.schedulingPolicy = cluster.SCHED_NONE;
  const api = openWorkerPool({
    ...held,
    program: path.join(folder, pages === "inline" ? "one-process-worker.mjs" : "api-process.mjs"),
    arguments: socket === null ? [] : [socket.path],
    environment: { API_PROCESSES: String(workers), ...(held === null ? {} : OF_HELD_SOCKET) },
    count: workers,
  });
  const pools: WorkerPool[] = [api];
  let stopping = false;
  let restarting = false;
  let wantsRestart = false;

  const startPages = () => {
    if (socket === null || stopping) return;
    const program = path.join(folder, "pages-process.mjs");
    const pool = openWorkerPool({ program, arguments: [socket.path], environment: {}, count: 1 });
    pools.push(pool);
    pool.startRest();
  };

  const restart = async () => {
    wantsRestart = true;
    if (restarting) return;
    restarting = true;
    // Asked for once more meanwhile: what is there by now may be newer than what some have begun with.
    while (wantsRestart && !stopping) {
      wantsRestart = false;
      log().info("replacing the processes one by one");
      for (const pool of pools) if (!(await pool.restart())) break;
    }
    restarting = false;
  };

  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // The API first: what it has forwarded is finished by the pages.
    for (const pool of pools) await pool.stop();
    socket?.remove();
    await release();
    await exitInOrder();
  };

  if (!(await api.startFirst())) {
    await api.stop();
    socket?.remove();
    throw new Error("The service did not start; its process has said why.");
  }
  await serveMetrics();
  api.startRest();
  void pagesAreBuilt.then(startPages);
  log().info({ workers, pages }, "supervising");
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  process.on("SIGHUP", restart);
  onParentExit(stop);
}

/** What the systems' addresses of sockets can hold. */
const MAX_SOCKET_BYTES = 100;

/** In a folder that only this user can enter. Throws where there can be none. */
function openSocketPath(): { path: string; remove(): void } {
  const folder = makeFolder();
  const socket = process.platform === "win32" ? `\\\\.\\pipe\\${path.basename(folder)}` : path.join(folder, "pages");
  return { path: socket, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function makeFolder(): string {
  const prefix = path.join(tmpdir(), "public-records-pages-");
  if (Buffer.byteLength(`${prefix}XXXXXX/pages`) > MAX_SOCKET_BYTES && process.platform !== "win32")
    throw new Error(`TMPDIR (${tmpdir()}) is too long for a socket in it. Set it to a shorter one, such as /tmp.`);
  try {
    return mkdtempSync(prefix);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`TMPDIR (${tmpdir()}) cannot be written: ${code}. Set it to a folder of your own.`, { cause });
  }
}
