import { expect, it } from "vitest";
import { DURATION_CLASSES, durationClassOf, percentile } from "@/lib/call-log/latency";

it.each([
  [0, 0],
  [1, 0],
  [4, 4],
  [10_000, 23],
  [10_001, 24],
])("%s ms belong to class %s", (milliseconds, place) => {
  expect(durationClassOf(milliseconds)).toBe(place);
});

it("has a class past the last bound", () => {
  expect(DURATION_CLASSES).toBe(25);
});

it.each([
  ["no requests", [], 0.5, null],
  ["all within a millisecond, half of it", [10], 0.5, 0.5],
  // Between 3 and 5 ms: the second half of them is where the median of all lies.
  ["as many in the class to 2 ms as in that to 5 ms", [0, 0, 10, 0, 10], 0.75, 4],
  ["a slow one in twenty is not in the 95th", [19, 0, 0, 0, 0, 0, 0, 0, 0, 1], 0.95, 1],
  ["past the last bound: the bound", [...Array(24).fill(0), 3], 0.5, 10_000],
])("a percentile of %s", (_, counts, share, expected) => {
  expect(percentile(counts as number[], share as number)).toBe(expected);
});
