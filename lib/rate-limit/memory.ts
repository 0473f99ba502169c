/**
 * Windows in this process's memory, with the arithmetic of `@upstash/ratelimit`'s sliding window, call for call. Shared
 * with no other process and gone with this one; the number of keys is bounded.
 */
import { type Limiter, WINDOW_SECONDS } from "./limiter";
import { type Algorithm, type Rule, slidingWindow } from "./sliding-window";

const WINDOW_MS = WINDOW_SECONDS * 1000;

/** Per clock minute; about 7 MB when full. The key first counted is forgotten first. */
export const MAX_KEYS = 100_000;

/** How far from the present, in clock minutes, counts are kept: enough for a clock that steps back by one. */
const KEPT_MINUTES = 2;

export function memory(rule: Rule): Limiter {
  return slidingWindow(rule, { algorithm: algorithm(rule.limit) });
}

/** A key's window is the count of this clock minute and the part of the last minute's count that still overlaps. */
function algorithm(limit: number): Algorithm {
  const counts = minuteCounts();
  const look = (key: string) => {
    const now = Date.now();
    const minute = Math.floor(now / WINDOW_MS);
    const overlap = 1 - (now % WINDOW_MS) / WINDOW_MS;
    const used = counts.get(minute, key) + Math.floor(overlap * counts.get(minute - 1, key));
    return { minute, remaining: Math.max(0, limit - used), reset: (minute + 1) * WINDOW_MS };
  };
  return () => ({
    async limit(_context, key) {
      const { minute, remaining, reset } = look(key);
      const success = remaining > 0;
      if (success) counts.add(minute, key);
      return { success, limit, remaining: success ? remaining - 1 : 0, reset, pending: SETTLED };
    },
    async getRemaining(_context, key) {
      const { remaining, reset } = look(key);
      return { remaining, reset, limit };
    },
    async resetTokens() {
      throw new Error("Windows are never reset.");
    },
  });
}

const SETTLED = Promise.resolve();

/** Counts by clock minute and key. A whole minute is dropped at once, so nothing has to be swept key by key. */
function minuteCounts() {
  const minutes = new Map<number, Map<string, number>>();

  function open(minute: number): Map<string, number> {
    for (const other of minutes.keys()) {
      if (Math.abs(other - minute) > KEPT_MINUTES) minutes.delete(other);
    }
    const keys = new Map<string, number>();
    minutes.set(minute, keys);
    return keys;
  }

  return {
    get: (minute: number, key: string): number => minutes.get(minute)?.get(key) ?? 0,
    add(minute: number, key: string): void {
      const keys = minutes.get(minute) ?? open(minute);
      const count = keys.get(key) ?? 0;
      if (count === 0 && keys.size >= MAX_KEYS) {
        for (const oldest of keys.keys()) {
          keys.delete(oldest);
          break;
        }
      }
      keys.set(key, count + 1);
    },
  };
}
