/**
 * The temporary folder of one test run. Everything that tests write is in it, including databases, so that an interrupted run
 * leaves neither folders nor database servers. The servers are not children of the tests, since they outlive single tests.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Short, because socket paths are limited to some 100 bytes. */
const PREFIX = "public-records-run-";
const TIME_TO_STOP_MS = 10_000;

/** Also removes the folders of runs that were killed. */
export async function makeTestFolder() {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    if (!isAlive(Number(name.slice(PREFIX.length)))) await removeTestFolder(path.join(tmpdir(), name));
  }
  const folder = path.join(tmpdir(), `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // PostgreSQL, which does not run as root, needs access to it.
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * First stops every PostgreSQL in it.
 * @param {string} folder
 */
export async function removeTestFolder(folder) {
  await Promise.all(findServers(folder).map(stopServer));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Reads their PIDs from the PID files in their data directories: `<folder>/<data directory>/postgres/postmaster.pid`.
 * @param {string} folder
 */
function findServers(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => path.basename(name) === "postmaster.pid")
    .map((name) => path.join(folder, name))
    .flatMap((note) => {
      const pid = Number.parseInt(readFileSync(note, "utf8"), 10);
      return pid > 0 && worksIn(path.dirname(note), pid) ? [pid] : [];
    });
}

/**
 * The PID of a server that was killed may now belong to another process. Where the system does not show the working directory,
 * nothing is stopped.
 * @param {string} folder
 * @param {number} pid
 */
function worksIn(folder, pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

/** @param {number} pid */
async function stopServer(pid) {
  if (!signal(pid, "SIGINT")) return;
  const deadline = performance.now() + TIME_TO_STOP_MS;
  while (isAlive(pid) && performance.now() < deadline) await pause(50);
  signal(pid, "SIGQUIT");
}

/** @param {number} pid */
function isAlive(pid) {
  return signal(pid, 0);
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals | 0} name
 */
function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
