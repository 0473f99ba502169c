/** The comparison that the tests of timing rest on: it finds what is there, and nothing else. */
import { describe, expect, it } from "vitest";
import { compareSamples, isTold } from "../../support/timing";

/** 300 samples around 2 ms, spread as on a busy machine, from a fixed sequence. */
function samples(offsetMs: number, seed: number): number[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return Array.from({ length: 300 }, () => 2 + offsetMs + next() ** 4 * 5);
}

describe("two kinds of requests", () => {
  it("are not told apart where they take equally long", () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      expect(isTold(compareSamples(samples(0, seed), samples(0, seed + 100)), 0.3)).toBe(false);
    }
  });

  it("are told apart where one takes a millisecond longer, in either direction", () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      expect(isTold(compareSamples(samples(0, seed), samples(1, seed + 100)), 0.3)).toBe(true);
      expect(isTold(compareSamples(samples(1, seed), samples(0, seed + 100)), 0.3)).toBe(true);
    }
  });
});

it("the figures are those of a worked example", () => {
  // By hand: U of the first sample is 2, because only 5 is above others (3 and 4). The mean is 4.5, the deviation sqrt(9 * 7 / 12).
  const { z, gapMs } = compareSamples([1, 2, 5], [3, 4, 6]);
  expect(z).toBeCloseTo(2.5 / Math.sqrt(5.25), 10);
  expect(gapMs).toBe(2);
});
