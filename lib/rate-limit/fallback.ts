/**
 * Puts this process's own window behind the shared one: while the shared store does not answer, calls are neither
 * refused nor unlimited. Each process then allows the limit on its own (contract § 3).
 */
import type { Breaker } from "./breaker";
import type { Limiter } from "./limiter";

export function fallback(shared: Limiter, local: Limiter, breaker: Breaker): Limiter {
  return {
    async take(key, amount) {
      const window = await breaker.attempt(() => shared.take(key, amount));
      if (window === null) return local.take(key, amount);
      // Counted here too, so that an outage does not hand out a fresh window.
      if (window.allowed) await local.take(key, amount);
      return window;
    },
    async peek(key) {
      const window = await breaker.attempt(() => shared.peek(key));
      return window ?? local.peek(key);
    },
    async giveBack(key, takenAt) {
      await breaker.attempt(() => shared.giveBack(key, takenAt));
      await local.giveBack(key, takenAt);
    },
  };
}
