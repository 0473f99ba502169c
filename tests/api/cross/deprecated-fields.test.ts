/** `Deprecation` and `Sunset` (contract § 9): with which responses they come, and that they reveal no hidden field. */
import { describe, expect, it } from "vitest";
import { type Call, send } from "../../support/http";
import { dataOf, openOrganization, recordsPath } from "../../support/organization";
import { type MemberName, organizationFile } from "../../support/organization-file";
import { type Expectation, type RowRequest, rowsOf } from "../../support/scenario";

const acme = await openOrganization();
const file = structuredClone(organizationFile(acme.key));

function field(entity: string, key: string) {
  const found = file.entities.find((each) => each.key === entity)?.fields.find((each) => each.key === key);
  if (found === undefined) throw new Error(`There is no field ${key} of ${entity}`);
  return found;
}

field("accounts", "city").deprecated = { since: "2026-11-01", sunset: "2027-05-01", use: "secret" };
field("accounts", "secret").deprecated = { since: "2020-01-01", sunset: "2026-12-31" };
field("samples", "code").deprecated = { since: "2025-01-01", use: "text" };
field("vault", "pin").deprecated = { since: "2025-01-01" };
field("vault", "memo").deprecated = { since: "2020-01-01" };
field("notes", "team").deprecated = { since: "2024-01-01" };
file.entities
  .find(({ key }) => key === "samples")
  ?.fields.push({ key: "owner", type: "reference", entity: "accounts", readVerb: "readHidden" });
await acme.apply(file);

const row = rowsOf(acme);
const account = await acme.create("ada", "accounts", { name: "Fjord", city: "Oslo" });
await acme.create("ada", "samples", { name: "one", reference: account.id });

const PAGE = /^<http[^>]+\/docs\/contract#9-versioning>; rel="deprecation"; type="text\/html"$/;
const of = (status: number, since: string, sunset: string | null = null): Expectation => ({
  status,
  headers: { deprecation: since, sunset, link: PAGE },
});
const CITY = ["@1793491200", "Sat, 01 May 2027 00:00:00 GMT"] as const;
const NONE = { deprecation: null, sunset: null, link: null };
const without = (status: number): Expectation => ({ status, headers: NONE });

const post = (path: string, json: object): RowRequest => ({ method: "POST", path, json, as: "wim" });
const accounts = recordsPath("accounts");
const samples = recordsPath("samples");

describe("a response that has a deprecated field", () => {
  row("is a list of all fields", { request: { path: accounts, as: "wim" }, expect: of(200, ...CITY) });
  row("is a record", { request: { path: account.path, as: "wim" }, expect: of(200, ...CITY) });
  row("is a 304 of that record", {
    request: { path: account.path, as: "wim", headers: { "if-none-match": account.etag } },
    expect: of(304, ...CITY),
  });
  row("is an expanded record", { path: `${samples}?fields=reference&expand=reference`, as: "wim" }, of(200, ...CITY));
  row("is that of a create, whatever was given", post(accounts, { data: { name: "Glen" } }), of(201, ...CITY));
  row("is that of an update, whatever was given", {
    request: { method: "PATCH", path: account.path, as: "wim", json: { data: {} }, headers: { "if-match": "*" } },
    expect: of(200, ...CITY),
  });
  row("is the feed", { request: { path: "/entities/accounts/changes", as: "wim" }, expect: of(200, ...CITY) });
  row("is a batch that returns records", {
    request: post(`${accounts}/batch`, {
      operations: [{ op: "create", data: { name: "Moor" } }],
      return: "representation",
    }),
    expect: of(200, ...CITY),
  });
  row("has only the first of several dates", {
    request: { path: accounts, as: "ada" },
    expect: of(200, "@1577836800", "Thu, 31 Dec 2026 00:00:00 GMT"),
  });
  row("says so where only some records show the field, whichever are on the page", {
    request: { path: recordsPath("notes"), as: "par" },
    expect: of(200, "@1704067200"),
  });
});

