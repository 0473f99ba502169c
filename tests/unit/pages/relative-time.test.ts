import { expect, it } from "vitest";
import { exactDay, exactTime, relativeTime } from "@/components/ui/time/relative-time";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const after = (seconds: number) => relativeTime(new Date(NOW.getTime() + seconds * 1000), NOW);

const HOUR = 3600;
const DAY = 24 * HOUR;

it.each([
  [0, "just now"],
  [44, "in a moment"],
  [-45, "1 minute ago"],
  [-59.6 * 60, "1 hour ago"],
  [23 * HOUR, "in 23 hours"],
  [-DAY, "yesterday"],
  [-59 * DAY, "59 days ago"],
  [-61 * DAY, "2 months ago"],
  [366 * DAY, "next year"],
])("%s seconds from now is %j", (seconds, words) => {
  expect(after(seconds)).toBe(words);
});

it("writes a moment in UTC, whatever the machine's own zone", () => {
  expect(exactTime(new Date("2026-01-02T03:04:05.999Z"))).toBe("2 Jan 2026, 03:04:05 UTC");
  expect(exactDay(new Date("2026-01-02T23:59:59.000Z"))).toBe("2 Jan 2026");
});

it.each([
  ["Europe/Amsterdam", "2026-01-02T23:04:05.000Z", "3 Jan 2026, 00:04:05 CET", "3 Jan 2026"],
  ["Asia/Kolkata", "2026-01-02T20:00:00.000Z", "3 Jan 2026, 01:30:00 GMT+5:30", "3 Jan 2026"],
])("writes a moment in %s, and names the zone", (zone, at, time, day) => {
  expect(exactTime(new Date(at), zone)).toBe(time);
  expect(exactDay(new Date(at), zone)).toBe(day);
});
