/** A process of this machine, as the system describes it. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/** `started`: when, in the system's own unit. It distinguishes the process from an earlier or later one with the same PID. */
type RunningProcess = { name: string; started: string };

/** Returns null if there is none. A dead process that its parent has not reaped, which containers may never do, counts as none. */
export function findProcess(pid: number): RunningProcess | null {
  try {
    const { state = "", ...found } = process.platform === "linux" ? readProc(pid) : askPs(pid);
    return /^(?:[ZX]|$)/.test(state) ? null : found;
  } catch {
    return null;
  }
}

type Described = RunningProcess & { state: string | undefined };

function readProc(pid: number): Described {
  // The second field, the name in parentheses, may contain spaces and parentheses; the start time is the 20th field after it.
  const [, name = "", rest = ""] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  const fields = rest.split(" ");
  return { state: fields[0], name, started: fields[19] ?? "" };
}

function askPs(pid: number): Described {
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const line = execFileSync("ps", ["-o", "state=,lstart=,comm=", "-p", String(pid)], { env, encoding: "utf8" });
  // The start time has five words, such as Wed Nov 25 18:36:43 2026. The name may be a path.
  const [, state, started = "", name = ""] = /^\s*(\S+)\s+((?:\S+\s+){5})(.*)$/m.exec(line) ?? [];
  return { state, name: path.basename(name), started: started.trim() };
}
