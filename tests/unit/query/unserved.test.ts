/** Which fields of a query no index serves: what an operator is told about a slow list. */
import { describe, expect, it } from "vitest";
import type { Field, Filter, JsonValue, Operator, SortItem } from "@/lib/model";
import { findUnserved } from "@/lib/query/page/unserved";
import { callerResolver, EVERYTHING, grantResolver, NOTHING, planFilter, planSort } from "@/lib/query/plan";
import { thingsEntity } from "./things-entity";

const NEWEST: SortItem[] = [{ field: "created", direction: "desc" }];

function unserved(filter: Filter | null, order = NEWEST) {
  const resolve = callerResolver(thingsEntity.fields);
  const where = filter === null ? EVERYTHING : planFilter(filter, resolve);
  return findUnserved({ where, sort: planSort(order, resolve) });
}

function fieldOf(key: string): Field {
  const field = thingsEntity.fields.get(key);
  if (field === undefined) throw new Error(`things have no ${key}`);
  return field;
}

const condition = (field: string, operator: Operator, value: JsonValue): Filter => ({ field, operator, value });
const NOTHING_UNSERVED = { toIndex: [], notIndexable: [] };

describe("a condition", () => {
  it.each<[operator: Operator, value: JsonValue]>([
    ["eq", 5],
    ["gt", 5],
    ["between", [5, 6]],
    ["in", [5, 6]],
    ["is_null", true],
  ])("by %s is served where the field is indexed, and would be where it is not", (operator, value) => {
    expect(unserved(condition("whole", operator, value))).toEqual(NOTHING_UNSERVED);
    expect(unserved(condition("ratio", operator, value))).toEqual({ toIndex: ["ratio"], notIndexable: [] });
  });

  it.each<[operator: Operator, value: JsonValue]>([
    ["neq", "a"],
    ["nin", ["a"]],
    ["contains", "a"],
    ["not_contains", "a"],
  ])("by %s is served by no index, whether the field has one or not", (operator, value) => {
    expect(unserved(condition("mail", operator, value))).toEqual({ toIndex: [], notIndexable: ["mail"] });
    expect(unserved(condition("link", operator, value))).toEqual({ toIndex: [], notIndexable: ["link"] });
  });

  it("on a list of values cannot be served", () => {
    expect(unserved(condition("tags", "any_of", ["lead"]))).toEqual({ toIndex: [], notIndexable: ["tags"] });
    expect(unserved(condition("tags", "is_null", false))).toEqual({ toIndex: [], notIndexable: ["tags"] });
  });

  it("on who made a record is served where a grant may ask it, on its last update nowhere", () => {
    const resolve = grantResolver(thingsEntity);
    const ofMember = planFilter(condition("createdBy", "eq", "m"), resolve);
    expect(findUnserved({ where: ofMember, sort: planSort(NEWEST, resolve) })).toEqual(NOTHING_UNSERVED);
    const changed = condition("updated", "gt", "2026-01-01T00:00:00.000Z");
    expect(unserved(changed)).toEqual({ toIndex: [], notIndexable: ["updated"] });
  });
});

describe("a compound filter", () => {
  it("names each field once, in the order of asking", () => {
    const parts = [condition("title", "eq", "a"), condition("ratio", "gt", 1), condition("title", "eq", "b")];
    expect(unserved({ or: parts })).toEqual({ toIndex: ["title", "ratio"], notIndexable: [] });
    expect(unserved({ and: parts })).toEqual({ toIndex: ["title", "ratio"], notIndexable: [] });
  });

  it("is served nowhere below a not", () => {
    const both: Filter = { and: [condition("whole", "eq", 5), { not: condition("stage", "eq", "lead") }] };
    expect(unserved({ not: both })).toEqual({ toIndex: [], notIndexable: ["whole", "stage"] });
  });

  it("that matches nothing requires no index", () => {
    const sort = planSort(NEWEST, callerResolver(thingsEntity.fields));
    expect(findUnserved({ where: NOTHING, sort })).toEqual(NOTHING_UNSERVED);
    expect(findUnserved({ where: { kind: "not", part: EVERYTHING }, sort: [] })).toEqual(NOTHING_UNSERVED);
  });
});

describe("an order", () => {
  it.each<[field: string, toIndex: string[], notIndexable: string[]]>([
    ["created", [], []],
    ["id", [], []],
    ["whole", [], []],
    ["ratio", ["ratio"], []],
    ["updated", [], ["updated"]],
  ])("by %s", (field, toIndex, notIndexable) => {
    expect(unserved(null, [{ field, direction: "asc" }])).toEqual({ toIndex, notIndexable });
  });

  it("goes by an index for its first field only", () => {
    const order: SortItem[] = [
      { field: "day", direction: "asc" },
      { field: "whole", direction: "desc" },
    ];
    expect(unserved(null, order)).toEqual({ toIndex: [], notIndexable: ["whole"] });
  });
});

describe("a condition one reference away", () => {
  const behind = (key: string, operator: Operator) => {
    const column = { kind: "data" as const, field: fieldOf(key) };
    const test = { kind: "test" as const, column, operator, value: "a" };
    return { kind: "referenced" as const, reference: fieldOf("other"), entityId: "", scope: EVERYTHING, test };
  };
  const sort = planSort(NEWEST, callerResolver(thingsEntity.fields));

  it("asks for an index of the reference, and of the field as it is named from here", () => {
    const equal = { toIndex: ["other", "other.ratio"], notIndexable: [] };
    expect(findUnserved({ where: behind("ratio", "eq"), sort })).toEqual(equal);
    const contains = { toIndex: ["other"], notIndexable: ["other.mail"] };
    expect(findUnserved({ where: behind("mail", "contains"), sort })).toEqual(contains);
  });

  it("is served by none where it is negated", () => {
    const negated = { kind: "not" as const, part: behind("mail", "eq") };
    expect(findUnserved({ where: negated, sort })).toEqual({ toIndex: [], notIndexable: ["other"] });
  });
});
