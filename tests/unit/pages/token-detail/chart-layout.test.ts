/** Where the bars of the usage chart stand. */
import { describe, expect, it } from "vitest";
import { layOutChart } from "@/components/usage/chart-layout";

const SIZE = { width: 140, height: 130, left: 40, bottom: 20, top: 10 };
const NONE = { ok: 0, refused: 0, limited: 0, failed: 0 };
const bucket = (counts: Partial<typeof NONE>) => ({ from: new Date("2026-11-21T10:00:00.000Z"), ...NONE, ...counts });

describe("the chart", () => {
  it("stacks classes from the bottom up, as high as their counts", () => {
    const { bars, baseline } = layOutChart([bucket({ ok: 50, refused: 30, limited: 15, failed: 5 })], SIZE);
    expect(baseline).toBe(110);
    expect(bars[0]?.segments).toEqual([
      { callClass: "ok", y: 60, height: 50 },
      { callClass: "refused", y: 30, height: 30 },
      { callClass: "limited", y: 15, height: 15 },
      { callClass: "failed", y: 10, height: 5 },
    ]);
  });

  it("lets a single failure among thousands be seen, and the bar not grow by it", () => {
    const { bars } = layOutChart([bucket({ ok: 9_999, failed: 1 })], SIZE);
    expect(bars[0]?.segments).toEqual([
      { callClass: "ok", y: 13, height: 97 },
      { callClass: "failed", y: 10, height: 3 },
    ]);
  });
});
