/**
 * Windows in this process's memory, with the arithmetic of `@upstash/ratelimit`'s sliding window, call for call. Shared
 * with no other process and gone with this one; the number of keys is bounded.
 */
import type { Limiter } from "./limiter";
import { type Rule, toWindow } from "./sliding-window";

/** Per span of time; about 7 MB when full. The key first counted is forgotten first. */
export const MAX_KEYS = 100_000;

/** How far from the present, in spans, counts are kept: enough for a clock that steps back by one. */
const KEPT_SPANS = 2;

/**
 * Time is cut into spans of one window's length, by the clock. A key's window is the count of this span and the part of the
 * last span's count that still overlaps.
 */
export function memory(rule: Rule): Limiter {
  const { limit, windowSeconds } = rule;
  const windowMs = windowSeconds * 1000;
  const counts = spanCounts();
  const look = (key: string) => {
    const now = Date.now();
    const span = Math.floor(now / windowMs);
    const overlap = 1 - (now % windowMs) / windowMs;
    const used = counts.get(span, key) + Math.floor(overlap * counts.get(span - 1, key));
    return { span, remaining: Math.max(0, limit - used), reset: (span + 1) * windowMs };
  };
  return {
    async take(key) {
      const { span, remaining, reset } = look(key);
      if (remaining === 0) return toWindow(rule, false, { limit, remaining, reset });
      counts.add(span, key, 1);
      return toWindow(rule, true, { limit, remaining: remaining - 1, reset });
    },
    async peek(key) {
      const { remaining, reset } = look(key);
      return toWindow(rule, remaining > 0, { limit, remaining, reset });
    },
    async giveBack(key) {
      counts.add(look(key).span, key, -1);
    },
  };
}

/** Counts by span and key. A whole span is dropped at once, so nothing has to be swept key by key. */
function spanCounts() {
  const spans = new Map<number, Map<string, number>>();

  function open(span: number): Map<string, number> {
    for (const other of spans.keys()) {
      if (Math.abs(other - span) > KEPT_SPANS) spans.delete(other);
    }
    const keys = new Map<string, number>();
    spans.set(span, keys);
    return keys;
  }

  return {
    get: (span: number, key: string): number => spans.get(span)?.get(key) ?? 0,
    add(span: number, key: string, amount: number): void {
      const keys = spans.get(span) ?? open(span);
      if (!keys.has(key) && keys.size >= MAX_KEYS) {
        for (const oldest of keys.keys()) {
          keys.delete(oldest);
          break;
        }
      }
      keys.set(key, (keys.get(key) ?? 0) + amount);
    },
  };
}
