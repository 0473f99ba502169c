/** The server's time in a browser: by what has passed, never by the browser's own clock. */
import { afterEach, expect, it, vi } from "vitest";
import { startServerClock } from "@/app/(member)/tokens/new/expiry-options";

afterEach(() => vi.useRealTimers());

it("goes on from the moment that the page was made at, whatever the browser's clock says", () => {
  vi.useFakeTimers({ now: new Date("2031-01-01T00:00:00.000Z"), toFake: ["Date", "performance"] });
  const clock = startServerClock(new Date("2026-11-21T10:00:00.000Z"));
  expect(clock()).toEqual(new Date("2026-11-21T10:00:00.000Z"));
  vi.advanceTimersByTime(90_000);
  expect(clock()).toEqual(new Date("2026-11-21T10:01:30.000Z"));
  vi.setSystemTime(new Date("2020-01-01T00:00:00.000Z"));
  expect(clock()).toEqual(new Date("2026-11-21T10:01:30.000Z"));
});
