/** What the usage chart and its table say. */
import { describe, expect, it } from "vitest";
import { axisLabel, bucketLabel, formatCounts } from "@/components/usage/chart-words";

const NONE = { ok: 0, refused: 0, limited: 0, failed: 0 };
const HOUR = 3_600;

function buckets(first: string, seconds: number, count: number) {
  const start = new Date(first).getTime();
  return Array.from({ length: count }, (_, index) => ({ from: new Date(start + index * seconds * 1000), ...NONE }));
}

describe("a bucket", () => {
  it.each([
    [HOUR, "Sat 21 Nov, 23:00 to 00:00"],
    [6 * HOUR, "Sat 21 Nov, 23:00 to 05:00"],
    [24 * HOUR, "Sat 21 Nov"],
  ])("of %s seconds is named by its span", (seconds, label) => {
    const [bucket] = buckets("2026-11-21T23:00:00.000Z", seconds, 1);
    expect(bucket && bucketLabel(bucket, seconds)).toBe(label);
  });
});

describe("the axis", () => {
  const labels = (...[first, seconds, count, period]: [string, number, number, "24h" | "7d" | "30d"]) => {
    const all = buckets(first, seconds, count);
    return all.map((_, index) => axisLabel(all, index, period)).filter((label) => label !== null);
  };

  it("names every sixth hour of a day", () => {
    expect(labels("2026-11-20T11:00:00.000Z", HOUR, 24, "24h")).toEqual(["12:00", "18:00", "00:00", "06:00"]);
  });
});

describe("counts in words", () => {
  it.each([
    [{}, "no requests"],
    [{ ok: 1200, refused: 4 }, "1,204 requests: 1,200 accepted, 4 refused"],
    [{ limited: 2, failed: 1 }, "3 requests: 2 rate-limited, 1 failed"],
  ])("of %j are %s", (counts, words) => {
    expect(formatCounts({ ...NONE, ...counts })).toBe(words);
  });
});
