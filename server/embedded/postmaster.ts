/**
 * Whether a server has a data directory open, told from the note that PostgreSQL keeps there. The note outlives a server
 * that was killed, and its process number may since have gone to a stranger, for which PostgreSQL would refuse to start.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** True as soon as the server's process exists: it may not answer yet, or be about to stop. */
export function isServerRunning(directory: string): boolean {
  const pid = notedPid(directory);
  return pid !== null && isPostgres(pid);
}

/**
 * To be called before a start, when no server runs. The note itself stays: PostgreSQL reads more in it, and refuses to
 * start while connections of the killed server are still winding down.
 */
export function disownStranger(directory: string): void {
  const pid = notedPid(directory);
  if (pid === null || isPostgres(pid)) return;
  const [, ...rest] = readFileSync(noteIn(directory), "utf8").split("\n");
  writeFileSync(noteIn(directory), [NOBODYS_PID, ...rest].join("\n"));
}

/** Larger than any that a system gives. */
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

function isPostgres(pid: number): boolean {
  const [state, name] = (process.platform === "linux" ? describeOnLinux(pid) : describeElsewhere(pid)) ?? [];
  // A dead process stays in the list until its parent takes notice, which in a container may be never.
  return name !== undefined && path.basename(name) === "postgres" && !state?.startsWith("Z");
}

type Description = [state: string, name: string];

function describeOnLinux(pid: number): Description | null {
  try {
    const [, name = "", state = ""] = /\((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return [state, name];
  } catch {
    return null;
  }
}

function describeElsewhere(pid: number): Description | null {
  try {
    const line = execFileSync("ps", ["-o", "state=,comm=", "-p", String(pid)], { encoding: "utf8" }).trim();
    const [, state = "", name = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    return [state, name];
  } catch {
    return null;
  }
}
