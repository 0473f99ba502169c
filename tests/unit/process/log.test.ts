/** When a line of the log says that it was written. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { timestamp } from "@/lib/process/log";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

// In this order: each line begins from what the one before it left.
it.each([
  ["2026-11-21T13:00:59.007Z", "the first line"],
  ["2026-11-21T13:00:59.998Z", "another of the same second"],
  ["2026-11-21T13:01:00.000Z", "the first of the next second"],
  ["2026-11-21T13:01:00.070Z", "a fraction with zeros about it"],
  ["2026-11-21T13:00:59.500Z", "a clock that was put back"],
  ["2027-01-01T00:00:00.000Z", "the first of a year"],
])("is %s for %s", (moment) => {
  vi.setSystemTime(new Date(moment));
  expect(timestamp()).toBe(`,"time":"${moment}"`);
});
