/** The processes of a service, told by /proc; elsewhere than on Linux, none are found. */
import { readFileSync } from "node:fs";

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
