/** The comparison that the tests of timing rest on: it finds what is there, and nothing else. */
import { describe, expect, it } from "vitest";
import { compareSamples, isTold, median } from "../../support/timing";

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

  it("of which one takes longer by what nobody could notice are not told apart", () => {
    const quick = Array.from({ length: 300 }, (_, index) => 1 + index / 1_000_000);
    const slow = quick.map((value) => value + 0.05);
    expect(compareSamples(quick, slow).z).toBeGreaterThan(5);
    expect(isTold(compareSamples(quick, slow), 0.3)).toBe(false);
  });
});

describe("the figures", () => {
  it("are those of a worked example", () => {
    // U = 2 of the first, by hand: 1 and 2 beat nobody, 5 beats 3 and 4. Mean 4.5, deviation sqrt(9 * 7 / 12).
    const { z, gapMs } = compareSamples([1, 2, 5], [3, 4, 6]);
    expect(z).toBeCloseTo(2.5 / Math.sqrt(5.25), 10);
    expect(gapMs).toBe(2);
  });

  it("share ranks among equals", () => {
    expect(compareSamples([1, 1], [1, 1]).z).toBe(0);
  });

  it("have a median between the two in the middle", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([9, 1, 5])).toBe(5);
  });
});
