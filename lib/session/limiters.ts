/** The limiters of the pages: those of signing in, of pages and of actions. */
import { env } from "../env";
import type { Limiters } from "../rate-limit/limiter";
import { openLimiters } from "../rate-limit/open";

/** Next loads this module more than once; windows in memory must be one for all of them. */
const shared = globalThis as typeof globalThis & { pageLimiters?: Limiters };

export function pageLimiters(): Limiters {
  shared.pageLimiters ??= openLimiters(env());
  return shared.pageLimiters;
}
