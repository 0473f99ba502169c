/** Processes of a target: the CPU time and memory they have used, as /proc says. */
import { readFileSync } from "node:fs";

/** In milliseconds, of the process and of those it has waited for. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number];
  return (user + system + endedUser + endedSystem) * TICK_MS;
}

/** The sum for a process and its children; ended children count once the process has waited for them. */
export function cpuOfFamilyMs(pid: number): number {
  return cpuMs(pid) + childrenOf(pid).reduce((sum, child) => sum + (cpuOrNull(child) ?? 0), 0);
}

export function rssMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(line ?? 0) / 1024);
}

/** The ticks in which Linux counts, on every machine that Node supports. */
const TICK_MS = 10;

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

function cpuOrNull(pid: number): number | null {
  try {
    return cpuMs(pid);
  } catch {
    return null;
  }
}
