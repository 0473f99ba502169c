/** How many processes answer. */
import { availableParallelism } from "node:os";
import type { Env } from "../lib/env";

/** Each has its own connections to PostgreSQL, of which the embedded server has 200. */
const MAX_BY_DEFAULT = 8;

/**
 * null: one, without a supervisor, which a machine of two cores is better off without. One core is left to PostgreSQL
 * and the system.
 */
export function countWorkers(
  { WEB_CONCURRENCY }: Pick<Env, "WEB_CONCURRENCY">,
  cores = availableParallelism(),
): number | null {
  if (WEB_CONCURRENCY !== undefined) return WEB_CONCURRENCY;
  const count = Math.min(cores - 1, MAX_BY_DEFAULT);
  return count > 1 ? count : null;
}
