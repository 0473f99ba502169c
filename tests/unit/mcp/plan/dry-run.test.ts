/** The fields that a plan shows, whatever they are called. */
import { describe, expect, it } from "vitest";
import { changedFields } from "@/lib/mcp/plan/dry-run";

describe("the fields that an operation changes", () => {
  it("are those that were given, where the record leaves the caller's sight", () => {
    const before = { name: "a", region: "north", price: 5 };
    expect(changedFields({ region: "south" }, { before, after: null })).toEqual({ region: { after: "south" } });
    expect(changedFields({ region: "south" }, { before, after: { region: "south", name: "a" } })).toEqual({
      region: { before: "north", after: "south" },
    });
  });

  it("are shown even if they have the names of members of every object", () => {
    const given = { constructor: "x", toString: "y" };
    expect(changedFields(given, { before: null, after: {} })).toEqual({
      constructor: { after: "x" },
      toString: { after: "y" },
    });
    expect(changedFields(given, { before: {}, after: given })).toEqual({
      constructor: { before: null, after: "x" },
      toString: { before: null, after: "y" },
    });
  });
});
