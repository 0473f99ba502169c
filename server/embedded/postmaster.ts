/**
 * Whether a server has a data directory open, told from the note that PostgreSQL keeps there. The note outlives a server
 * that was killed, and its process number may since have gone to a stranger, for which PostgreSQL would refuse to start.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

/** True as soon as the server's process exists: it may not answer yet, or be about to stop. */
export function isServerRunning(directory: string): boolean {
  const pid = notedPid(directory);
  return pid !== null && isPostgres(pid);
}

/** To be called before a start, when no server runs. */
export function removeStaleNote(directory: string): void {
  if (!isServerRunning(directory)) rmSync(noteIn(directory), { force: true });
}

function noteIn(directory: string): string {
  return path.join(directory, "postmaster.pid");
}

function notedPid(directory: string): number | null {
  const note = noteIn(directory);
  if (!existsSync(note)) return null;
  const pid = Number.parseInt(readFileSync(note, "utf8"), 10);
  return Number.isInteger(pid) ? pid : null;
}

function isPostgres(pid: number): boolean {
  try {
    const name =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/comm`, "utf8")
        : execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" });
    return path.basename(name.trim()) === "postgres";
  } catch {
    return false;
  }
}