describe("a request that names a deprecated field", () => {
  row("in its filter", {
    request: post(`${accounts}/query`, { fields: ["name"], where: { not: { or: [["city", "eq", "Rome"]] } } }),
    expect: of(200, ...CITY),
  });
  row("in a condition one reference away", {
    request: post(`${samples}/query`, { fields: ["name"], where: ["reference.city", "eq", "Oslo"] }),
    expect: of(200, ...CITY),
  });
  row("in an aggregate", {
    request: post(`${accounts}/aggregate`, { groupBy: ["city"], measures: { number: ["count"] } }),
    expect: of(200, ...CITY),
  });
  row("in a batch", {
    request: post(`${accounts}/batch`, { operations: [{ op: "create", data: { name: "Dale", city: "Rome" } }] }),
    expect: of(200, ...CITY),
  });
  row("that it must write and cannot read", {
    request: post(recordsPath("vault"), { data: { name: "safe", pin: "1" } }),
    expect: of(201, "@1735689600"),
  });
});

describe("no header", () => {
  const requests: [string, RowRequest][] = [
    ["a list of other fields", { path: `${accounts}?fields=name`, as: "wim" }],
    ["a filter by other fields", post(`${accounts}/query`, { fields: ["name"], where: ["name", "eq", "x"] })],
    ["a reference that is not expanded", { path: `${samples}?fields=reference`, as: "wim" }],
    ["a batch of other fields", post(`${accounts}/batch`, { operations: [{ op: "create", data: { name: "Tarn" } }] })],
    ["the description of the entity", { path: "/entities/accounts", as: "wim" }],
  ];
  for (const [name, request] of requests) row(`for ${name}`, { request, expect: without(200) });

  row("for a refusal", {
    request: { path: `${accounts}?sort=city:up`, as: "wim" },
    expect: { status: 400, code: "INVALID_SORT", headers: { deprecation: null, sunset: null } },
  });
});

describe("a hidden field that is deprecated", () => {
  row("shows in no header, also where it is written", {
    request: post(recordsPath("vault"), { data: { name: "box", pin: "1", memo: "m" } }),
    expect: of(201, "@1735689600"),
  });
  row("is one that the token is denied", {
    given: () => acme.issue("wim", { limits: { deniedFields: [{ entity: "accounts", fields: ["city"] }] } }),
    request: ({ text }) => ({ path: accounts, token: text }),
    expect: without(200),
  });
  row("is one of a record that a hidden reference points to, in an operation that is refused", {
    request: post(`${samples}/batch`, {
      atomic: false,
      operations: [{ op: "create", data: { name: "x", owner: { city: "Oslo" } } }],
    }),
    expect: without(200),
  });
});

describe("discovery", () => {
  const deprecationFor = async (as: MemberName, entity: string, key: string) => {
    const call: Call = { path: `/entities/${entity}`, token: acme.token(as) };
    const { fields } = dataOf<{ fields: Record<string, unknown>[] }>(await send(acme.origin, call));
    const { deprecated, deprecation } = fields.find((each) => each.key === key) ?? {};
    return { deprecated, deprecation };
  };

  it("says since when, until when, and what to use", async () => {
    expect(await deprecationFor("ada", "accounts", "city")).toEqual({
      deprecated: true,
      deprecation: { since: "2026-11-01", sunset: "2027-05-01", use: "secret" },
    });
    expect(await deprecationFor("wim", "accounts", "name")).toEqual({ deprecated: false, deprecation: null });
  });

  it("names no replacement that the caller cannot see", async () => {
    expect(await deprecationFor("wim", "accounts", "city")).toEqual({
      deprecated: true,
      deprecation: { since: "2026-11-01", sunset: "2027-05-01", use: null },
    });
  });

  it("is also marked in the document of the token", async () => {
    const { json } = await send(acme.origin, { path: "/openapi.json", token: acme.token("wim") });
    const { schemas } = (json as { components: { schemas: Record<string, Record<string, unknown>> } }).components;
    const deprecated = { deprecated: true, description: expect.stringContaining("Use text instead.") };
    expect(schemas.SamplesRecord).toMatchObject({ properties: { data: { properties: { code: deprecated } } } });
    for (const name of ["SamplesCreate", "SamplesUpdate"])
      expect(schemas[name]).toMatchObject({ properties: { code: deprecated } });
    expect(JSON.stringify(schemas.SamplesRecord).match(/"deprecated"/g)).toHaveLength(1);
  });
});
