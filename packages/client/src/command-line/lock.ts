/** Allows one process at a time: if two wrote one file and its state, the state could end up ahead of the file. */
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

/**
 * Returns whether this process has the lock now. Removes the lock of a process that has ended, so that a second try can succeed.
 */
function takes(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!isRunning(holderOf(file))) rmSync(file, { force: true });
    return false;
  }
  // Another process may have found the file empty, between its creation and the write.
  return holderOf(file) === process.pid;
}

/** Returns 0 if there is no lock, or if its process ended before it had written its PID. */
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
