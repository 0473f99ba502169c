/** POST /entities/:entityKey/records/aggregate: counts and sums (contract § 6). */
import { describe, expect, it } from "vitest";
import { post, send } from "../support/http";
import { dataOf, errorOf, openOrganization, recordsPath } from "../support/organization";
import { rowsOf } from "../support/scenario";

type Aggregate = { items: Record<string, unknown>[]; truncated: boolean };

const acme = await openOrganization();
const row = rowsOf(acme);
const aggregate = (json: unknown, entity = "samples") => post(`${recordsPath(entity)}/aggregate`, json, { as: "rea" });
const oslo = await acme.create("ada", "accounts", { name: "Oslo Ltd", city: "Oslo", secret: "truffle" });
const rome = await acme.create("ada", "accounts", { name: "Rome Ltd", city: "Rome" });
const ALPHA = { integer: 1, number: 0.1, decimal: "0.10", boolean: true, select: "a", date: "2024-01-31" };
const BETA = { integer: 2, number: 0.2, decimal: "0.20", boolean: false, select: "b", date: "2024-02-29" };
const GAMMA = { integer: 10, number: 0.3, decimal: "0.3", boolean: true, select: "a", date: "2024-12-30" };
const SAMPLES = [
  ["Alpha", { ...ALPHA, reference: oslo.id }],
  ["Beta", { ...BETA, reference: oslo.id }],
  ["Gamma", { ...GAMMA, reference: rome.id }],
  ["Delta", { text: "", datetime: "2024-12-31T23:59:59.999Z", multiselect: ["red"] }],
  ["Epsilon", { text: "a", datetime: "2024-12-31T23:00:00.000Z", hidden: "truffle" }],
] as const;
for (const [name, data] of SAMPLES) await acme.create("ada", "samples", { name, ...data });

const count = { n: ["count"] };
const OF_NOTHING = { m: ["count", "integer"], s: ["sum", "integer"], a: ["avg", "number"], x: ["max", "date"] };
const SUMS = { i: ["sum", "integer"], n: ["sum", "number"], d: ["sum", "decimal"] };
const AVERAGES = { a: ["avg", "decimal"], b: ["avg", "integer"] };
const OF_NUMBERS = { a: ["min", "integer"], b: ["max", "integer"], c: ["max", "number"], d: ["max", "decimal"] };
const OF_TIMES = { e: ["min", "date"], f: ["max", "datetime"] };
const item = (group: object, measures: object) => ({ group, ...measures });

describe("200", () => {
  for (const [guarantee, body, items] of [
    [
      "of nothing, counts are 0 and all else is null",
      { where: ["integer", "gt", 99], measures: { ...count, ...OF_NOTHING } },
      [item({}, { n: 0, m: 0, s: null, a: null, x: null })],
    ],
    [
      "sums and averages are exact: no double comes between",
      { measures: { ...SUMS, ...AVERAGES } },
      [item({}, { i: 13, n: 0.6, d: "0.60", a: "0.2", b: 13 / 3 })],
    ],
    [
      "extremes are those of the field's own order",
      { measures: { ...OF_NUMBERS, ...OF_TIMES } },
      [item({}, { a: 1, b: 10, c: 0.3, d: "0.3", e: "2024-01-31", f: "2024-12-31T23:59:59.999Z" })],
    ],
    [
      "the largest group comes first, ties in the order of the group, nulls last",
      { groupBy: ["select"], measures: count },
      [item({ select: "a" }, { n: 2 }), item({ select: null }, { n: 2 }), item({ select: "b" }, { n: 1 })],
    ],
    [
      "a name like a method of objects is a name",
      { measures: { constructor: ["count"], toString: ["count"] } },
      [item({}, { constructor: 5, toString: 5 })],
    ],
  ] as const) {
    row(guarantee, aggregate(body), { status: 200, data: { items, truncated: false }, headers: { etag: null } });
  }

  it("returns a sum that no JSON number can hold as text", async () => {
    const largest = Number.MAX_SAFE_INTEGER;
    for (const number of [1, 2])
      await acme.create("ada", "samples", { name: `Large ${number}`, text: "large", integer: largest, number: 1e308 });
    const measures = { i: ["sum", "integer"], n: ["sum", "number"], x: ["max", "integer"], a: ["avg", "number"] };
    const answer = await acme.call("rea", aggregate({ where: ["text", "eq", "large"], measures }));
    const [found] = dataOf<Aggregate>(answer).items;
    expect(found).toEqual({ group: {}, i: "18014398509481982", n: `2${"0".repeat(308)}`, x: largest, a: 1e308 });
    for (const { id } of (await acme.page("ada", `${recordsPath("samples")}?search=large`)).items)
      await acme.remove("ada", `${recordsPath("samples")}/${id}`);
  });

  it("more than 1,000 groups are cut, and the response says so", async () => {
    const { text: token } = await acme.issue("ada");
    const create = (number: number) =>
      send(acme.origin, post(recordsPath("notes"), { data: { title: `Note ${number}` } }, { token }));
    for (let from = 0; from <= 1_000; from += 50)
      await Promise.all(Array.from({ length: 50 }, (_, index) => create(from + index)));
    const { items, truncated } = dataOf<Aggregate>(
      await acme.call("rea", aggregate({ groupBy: ["title"], measures: count }, "notes")),
    );
    expect([items.length, truncated, items[0]]).toEqual([1_000, true, { group: { title: "Note 0" }, n: 1 }]);
  });
});

describe("200: what is out of sight does not count", () => {
  row("records beyond the row scope", {
    request: { ...aggregate({ groupBy: ["city"], measures: count }, "accounts"), as: "sen" },
    expect: { status: 200, data: { items: [item({ city: "Oslo" }, { n: 1 })], truncated: false } },
  });

  for (const body of [
    { groupBy: ["hidden"], measures: count },
    { measures: { n: ["count", "hidden"] } },
    { measures: { n: ["sum", "__proto__"] } },
  ]) {
    row(`fields that cannot be queried are refused in one way: ${JSON.stringify(body)}`, {
      request: aggregate(body),
      expect: { status: 400, code: "FIELD_NOT_QUERYABLE" },
      after: (answer) =>
        expect(errorOf(answer).message).toMatch(/is not a field that this token can (?:group|measure|filter)/),
    });
  }
});

describe("refused", () => {
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`n${index}`, ["count"]]));
  for (const body of [
    {},
    { measures: {} },
    { measures: many },
    { measures: { group: ["count"] } },
    { measures: count, groupBy: ["select", "boolean", "integer"] },
    { measures: count, groupBy: ["year", "month"].map((by) => ({ field: "date", by })) },
    { measures: count, groupBy: [{ field: "date", by: "hour" }] },
    { measures: count, groupBy: [{ field: "date", by: "month", more: 1 }] },
  ]) {
    row(JSON.stringify(body).slice(0, 120), aggregate(body), "400 INVALID_BODY");
  }

  row("a measure called __proto__", {
    request: { ...aggregate(undefined), body: '{"measures": {"__proto__": ["count"]}}' },
    expect: { status: 400, code: "INVALID_BODY" },
  });

  row("a query string", {
    request: { ...aggregate({ measures: count }), path: `${recordsPath("samples")}/aggregate?limit=1` },
    expect: { status: 400, code: "INVALID_FILTERS" },
  });

  row("a token without list", { ...aggregate({ measures: count }), as: "cleo" }, "403 PERMISSION_DENIED");
});
