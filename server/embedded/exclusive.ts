/**
 * Lets one process at a time, of all that share a folder, do a piece of work. A holder that is killed lets go.
 */
import { setTimeout as pause } from "node:timers/promises";
import { countClaims, makeClaim } from "./process-claims";

/** Longer than the longest start, the recovery of a database after a crash included. */
const PATIENCE_MS = 120_000;

/**
 * Each comer claims first and looks second, and steps back when it is not alone: of two that come together the later one
 * sees the earlier, so they never both go in.
 */
export async function exclusively<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const claim = makeClaim(folder);
    try {
      if (countClaims(folder) === 1) return await work();
    } finally {
      claim.withdraw();
    }
    // At random, so that two that met do not meet again.
    await pause(10 + Math.random() * 40);
  }
  throw new Error(`Another process has been busy with the embedded database for two minutes (see ${folder}).`);
}
