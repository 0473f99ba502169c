/** Filters as callers write them: their shape and their size (contract § 6). */
import { describe, expect, it } from "vitest";
import type { JsonValue } from "@/lib/model";
import { namesIn, parseFilter } from "@/lib/query/filter/filter";
import { codeOf, refusalOf } from "../refusal";

const CONDITION: JsonValue = ["a", "eq", 1];
const nested = (depth: number): JsonValue => (depth === 0 ? CONDITION : { not: nested(depth - 1) });
const many = (count: number): JsonValue => ({ and: Array.from({ length: count }, () => CONDITION) });
/** 20 conditions have 500 values each, the last one as many as are left. */
const valuesInAll = (count: number): JsonValue => ({
  and: [
    ...Array.from({ length: 19 }, () => values(500)),
    values(499),
    ...(count > 9_999 ? [CONDITION] : []),
    ...(count > 10_000 ? [CONDITION] : []),
  ],
});
const values = (count: number): JsonValue => ["a", "in", Array.from({ length: count }, (_, index) => index)];

describe("a filter of legal shape", () => {
  it.each<[JsonValue, unknown]>([
    [CONDITION, { field: "a", operator: "eq", value: 1 }],
    [["a", "eq", null], { field: "a", operator: "eq", value: null }],
    [["a", "in", [1, "b", true]], { field: "a", operator: "in", value: [1, "b", true] }],
    [["a", "between", [1, 2]], { field: "a", operator: "between", value: [1, 2] }],
    [["a", "is_null", false], { field: "a", operator: "is_null", value: false }],
    [{ and: [CONDITION] }, { and: [{ field: "a", operator: "eq", value: 1 }] }],
    [{ or: [{ not: CONDITION }] }, { or: [{ not: { field: "a", operator: "eq", value: 1 } }] }],
  ])("%j is parsed", (input, filter) => {
    expect(parseFilter(input)).toEqual(filter);
  });

  it("may name a field __proto__, which is then unknown like any other", () => {
    expect(parseFilter(["__proto__", "eq", 1])).toEqual({ field: "__proto__", operator: "eq", value: 1 });
  });
});

it.each<[JsonValue]>([
  [null],
  [[]],
  [["a", "eq"]],
  [["a", "eq", 1, 2]],
  [[1, "eq", 1]],
  [["a", "=", 1]],
  [["a", "constructor", 1]],
  [["a", "__proto__", 1]],
  [["a", { eq: 1 }, 1]],
  [["a", "eq", [1]]],
  [["a", "eq", { not: null }]],
  [["a", "gt", null]],
  [["a", "contains", null]],
  [["a", "in", 1]],
  [["a", "in", []]],
  [["a", "in", [1, null]]],
  [["a", "between", [1]]],
  [["a", "is_null", "true"]],
  [{}],
  [{ and: [] }],
  [{ and: [CONDITION], or: [CONDITION] }],
  [{ and: [CONDITION], extra: 1 }],
  [{ nor: [CONDITION] }],
  [{ not: [CONDITION] }],
  [{ and: [CONDITION, null] }],
  [JSON.parse('{"__proto__": [["a", "eq", 1]]}')],
])("a filter of another shape %j is refused", (input) => {
  expect(codeOf(() => parseFilter(input))).toBe("INVALID_FILTERS");
});

it("the names in a filter are those of its conditions, however deep", () => {
  const input = { and: [["a", "eq", 1], { or: [["b", "eq", 1], { not: ["c.d", "eq", 1] }] }] };
  expect(namesIn(parseFilter(input))).toEqual(["a", "b", "c.d"]);
});

it.each<[JsonValue, string]>([
  [["a", "gt", [1]], 'gt takes a single value. For several: ["a", "in", [value, value]].'],
  [["a", "contains", ["b"]], 'contains takes a single value. For several: {"or": [["a", "contains", value], …]}.'],
  [["a", "like", 1], '"like"'],
])("a refusal of %j says what is wrong", (input, part) => {
  expect(refusalOf(() => parseFilter(input)).message).toContain(part);
});

describe("the size of a filter", () => {
  it.each<[name: string, input: JsonValue]>([
    ["5 levels", nested(5)],
    ["100 conditions", many(100)],
    ["500 values", values(500)],
    ["10,000 values in all", valuesInAll(10_000)],
    ["1,000 characters to look for", ["a", "contains", "x".repeat(1_000)]],
    ["siblings that are deep, one after the other", { and: [nested(4), nested(4)] }],
  ])("may be %s", (_, input) => {
    expect(() => parseFilter(input)).not.toThrow();
  });

  it.each<[name: string, input: JsonValue]>([
    ["6 levels", nested(6)],
    ["6 levels behind a sibling that is deep", { and: [nested(4), nested(5)] }],
    ["101 conditions", many(101)],
    ["501 values", values(501)],
    ["10,001 values in all", valuesInAll(10_001)],
    ["1,001 characters to look for", ["a", "contains", "x".repeat(1_001)]],
  ])("may not be %s", (_, input) => {
    expect(codeOf(() => parseFilter(input))).toBe("INVALID_FILTERS");
  });

  it("stops the parser, however deep it goes on", () => {
    let input: JsonValue = CONDITION;
    for (let level = 0; level < 100_000; level += 1) input = { and: [input] };
    expect(codeOf(() => parseFilter(input))).toBe("INVALID_FILTERS");
  });
});
