/** Row scopes: all, some or none, and none stays none. */
import { describe, expect, it } from "vitest";
import { covers, isNone, NO_ROWS, type RowScope, unite } from "@/lib/access/scope";
import type { Filter } from "@/lib/model";

const A: Filter = { field: "a", operator: "eq", value: 1 };
const B: Filter = { field: "b", operator: "eq", value: 1 };

describe("a union", () => {
  it.each<[RowScope, RowScope, RowScope]>([
    [NO_ROWS, NO_ROWS, NO_ROWS],
    [NO_ROWS, [A], [A]],
    [[A], NO_ROWS, [A]],
    [[A], [B], [A, B]],
    [[A], [B, A], [A, B]],
    ["all", [A], "all"],
    [[A], "all", "all"],
    ["all", NO_ROWS, "all"],
  ])("of %j and %j is %j", (left, right, united) => {
    expect(unite(left, right)).toEqual(united);
  });
});

describe("covering", () => {
  it.each<[RowScope, RowScope, boolean]>([
    ["all", "all", true],
    ["all", [A], true],
    ["all", NO_ROWS, true],
    [[A], "all", false],
    [NO_ROWS, "all", false],
    [[A, B], [B], true],
    [[A], [A, B], false],
    [[A], [B], false],
    [NO_ROWS, [A], false],
    [[A], NO_ROWS, true],
    [[{ or: [A, B] }], [A], false],
  ])("%j covers %j: %s", (outer, inner, answer) => {
    expect(covers(outer, inner)).toBe(answer);
  });
});

describe("none", () => {
  it("is the empty union and nothing else", () => {
    expect([isNone(NO_ROWS), isNone([]), isNone("all"), isNone([A])]).toEqual([true, true, false, false]);
  });
});
