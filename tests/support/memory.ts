/** The memory of another process (Linux only: it is read from /proc). */
import { readFileSync } from "node:fs";

export const CAN_MEASURE_MEMORY = process.platform === "linux";

/** The most that the process has ever held, in MiB. */
export function peakMib(pid: number): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1]) / 1024;
}
