/** The sample that is kept of a busy hour is bounded and even, and says how many requests each of its rows represents. */
import { describe, expect, it } from "vitest";
import { type HeldCall, isSampled, sampleCalls, sampleRate } from "@/lib/call-log/batch";
import { LOGGED_OF_TOKEN } from "@/lib/limits";
import { finishedCall } from "./finished-calls";

it.each([
  [1, 1],
  [300, 1],
  [301, 10],
  [3_000, 10],
  [3_001, 100],
  [30_001, 1_000],
])("request number %s of an hour that keeps 300 represents %s", (place, rate) => {
  expect(sampleRate(place, 300)).toBe(rate);
});

it("an hour of a hundred thousand keeps 300, and 270 for each tenfold beyond", () => {
  const kept = Array.from({ length: 100_000 }, (_, index) => index + 1).filter((place) => isSampled(place, 300));
  expect(kept).toHaveLength(300 + 270 + 270 + 70);
});

describe("a batch that follows others of its hour", () => {
  const held = (count: number): HeldCall[] =>
    Array.from({ length: count }, (_, index) => ({ call: finishedCall(), place: index + 1, oneOf: 1 }));
  const ratesOf = (calls: HeldCall[], before: number) => sampleCalls(calls, () => before).map(({ oneOf }) => oneOf);

  it("is kept whole while there is room, then one of ten", () => {
    expect(ratesOf(held(10), LOGGED_OF_TOKEN - 10)).toEqual(Array(10).fill(1));
    expect(ratesOf(held(40), LOGGED_OF_TOKEN - 10)).toEqual([...Array(10).fill(1), 10, 10, 10]);
  });

  it("keeps its tenths whole where the hour keeps one of ten, and every tenth of them where it keeps one of a hundred", () => {
    const tenths = Array.from({ length: 20 }, (_, index) => ({
      ...{ call: finishedCall(), place: (index + 6) * 10, oneOf: 10 },
    }));
    expect(ratesOf(tenths, 1_000)).toEqual(Array(20).fill(10));
    expect(ratesOf(tenths, 5_000)).toEqual([100, 100]);
  });
});
