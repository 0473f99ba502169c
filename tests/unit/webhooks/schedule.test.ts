/** When a delivery that failed is tried again, and when the service gives up (docs/contract.md, Webhooks). */
import { describe, expect, it } from "vitest";
import { afterFailure } from "@/lib/webhooks/deliver";

const HOUR = 3_600;
const DAY = 24 * HOUR;
const failed = { failures: 0, failingSeconds: 0, status: 500, retryAfterSeconds: null };
/** Leaves the pause as it is: below it is shorter, above it is longer. */
const MIDDLE = 0.5;

describe("the pause after a failure", () => {
  it.each([
    [0, 5],
    [1, 60],
    [2, 300],
    [3, 1_800],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
    [8, DAY],
    [100, DAY],
  ])("that came after %i others is %i seconds", (failures, seconds) => {
    expect(afterFailure({ ...failed, failures }, MIDDLE).retryInSeconds).toBe(seconds);
  });

  it("varies by a tenth either way", () => {
    const pauses = [0, 1].map((random) => afterFailure({ ...failed, failures: 1 }, random).retryInSeconds);
    expect(pauses).toEqual([54, 66]);
  });

  it.each([
    [0, 0, 5],
    [0, 7, 7],
    [0, 3_600, 3_600],
    [1, 0, 60],
    [3, 60, 1_800],
    [3, 3_600, 3_600],
    [4, 3_600, 2 * HOUR],
    [100, 0, DAY],
  ])("after %i others is never shorter because the receiver asks for %i seconds: %i", (failures, asked, seconds) => {
    const refused = { ...failed, failures, status: 429, retryAfterSeconds: asked };
    expect(afterFailure(refused, MIDDLE).retryInSeconds).toBe(seconds);
  });
});

describe("giving up", () => {
  it("is immediate if the receiver is gone", () => {
    expect(afterFailure({ ...failed, status: 410 }).disabled).toBe("GONE");
  });

  it.each([
    [DAY - 1, null, false],
    [DAY, null, true],
    [5 * DAY - 1, null, true],
    [5 * DAY, "FAILING", true],
  ])("after %i seconds of failures: %s, notified: %s", (failingSeconds, disabled, isWorthTelling) => {
    expect(afterFailure({ ...failed, failures: 9, failingSeconds })).toMatchObject({ disabled, isWorthTelling });
  });
});
