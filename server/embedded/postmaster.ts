/**
 * Reads PostgreSQL's PID file to tell if a server has a directory open. The PID of a killed server may belong to another process,
 * and then PostgreSQL would refuse to start. In a copied directory it is the original server's.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findProcess } from "./running-process";

/** True as soon as the server's process exists: it may not accept queries yet, or may be about to stop. */
export function isServerRunning(directory: string): boolean {
  const pid = notedPid(directory);
  return pid !== null && findProcess(pid)?.name === "postgres" && worksIn(directory, pid);
}

/**
 * Call it before a start, when no server runs. The file stays: from it PostgreSQL knows that connections of a killed server are
 * still ending, and does not start.
 */
export function disownStranger(directory: string): void {
  const pid = notedPid(directory);
  if (pid === null || isServerRunning(directory)) return;
  const [, ...rest] = readFileSync(noteIn(directory), "utf8").split("\n");
  writeFileSync(noteIn(directory), [NOBODYS_PID, ...rest].join("\n"));
}

/** Compares the working directory of the process, or, where the system does not show it, the path in the PID file. */
function worksIn(directory: string, pid: number): boolean {
  const folder = statSync(`/proc/${pid}/cwd`, { throwIfNoEntry: false });
  if (folder === undefined) return readFileSync(noteIn(directory), "utf8").split("\n")[1] === directory;
  const own = statSync(directory);
  return folder.ino === own.ino && folder.dev === own.dev;
}

/** Larger than any PID that a system assigns. */
const NOBODYS_PID = 2 ** 31 - 1;

function noteIn(directory: string): string {
  return path.join(directory, "postmaster.pid");
}

function notedPid(directory: string): number | null {
  const note = noteIn(directory);
  if (!existsSync(note)) return null;
  const pid = Number.parseInt(readFileSync(note, "utf8"), 10);
  return Number.isInteger(pid) ? pid : null;
}
