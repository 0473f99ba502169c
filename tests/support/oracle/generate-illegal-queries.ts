/** Filters and sort orders with one fault in them. The oracle decides which code is right. */
import fc from "fast-check";
import type { JsonValue } from "@/lib/model";
import type { EntityFile } from "./file";
import { operatorsOf } from "./filters";
import { MOMENTS } from "./generate-values";

/** One wrong thing in an otherwise legal filter. */
export function anyIllegalFilter(entity: EntityFile): fc.Arbitrary<JsonValue> {
  const wrongs = fc.constantFrom<JsonValue>(
    "text",
    5,
    true,
    {},
    [],
    { and: [] },
    { or: [] },
    { and: {} },
    { xor: [["id", "neq", null]] },
    { and: [["id", "neq", null]], or: [["id", "neq", null]] },
    { not: [["id", "neq", null]] },
    [1, "eq", 1],
    ["id", "eq"],
    ["id", "like", "x"],
    ["id", "EQ", "x"],
    ["id", "is_null", true],
    ["id", "contains", "0"],
    ["id", "in", []],
    ["id", "in", ["x", null]],
    ["id", "in", "x"],
    ["created", "gt", null],
    ["created", "eq", "2024-01-31"],
    ["created", "between", [MOMENTS[0] ?? ""]],
    ["createdBy", "eq", "$member.id"],
    ["versionId", "eq", "x"],
    ["nowhere", "eq", 1],
    ["__proto__", "eq", 1],
  );
  const everyOperator = operatorsOf("text").concat("any_of", "all_of");
  const mismatched = fc
    .constantFrom(...entity.fields)
    .chain((field) =>
      fc.tuple(
        fc.constant(field.key),
        fc.constantFrom(...everyOperator),
        fc.constantFrom<JsonValue>(5, "x", null, true, [], ["x"], [5, 6], { a: 1 }),
      ),
    );
  const deep = fc.integer({ min: 5, max: 8 }).map((levels) => nested(levels));
  const placed = fc
    .tuple(fc.oneof(wrongs, mismatched, deep), fc.constantFrom("alone", "and", "or", "not"))
    .map(([wrong, place]): JsonValue => {
      if (place === "alone") return wrong;
      return place === "not" ? { not: wrong } : { [place]: [["id", "neq", null], wrong] };
    });
  return placed;
}

function nested(levels: number): JsonValue {
  return levels === 0 ? ["id", "neq", null] : { not: nested(levels - 1) };
}

/** One wrong thing in a sort order, written for a query string. */
export const anyIllegalSort: fc.Arbitrary<string> = fc.constantFrom(
  "",
  "created",
  "created:",
  ":asc",
  "created:up",
  "created:ASC",
  "created:asc:desc",
  "created:asc,",
  "created:asc,created:desc",
  "nowhere:asc",
  "createdBy:asc",
  "versionId:desc",
  "__proto__:asc",
);
