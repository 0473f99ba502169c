/** The calls of days as they are drawn. */
import { describe, expect, it } from "vitest";
import { lines } from "@/components/tokens/sparkline";

describe("the bars of days", () => {
  it("are as high as the root of their share", () => {
    expect(lines([0, 100, 25], 100, 16, -16)).toBe("M4 16v-16M7 16v-8");
    expect(lines([0, 0, 4], 100, 17, 8)).toBe("M7 17v1.6");
  });

  it("show a single call beside a million", () => {
    expect(lines([1_000_000, 1], 1_000_000, 16, -16)).toBe("M1 16v-16M4 16v-1");
  });

  it("of no calls are none", () => {
    expect(lines([0, 0], 1, 16, -16)).toBe("");
  });
});
