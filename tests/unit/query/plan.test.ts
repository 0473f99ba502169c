/** Queries are resolved against what the caller may ask, and every value is one of its field's type (contract § 6). */
import { describe, expect, it } from "vitest";
import {
  FIELD_TYPES,
  type Field,
  type FieldType,
  type JsonValue,
  OPERATORS,
  type Operator,
  type SortItem,
} from "@/lib/model";
import { FIELD_OPERATORS, isSortable } from "@/lib/query/filter/operators";
import { parseSortText } from "@/lib/query/page/sort";
import { type Column, callerResolver, NOTHING, planFilter, planSort, type Resolver } from "@/lib/query/plan";
import { codeOf, refusalOf } from "../refusal";
import { thingsEntity } from "./things-entity";

const resolve = callerResolver(thingsEntity.fields);
const plan = (field: string, operator: Operator, value: JsonValue) => planFilter({ field, operator, value }, resolve);

function fieldOf(type: FieldType): string {
  const field = [...thingsEntity.fields.values()].find((each) => each.type === type);
  if (field === undefined) throw new Error(`there is not a field of type ${type}`);
  return field.key;
}

/** By hand from contract § 6. */
const ORDERED: Operator[] = ["eq", "neq", "in", "nin", "gt", "gte", "lt", "lte", "between", "is_null"];
const TEXT: Operator[] = [...ORDERED, "contains", "not_contains", "starts_with", "ends_with"];
const NAMED: Operator[] = ["eq", "neq", "in", "nin", "is_null"];
const OPERATORS_OF: Record<FieldType, Operator[]> = {
  text: TEXT,
  email: TEXT,
  url: TEXT,
  integer: ORDERED,
  number: ORDERED,
  decimal: ORDERED,
  date: ORDERED,
  datetime: ORDERED,
  boolean: NAMED,
  select: NAMED,
  reference: NAMED,
  multiselect: ["any_of", "all_of", "is_null"],
  json: [],
};

const VALUE_OF: Record<FieldType, JsonValue> = {
  text: "a",
  email: "a",
  url: "a",
  integer: 1,
  number: 1.5,
  decimal: "1.50",
  date: "2026-01-31",
  datetime: "2026-01-31T12:00:00.000Z",
  boolean: true,
  select: "lead",
  reference: "00000000-0000-7000-8000-000000000001",
  multiselect: "lead",
  json: {},
};

function operand(type: FieldType, operator: Operator): JsonValue {
  if (operator === "is_null") return true;
  if (["in", "nin", "any_of", "all_of"].includes(operator)) return [VALUE_OF[type]];
  return operator === "between" ? [VALUE_OF[type], VALUE_OF[type]] : VALUE_OF[type];
}

describe.each(FIELD_TYPES)("a field of type %s", (type) => {
  it("says in discovery which operators it takes", () => {
    expect([...FIELD_OPERATORS[type]].sort()).toEqual([...OPERATORS_OF[type]].sort());
  });

  it.each(OPERATORS)("takes %s or refuses it, as it says", (operator) => {
    const ask = () => plan(fieldOf(type), operator, operand(type, operator));
    if (OPERATORS_OF[type].includes(operator)) expect(ask).not.toThrow();
    else expect(codeOf(ask)).toBe("INVALID_FILTERS");
  });

  it("is sortable unless it has no order", () => {
    expect(isSortable(type)).toBe(type !== "multiselect" && type !== "json");
  });
});

describe("a value", () => {
  it.each<[field: string, operator: Operator, value: JsonValue]>([
    ["title", "eq", 1],
    ["whole", "eq", "5"],
    ["whole", "eq", 9007199254740992],
    ["price", "eq", "1e3"],
    ["open", "eq", "true"],
    ["day", "eq", "2026-02-30"],
    ["moment", "gt", "2026-01-31"],
    ["stage", "eq", 1],
    ["tags", "any_of", [1]],
    ["created", "gt", "yesterday"],
    ["id", "eq", 1],
  ])("of another type is refused: %s %s %j", (field, operator, value) => {
    expect(codeOf(() => plan(field, operator, value))).toBe("INVALID_FILTERS");
  });

  it("is brought into its stored form", () => {
    expect(plan("moment", "eq", "2026-01-31T13:00:00+01:00")).toMatchObject({ value: "2026-01-31T12:00:00.000Z" });
    expect(plan("whole", "in", [-0, 1])).toMatchObject({ value: [0, 1] });
  });

  it("of null asks whether there is one", () => {
    expect(plan("title", "eq", null)).toMatchObject({ operator: "is_null", value: true });
    expect(plan("title", "neq", null)).toMatchObject({ operator: "is_null", value: false });
  });
});

