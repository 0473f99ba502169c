/**
 * How long work holds the event loop at a time, by the processor time of the main thread: what a busy machine adds to a turn
 * does not count, nor do V8's other threads.
 */
import { existsSync, readFileSync } from "node:fs";

const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`;
/** On systems other than Linux, all threads count. */
const HAS_THREADS = existsSync(SCHEDULED);

/** The longest of the turns that pass while the work is under way, in milliseconds. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = usedMs();
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    const look = () => {
      const now = usedMs();
      longest = Math.max(longest, now - last);
      last = usedMs();
      if (isOver) resolve();
      else setImmediate(look);
    };
    setImmediate(look);
  });
  try {
    await work();
  } finally {
    isOver = true;
    await over;
  }
  return longest;
}

function usedMs(): number {
  // Reading this brings the other figure up to date.
  const { user, system } = process.cpuUsage();
  if (!HAS_THREADS) return (user + system) / 1_000;
  return Number(readFileSync(SCHEDULED, "utf8").split(" ")[0]) / 1e6;
}

/** Blocks the event loop for this long, like a process that loads code or is suspended. */
export function pauseThisProcess(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
