/**
 * The parent of the api processes and the pages process. Replaces those that crash; SIGHUP replaces all without a failed request,
 * SIGTERM drains them. It handles no requests itself, except queries about rate limits where there is no Redis.
 */
import cluster from "node:cluster";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import type { Env } from "../../lib/process/env";
import { log } from "../../lib/process/log";
import { MAX_SOCKET_BYTES } from "../embedded/socket";
import { heldSocket, OF_HELD_SOCKET } from "./held-socket";
import { atEnd, end, ending, restartOnHangup } from "./lifecycle";
import { serveMetrics } from "./metrics";
import { openWorkerPool, type WorkerPool } from "./worker-pool";

/** Processes that have not ended by then are killed, and the rest of the thirty seconds is left for the database. */
const KILL_AFTER_MS = 27_000;

/** Each process has its own connections to PostgreSQL, and the embedded server allows 200. */
const MAX_BY_DEFAULT = 8;

/** How many processes serve the API. One core is left for the pages, PostgreSQL and the system. */
export function countWorkers(
  { WEB_CONCURRENCY }: Pick<Env, "WEB_CONCURRENCY">,
  cores = availableParallelism(),
): number {
  return WEB_CONCURRENCY ?? Math.max(1, Math.min(cores - 1, MAX_BY_DEFAULT));
}

type SupervisorOptions = {
  workers: number;
  folder: string;
  pages: Env["PAGES"];
  /** The pages process starts when this resolves. */
  pagesAreBuilt: Promise<unknown>;
};

/** Throws if the first api process does not start; that process has printed why. */
export async function supervise({ workers, folder, pages, pagesAreBuilt }: SupervisorOptions): Promise<void> {
  const socket = pages === "inline" ? null : openSocketPath();
  // The last process that accepts requests from the held socket closes it. systemd still holds it.
  const held = heldSocket() === null ? null : { whenAllEnded: end };
  // A single process accepts its own connections, because handing them over costs both processes a turn. With a held socket each
  // process does too: connections that were handed over would be lost if all processes end.
  if (workers === 1 || held !== null) cluster.schedulingPolicy = cluster.SCHED_NONE;
  const api = openWorkerPool({
    ...held,
    program: path.join(folder, pages === "inline" ? "one-process-worker.mjs" : "api-process.mjs"),
    arguments: socket === null ? [] : [socket],
    environment: { API_PROCESSES: String(workers), ...(held === null ? {} : OF_HELD_SOCKET) },
    count: workers,
  });
  const pools: WorkerPool[] = [api];
  let restarting = false;
  let wantsRestart = false;

  const startPages = () => {
    if (socket === null || ending.aborted) return;
    const program = path.join(folder, "pages-process.mjs");
    const pool = openWorkerPool({ program, arguments: [socket], environment: {}, count: 1 });
    pools.push(pool);
    pool.startRest();
  };

  const restart = async () => {
    wantsRestart = true;
    if (restarting) return;
    restarting = true;
    // Another restart was requested meanwhile: what is on disk now may be newer than what some processes started with.
    while (wantsRestart && !ending.aborted) {
      wantsRestart = false;
      log().info("replacing the processes one by one");
      for (const pool of pools) if (!(await pool.restart())) break;
    }
    restarting = false;
  };

  atEnd(async () => {
    const overdue = AbortSignal.timeout(KILL_AFTER_MS);
    // The API first, because the pages have to finish what it has forwarded.
    for (const pool of pools) await pool.stop(overdue);
  });
  if (!(await api.startFirst())) throw new Error("The service did not start; its process has said why.");
  await serveMetrics();
  api.startRest();
  void pagesAreBuilt.then(startPages);
  log().info({ workers, pages }, "supervising");
  restartOnHangup(restart);
}

/** Returns a path in a folder that only this user can enter, and that is removed at the end. Throws if there can be none. */
function openSocketPath(): string {
  const isWindows = process.platform === "win32";
  const prefix = path.join(tmpdir(), "public-records-pages-");
  if (Buffer.byteLength(`${prefix}XXXXXX/pages`) > MAX_SOCKET_BYTES && !isWindows)
    throw new Error(`TMPDIR (${tmpdir()}) is too long for a socket in it. Set it to a shorter one, such as /tmp.`);
  let folder: string;
  try {
    folder = mkdtempSync(prefix);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`TMPDIR (${tmpdir()}) cannot be written: ${code}. Set it to a folder of your own.`, { cause });
  }
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return isWindows ? `\\\\.\\pipe\\${path.basename(folder)}` : path.join(folder, "pages");
}
