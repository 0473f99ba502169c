/** The moment at which a spent window has room (contract § 3), for any counts, and what a client gets that obeys it. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Counts, remainingOf, resetOf } from "@/lib/rate-limit/counts";

/** 2030-01-01T12:00:00Z */
const NOON = 1_893_499_200_000;
const MINUTE_MS = 60_000;

const minute = (limit: number) => ({ name: "token", limit, windowSeconds: 60 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});

afterEach(() => {
  vi.useRealTimers();
});

it.each<[string, number, Counts, number, number]>([
  ["spent within the minute: a moment after it", 5, { current: 5, previous: 0 }, 10_000, 60_001],
  ["spent by what was counted before: as soon as that has faded by one", 5, { current: 0, previous: 5 }, 0, 1],
  ["spent by both", 5, { current: 2, previous: 5 }, 20_000, 24_001],
  ["over a limit that was larger: when enough of it has faded", 5, { current: 10, previous: 0 }, 59_000, 90_001],
  ["not spent: the end of the minute", 5, { current: 1, previous: 4 }, 20_000, 60_000],
])("%s", (_, limit, counts, atMs, expected) => {
  expect(resetOf(minute(limit), counts, NOON + atMs)).toBe(NOON + expected);
});

const limit = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(60, 600, 6_000, 1_000_000));

it("is the first millisecond at which there is room, and none before it", () => {
  const counts = fc.tuple(fc.nat(), fc.nat());
  fc.assert(
    fc.property(limit, counts, fc.integer({ min: 0, max: 59_999 }), (limit, [someCurrent, somePrevious], atMs) => {
      const rule = minute(limit);
      const found = { current: someCurrent % (limit + 3), previous: somePrevious % (limit + 3) };
      fc.pre(remainingOf(rule, found, NOON + atMs) === 0);
      const reset = resetOf(rule, found, NOON + atMs);
      expect(reset).toBeGreaterThan(NOON + atMs);
      expect(remainingAt(reset - 1)).toBe(0);
      expect(remainingAt(reset)).toBeGreaterThan(0);

      function remainingAt(moment: number): number {
        const isNext = moment >= NOON + MINUTE_MS;
        return remainingOf(rule, isNext ? { current: 0, previous: found.current } : found, moment);
      }
    }),
  );
});
