/** Windows in this process's memory, with the same results as in a shared store (tested over Redis). Keys are bounded. */
import { type Counts, lowered, type Rule, remainingOf, resetOf, spanAt, toWindow } from "./counts";
import type { Limiter } from "./limiter";

/** Per span of time; about 7 MB when full. The key that was counted first is evicted first. */
export const MAX_KEYS = 100_000;

/** How many spans away from the present counts are kept: enough for a clock that steps back by one. */
const KEPT_SPANS = 2;

export function memory(rule: Rule): Limiter {
  const counts = spanCounts();
  const countsAt = (key: string, now: number): Counts => {
    const { span } = spanAt(rule, now);
    return { current: counts.get(span, key), previous: counts.get(span - 1, key) };
  };
  return {
    async take(key, amount = 1, atMost) {
      const now = Date.now();
      const applied = lowered(rule, atMost);
      const needed = Math.max(amount, 1);
      const allowed = remainingOf(applied, countsAt(key, now), now) >= needed;
      if (allowed && amount > 0) counts.add(spanAt(rule, now).span, key, amount);
      const found = countsAt(key, now);
      const reset = resetOf(applied, found, now, allowed ? 1 : needed);
      return toWindow(applied, allowed, remainingOf(applied, found, now), reset);
    },
    async giveBack(key, takenAt = Date.now()) {
      const { span } = spanAt(rule, Date.now());
      if (spanAt(rule, takenAt).span === span) counts.add(span, key, -1);
    },
  };
}

/** Counts by span and key. Whole spans are dropped, so keys need no individual clean-up. */
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
        const [oldest = ""] = keys.keys();
        keys.delete(oldest);
      }
      keys.set(key, (keys.get(key) ?? 0) + amount);
    },
  };
}
