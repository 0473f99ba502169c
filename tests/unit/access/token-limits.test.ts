/** The limits of a token as they are stored: whatever is missing limits nothing. */
import { describe, expect, it } from "vitest";
import { isLimited, limitsOf, readLimits } from "@/lib/access/token-limits";
import { NO_LIMITS, type TokenLimits } from "@/lib/model";

const LIMITS: TokenLimits = {
  deniedFields: [{ entity: "deals", fields: ["amount"] }],
  rows: [{ entityKey: "deals", where: ["region", "eq", "EMEA"] }],
  allowedAddresses: ["10.0.0.0/8"],
  requestsPerMinute: 5,
};
const PARTS = Object.keys(LIMITS) as (keyof TokenLimits)[];

describe("limits", () => {
  it("are complete, with those that are given", () => {
    expect(limitsOf({})).toEqual(NO_LIMITS);
    expect(limitsOf(LIMITS)).toEqual(LIMITS);
    for (const part of PARTS)
      expect(limitsOf({ [part]: LIMITS[part] })).toEqual({ ...NO_LIMITS, [part]: LIMITS[part] });
  });

  it("are read from what is stored, in whatever version", () => {
    const { rows: _, ...before } = LIMITS;
    expect(readLimits(before)).toEqual({ ...LIMITS, rows: [] });
    for (const nothing of [undefined, null, "", 5, [], ["rows"]]) expect(readLimits(nothing)).toEqual(NO_LIMITS);
  });

  it("limit something if one of them does", () => {
    expect(isLimited(NO_LIMITS)).toBe(false);
    expect(isLimited(LIMITS)).toBe(true);
    for (const part of PARTS) expect(isLimited({ ...NO_LIMITS, [part]: LIMITS[part] }), part).toBe(true);
    expect(isLimited({ ...LIMITS, requestsPerMinute: null, rows: [] })).toBe(true);
  });
});
