/** One process at a time: two that wrote one file and its state would leave a state that is ahead of the file. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { CommandFailed } from "./failure.js";

export async function whileLocked<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  if (!takes(file) && !takes(file)) {
    const holder = holderOf(file);
    throw new CommandFailed(`Another run is at work on this file, process ${holder}. If it is not, delete ${file}.`);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Whether the lock is this process's now. That of a process that has ended is taken away, for another try. */
function takes(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!isRunning(holderOf(file))) rmSync(file, { force: true });
    return false;
  }
  // Another may have found it empty, between its creation and what was written into it.
  return holderOf(file) === process.pid;
}

/** 0: none, or one that ended before it had written its number. */
function holderOf(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
}

function isRunning(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
