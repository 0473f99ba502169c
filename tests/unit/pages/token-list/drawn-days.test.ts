/** The calls of days as they are drawn. */
import { describe, expect, it } from "vitest";
import { drawDays, heightsOf } from "@/components/tokens/sparkline";

describe("drawn days", () => {
  it("have the sums, and a height for each day by the root of its share", () => {
    const drawn = drawDays({ ok: [0, 100, 25], denied: [0, 0, 4] });
    expect(drawn).toEqual({ days: 3, ok: 125, denied: 4, okBars: "0zV", deniedBars: "00C" });
    expect(heightsOf(drawn.okBars).map((height) => Math.round(height * 100))).toEqual([0, 100, 51]);
    expect(heightsOf(drawn.deniedBars).map((height) => Math.round(height * 100))).toEqual([0, 0, 20]);
  });

  it("show a single call beside a million", () => {
    expect(drawDays({ ok: [1_000_000, 1], denied: [0, 0] })).toMatchObject({ okBars: "z4", deniedBars: "" });
  });

  it("of no calls draw nothing", () => {
    expect(drawDays({ ok: [0, 0], denied: [0, 0] })).toMatchObject({ ok: 0, okBars: "", deniedBars: "" });
    expect(heightsOf("")).toEqual([]);
  });
});