describe("system fields", () => {
  it.each<[string, Operator, JsonValue]>([
    ["id", "eq", "00000000-0000-7000-8000-000000000001"],
    ["id", "in", ["00000000-0000-7000-8000-000000000001"]],
    ["created", "between", ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"]],
    ["updated", "gte", "2026-01-01T00:00:00Z"],
  ])("take %s %s %j", (field, operator, value) => {
    expect(() => plan(field, operator, value)).not.toThrow();
  });

  it.each<[string, Operator, JsonValue]>([
    ["id", "gt", "a"],
    ["id", "is_null", false],
    ["created", "is_null", true],
  ])("do not take %s %s", (field, operator, value) => {
    expect(codeOf(() => plan(field, operator, value))).toBe("INVALID_FILTERS");
  });
});

describe("a field that cannot be queried", () => {
  const caller = callerResolver(new Map([...thingsEntity.fields].filter(([key]) => key !== "title")));
  const NAMES = [
    "title",
    "unknown",
    "createdBy",
    "__proto__",
    "data->>'x'",
    "search_text",
    "$member.id",
    "title') or 1=1 --",
    "",
  ];

  it.each(NAMES)("gets the same response in where and sort: %j", (field) => {
    const answers = [
      refusalOf(() => planFilter({ field, operator: "eq", value: 1 }, caller)),
      refusalOf(() => planFilter({ not: { or: [{ field, operator: "is_null", value: true }] } }, caller)),
      refusalOf(() => planSort([{ field, direction: "asc" }], caller)),
    ];
    const advice = "GET /entities/:entityKey lists the fields that it can.";
    expect(answers.map(({ code, message }) => [code, message.replace(" Did you mean created?", "")])).toEqual([
      ["FIELD_NOT_QUERYABLE", `where: "${field}" is not a field that this token can filter by. ${advice}`],
      ["FIELD_NOT_QUERYABLE", `where.not.or[0]: "${field}" is not a field that this token can filter by. ${advice}`],
      ["FIELD_NOT_QUERYABLE", `sort[0]: "${field}" is not a field that this token can sort by. ${advice}`],
    ]);
  });

  it("is named with the closest of the fields that can be queried", () => {
    const ask = (field: string) => refusalOf(() => planFilter({ field, operator: "eq", value: 1 }, caller)).message;
    expect(ask("Stage")).toContain(" Did you mean stage?");
    expect(ask("craeted")).toContain(" Did you mean created?");
    expect(ask("Title")).not.toContain("Did you mean");
    const tags = refusalOf(() => planSort([{ field: "tag", direction: "asc" }], resolve)).message;
    expect(tags).not.toContain("Did you mean");
  });

  it("is named with at most 60 characters, and without control characters", () => {
    const ask = (field: string) => refusalOf(() => planSort([{ field, direction: "asc" }], caller)).message;
    expect(ask("x".repeat(61))).toContain(`"${"x".repeat(60)}…"`);
    expect(ask("a\u0000\u202eb\ud800")).toContain('"a\ufffd\ufffdb\ufffd"');
    expect(ask(`service_v1_${"a".repeat(72)}`)).toContain('"service_v1_…"');
  });

  it.each(["tags", "extra"])("in sort includes a field without an order: %s", (field) => {
    expect(codeOf(() => planSort([{ field, direction: "asc" }], resolve))).toBe("FIELD_NOT_QUERYABLE");
  });
});

describe("an order", () => {
  const names = (sort: string) =>
    planSort(parseSortText(sort) as SortItem[], resolve).map(({ column, direction }) => [
      column.kind === "system" ? column.name : column.field.key,
      direction,
    ]);

  it("ends with the id, in the direction of its last item", () => {
    expect(names("title:desc,whole:asc")).toEqual([
      ["title", "desc"],
      ["whole", "asc"],
      ["id", "asc"],
    ]);
  });

  it("ends at the id, because nothing after it could matter", () => {
    expect(names("id:asc,title:desc")).toEqual([["id", "asc"]]);
  });
});

describe("a condition one reference away", () => {
  const title = { kind: "data", field: thingsEntity.fields.get("title") } as Column;
  const reference = thingsEntity.fields.get("other") as Field;
  const followed = { reference, entityId: "e", scope: NOTHING, column: title };
  const following: Resolver = {
    ...resolve,
    follow: (from, name) => (from === "other" && name === "title" ? followed : null),
  };
  const planned = (field: string) => planFilter({ field, operator: "eq", value: "a" }, following);

  it("is planned within the scope of the other entity", () => {
    const test = { kind: "test", column: title, operator: "eq", value: "a" };
    expect(planned("title")).toEqual(test);
    expect(planned("other.title")).toEqual({ kind: "referenced", reference, entityId: "e", scope: NOTHING, test });
  });

  it.each(["other.secret", "other.__proto__", "unknown.title", "other.title.", "other.title.more", "title.title"])(
    "is not: %s",
    (field) => {
      expect(codeOf(() => planned(field))).toBe("FIELD_NOT_QUERYABLE");
    },
  );
});

describe("the reason why a field cannot be used", () => {
  const reasonOf = (call: () => unknown) =>
    /is not a field that this token can [a-z ]+\.(.*) GET /.exec(refusalOf(call).message)?.[1];
  const sortedBy = (field: string) => reasonOf(() => planSort([{ field, direction: "asc" }], resolve));
  const filteredBy = (field: string, by = resolve) =>
    reasonOf(() => planFilter({ field, operator: "eq", value: "a" }, by));

  it("is given as far as discovery gives it", () => {
    expect(sortedBy("tags")).toBe(" It is a multiselect field, which has no order.");
    expect(sortedBy("other.title")).toBe(" Sorting ends at this entity, and other leads to another one.");
    expect(filteredBy("title.other")).toBe(" title is no reference, so it leads to no other record.");
    expect(filteredBy("created.other")).toBe(" created is no reference, so it leads to no other record.");
    expect(filteredBy("other.other.title")).toBe(" Conditions reach one reference away, as in field.otherField.");
  });

  it("is none for what is hidden or unknown, here or behind a reference", () => {
    const [first, ...queryable] = [...thingsEntity.fields];
    const some = callerResolver(new Map(queryable), thingsEntity.fields);
    expect(first?.[0]).toBe("title");
    expect(filteredBy("title", some)).toBe(" It can be read, but discovery says queryable: false.");
    expect(filteredBy("title.more", some)).toBe(" title can be read, but discovery says queryable: false.");
    expect(filteredBy("title", callerResolver(new Map(queryable)))).toBe("");
    expect(filteredBy("title.more", callerResolver(new Map(queryable)))).toBe("");
    expect(filteredBy("nonsense.title")).toBe("");
    expect(filteredBy("other.secret")).toBe("");
  });
});

describe("a refused condition", () => {
  it.each<[string, Operator, JsonValue, string]>([
    ["extra", "eq", 1, "where: extra is a json field, which no operator takes. Filter by another field."],
    ["open", "gt", true, "where: open does not take gt; it takes eq, neq, in, nin, is_null."],
  ])("says what %s takes", (field, operator, value, message) => {
    expect(refusalOf(() => plan(field, operator, value)).message).toBe(message);
  });

  it("leads from a reference to the label of its record, for what texts take and as far as the caller can query it", () => {
    const labeled: Resolver = { ...resolve, labelOf: (reference) => `${reference}.title` };
    const refused = (operator: Operator, by: Resolver) =>
      refusalOf(() => planFilter({ field: "other", operator, value: "a" }, by)).message;
    const taken = "it takes eq, neq, in, nin, is_null.";
    expect(refused("contains", labeled)).toBe(
      `where: other does not take contains; ${taken} By name: ["other.title", "contains", value].`,
    );
    expect(refused("any_of", labeled)).toBe(`where: other does not take any_of; ${taken}`);
    expect(refused("contains", { ...resolve, labelOf: () => null })).toBe(
      `where: other does not take contains; ${taken}`,
    );
  });

  it("lists the options of a select, and none where there are none", () => {
    expect(refusalOf(() => plan("stage", "eq", 1)).message).toContain(" (lead, Won, lost, it's ");
    expect(refusalOf(() => plan("whole", "eq", "x")).message).not.toContain("(");
  });
});
