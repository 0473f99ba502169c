/** Of which pages PostgreSQL may keep one plan for all values. That such plans are good ones holds `explain.test.ts`. */
import { expect, it } from "vitest";
import type { Filter, JsonValue, Operator, SortItem } from "@/lib/model";
import { hasGenericPlan, type PagePlan } from "@/lib/query/page/page-plan";
import { callerResolver, EVERYTHING, grantResolver, NOTHING, planFilter, planSort } from "@/lib/query/plan";
import { thingsEntity } from "./things-entity";

const resolve = callerResolver(thingsEntity.fields);
const NO_SEARCH = { words: [], columns: null };

const is = (field: string, operator: Operator, value: JsonValue): Filter => ({ field, operator, value });
const by = (...fields: string[]) =>
  planSort(
    fields.map((field): SortItem => ({ field, direction: "desc" })),
    resolve,
  );

/** In the default order, of the newest first. */
const WHOLE = { entityId: thingsEntity.id, where: EVERYTHING, search: NO_SEARCH, after: null, limit: 100 };
const isPlanKept = (plan: Partial<PagePlan>) => hasGenericPlan({ ...WHOLE, sort: by("created"), ...plan });
const isKept = (filter: Filter | null, sort: PagePlan["sort"]) =>
  isPlanKept({ where: filter === null ? EVERYTHING : planFilter(filter, resolve), sort });

it.each<[name: string, filter: Filter | null, by?: string[]]>([
  ["no condition", null],
  ["no condition, by a field", null, ["whole"]],
  ["no condition, by the id", null, ["id"]],
  ["an option", is("stage", "eq", "Won")],
  ["a boolean", is("open", "eq", true), ["whole"]],
  ["options and booleans, however combined", { or: [is("open", "eq", true), { not: is("stage", "eq", "Won") }] }],
  ["where to begin in the page's own order", is("whole", "gt", 7), ["whole"]],
  ["what is new", is("created", "gte", "2026-01-01T00:00:00.000Z")],
  ["both at once", { and: [is("stage", "eq", "Won"), { and: [is("whole", "lte", 7)] }] }, ["whole"]],
])("of a page that asks for %s", (_, filter, fields = ["created"]) => {
  expect(isKept(filter, by(...fields))).toBe(true);
});

it.each<[name: string, filter: Filter | null, by?: string[]]>([
  ["a value that the configuration does not name", is("mail", "eq", "a@b.test")],
  ["a text that is no option", is("stage", "eq", "of before")],
  ["a list of options", is("stage", "in", ["lead", "Won"])],
  ["a value of the page's own order", is("whole", "eq", 7), ["whole"]],
  ["where to begin in another order", is("whole", "gt", 7)],
  ["a range in two conditions", { and: [is("whole", "gt", 7), is("whole", "lt", 8)] }, ["whole"]],
  ["an alternative to where it begins", { or: [is("whole", "gt", 7), is("stage", "eq", "Won")] }, ["whole"]],
  ["a part of a text", is("title", "contains", "a"), ["title"]],
  ["an order of several fields", null, ["stage", "whole"]],
])("not of one that asks for %s", (_, filter, fields = ["created"]) => {
  expect(isKept(filter, by(...fields))).toBe(false);
});

it("not of a search", () => {
  expect(isPlanKept({ search: { words: ["word"], columns: null } })).toBe(false);
});

it("of what a grant leaves where it names options, not where it names the member", () => {
  const scopeOf = (filter: Filter) => planFilter(filter, grantResolver(thingsEntity));
  const isKeptWithin = (filter: Filter) => isPlanKept({ where: { kind: "or", parts: [scopeOf(filter), NOTHING] } });
  expect(isKeptWithin(is("stage", "eq", "lead"))).toBe(true);
  expect(isKeptWithin(is("createdBy", "eq", "m"))).toBe(false);
});
