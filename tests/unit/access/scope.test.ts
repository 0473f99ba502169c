/** Row scopes: all, some or none, and none stays none. */
import { describe, expect, it } from "vitest";
import { covers, NO_ROWS, planScope, type RowScope } from "@/lib/access/scope";
import type { Filter } from "@/lib/model";
import { both, EVERYTHING, grantResolver, NOTHING } from "@/lib/query/plan";
import { thingsEntity } from "../query/things-entity";

const A: Filter = { field: "a", operator: "eq", value: 1 };
const B: Filter = { field: "b", operator: "eq", value: 1 };

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
])("covering %j covers %j: %s", (outer, inner, answer) => {
  expect(covers(outer, inner)).toBe(answer);
});

describe("the plan of a row scope", () => {
  const mine: Filter = { field: "createdBy", operator: "eq", value: "00000000-0000-7000-8000-0000000000a1" };

  it("of nothing is a filter that matches nothing, never no filter", () => {
    expect(planScope(NO_ROWS, thingsEntity)).toBe(NOTHING);
    expect(both(planScope(NO_ROWS, thingsEntity), EVERYTHING)).toBe(NOTHING);
    expect(both(EVERYTHING, planScope(NO_ROWS, thingsEntity))).toBe(NOTHING);
  });

  it("of all records is no filter", () => {
    expect(planScope("all", thingsEntity)).toBe(EVERYTHING);
  });

  it("may name createdBy", () => {
    expect(planScope([mine], thingsEntity)).toEqual({
      kind: "or",
      parts: [{ kind: "test", column: { kind: "system", name: "createdBy" }, operator: "eq", value: mine.value }],
    });
    expect(grantResolver(thingsEntity).find("unknown")).toBeNull();
  });

  it("that does not fit its entity is a fault of the configuration, not of a caller", () => {
    const broken: Filter = { field: "gone", operator: "eq", value: 1 };
    expect(() => planScope([broken], thingsEntity)).toThrow(
      "A grant on things has a where that does not fit the entity.",
    );
  });

  it("is combined with the caller's filter", () => {
    const scope = planScope([mine], thingsEntity);
    expect(both(scope, EVERYTHING)).toBe(scope);
    expect(both(scope, NOTHING)).toEqual({ kind: "and", parts: [scope, NOTHING] });
  });
});
