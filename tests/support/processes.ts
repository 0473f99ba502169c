/** The processes of a service, read from /proc; on systems other than Linux, none are found. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";

/** The children of a process, theirs, and so on. */
export function descendantsOf(pid: number): number[] {
  const children = (read(`/proc/${pid}/task/${pid}/children`) ?? "").split(" ").filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Those below `pid` that run a program of this name, the oldest first. */
export function findProcesses(pid: number, program: string): number[] {
  return descendantsOf(pid).filter((each) => read(`/proc/${each}/cmdline`)?.includes(`/${program}.`));
}

export function findProcess(pid: number, program: string): number | undefined {
  return findProcesses(pid, program)[0];
}

/** True if the process accepts TCP connections. */
export function listensOnTcp(pid: number): boolean {
  const sockets = new Set(linksIn(`/proc/${pid}/fd`).flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const lines = ["tcp", "tcp6"].flatMap((name) => (read(`/proc/net/${name}`) ?? "").split("\n"));
  return lines.some((line) => {
    const [, , , state, , , , , , inode = ""] = line.trim().split(/\s+/);
    return state === LISTENING && sockets.has(inode);
  });
}

const LISTENING = "0A";

function linksIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => readlinkSync(path.join(folder, name)));
  } catch {
    return [];
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
