/** POST /entities/:entityKey/records/query (spec: Query; contract § 6). */
import { expect } from "vitest";
import { type Answer, post } from "../support/http";
import { dataOf, openOrganization, type Page, recordsPath } from "../support/organization";
import { rowsOf } from "../support/scenario";
import { envelope } from "../support/views";

const acme = await openOrganization();
const row = rowsOf(acme);
const QUERY = `${recordsPath("samples")}/query`;
const query = (json: unknown) => ({ method: "POST", path: QUERY, as: "rea" as const, json });
const names = (answer: Answer) =>
  dataOf<Page>(answer)
    .items.map((item) => item.data.name)
    .sort();

await acme.create("ada", "samples", {
  name: "Alpha",
  text: "Alpha one",
  integer: 1,
  boolean: true,
  datetime: "2024-01-31T10:00:00.000Z",
  select: "a",
  multiselect: ["red"],
});
await acme.create("ada", "samples", {
  name: "Beta",
  text: "50% off_now\\x",
  integer: 2,
  boolean: false,
  select: "b",
  multiselect: ["red", "green"],
});
await acme.create("ada", "samples", { name: "Gamma", text: "alpha TWO", integer: 3, boolean: true, select: "a" });
/** Every optional field is empty. */
await acme.create("ada", "samples", { name: "Delta", level: null });

for (const [guarantee, where, expected] of [
  ["neq includes the empty ones", ["text", "neq", "Alpha one"], ["Beta", "Delta", "Gamma"]],
  ["contains ignores the case", ["text", "contains", "ALPHA"], ["Alpha", "Gamma"]],
  ["contains takes a per cent sign literally", ["text", "contains", "0% o"], ["Beta"]],
  ["contains does not take an underscore as a wildcard", ["text", "contains", "A_pha"], []],
  ["ends_with takes a backslash literally", ["text", "ends_with", "\\x"], ["Beta"]],
  ["a moment may be given with any offset", ["datetime", "eq", "2024-01-31T12:00:00+02:00"], ["Alpha"]],
  ["all_of on a multi-select", ["multiselect", "all_of", ["red", "green"]], ["Beta"]],
  ["not is two-valued: it finds the empty ones too", { not: ["select", "eq", "a"] }, ["Beta", "Delta"]],
] as const) {
  row(guarantee, query({ where }), 200, (answer) => expect(names(answer)).toEqual(expected));
}

row("eq minds the Unicode form", {
  given: () => acme.create("ada", "vault", { name: "Cafe\u0301", pin: "1" }),
  request: post(`${recordsPath("vault")}/query`, { where: ["name", "eq", "Caf\u00e9"] }, { as: "rea" }),
  expect: { status: 200, data: { items: [], nextCursor: null } },
});

row("limit, where, search and fields work together", {
  request: query({
    where: ["select", "eq", "a"],
    search: "alpha",
    fields: ["name"],
    limit: 1,
    sort: [{ field: "name", direction: "asc" }],
  }),
  expect: { status: 200, data: { items: [envelope("samples", { name: "Alpha" })], nextCursor: expect.any(String) } },
});

row("an or at the top does not reach outside the owner's scope", {
  given: async () => {
    await acme.create("ada", "notes", { title: "red", team: "red" });
    await acme.create("ada", "notes", { title: "blue", team: "blue" });
  },
  request: post(
    `${recordsPath("notes")}/query`,
    {
      where: {
        or: [
          ["title", "is_null", false],
          ["title", "eq", "blue"],
        ],
      },
    },
    { as: "red" },
  ),
  expect: { status: 200 },
  after: (answer) => expect(dataOf<Page>(answer).items.map((item) => item.data.title)).toEqual(["red"]),
});

row("where: a text with a NUL is refused", query({ where: ["text", "eq", "a\u0000b"] }), "400 INVALID_BODY");

row("a filter 100,000 levels deep is refused at once", {
  request: {
    method: "POST",
    path: QUERY,
    as: "rea",
    body: `{"where":${'{"not":'.repeat(100_000)}["integer","eq",1]${"}".repeat(100_000)}}`,
  },
  expect: { status: 400, code: "INVALID_BODY" },
});

row("the field of the caller's own row scope stays hidden", {
  request: post(`${recordsPath("notes")}/query`, { where: ["team", "eq", "red"] }, { as: "red" }),
  expect: { status: 400, code: "FIELD_NOT_QUERYABLE" },
});
