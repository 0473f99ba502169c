/** List queries as callers write them: both forms become the same one (spec: List, Query; contract §§ 6, 8). */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/model";
import { parseJson } from "@/lib/public-api/input/body";
import { parseListQuery, parseQueryBody } from "@/lib/public-api/input/list-query";
import { parseIdempotencyKey } from "@/lib/public-api/input/parameters";
import { parseQueryString } from "@/lib/public-api/input/query-string";
import { codeOf } from "../../refusal";

/** As it arrives. */
function fromBody(body: JsonObject | string) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return parseQueryBody(parseJson(Buffer.from(text)) as JsonObject);
}
const fromText = (text: string) => parseListQuery(parseQueryString(text));
const DEFAULTS = {
  where: null,
  sort: [{ field: "created", direction: "desc" }],
  words: [],
  limit: 100,
  cursor: null,
  fields: null,
  expand: [],
};

describe("a query string", () => {
  it("requests the newest hundred if it is empty, or has no known parameter", () => {
    expect(fromText("")).toEqual(DEFAULTS);
    expect(fromText("where=x&page=2&LIMIT=1&_rsc=1")).toEqual(DEFAULTS);
  });

  it("says the same as a body", () => {
    const body = {
      sort: [{ field: "a", direction: "asc" }],
      search: " Ada L ",
      limit: 7,
      cursor: "c",
      fields: ["a", "b"],
      expand: ["c", "d"],
    };
    expect(fromText("sort=a:asc&search=+Ada%20L+&limit=7&cursor=c&fields=a,b&expand=c,d")).toEqual(fromBody(body));
  });

  it.each<[code: string, texts: string[]]>([
    [
      "INVALID_LIMIT",
      ["", "0", "-1", "501", "1e2", "10.0", "+10", "007", "%D9%A1%D9%A0", "10&limit=10", "%ff", "NaN"].map(
        (text) => `limit=${text}`,
      ),
    ],
    ["INVALID_SORT", ["sort=", "sort=a", "sort=a:asc&sort=b:asc", "sort=%ff"]],
    ["INVALID_CURSOR", ["cursor=", "cursor=a&cursor=b", "cursor=%ff"]],
    ["INVALID_FILTERS", [`search=${"a".repeat(201)}`, "search=a&search=b", "search=%ff", "search=%00"]],
    [
      "FIELD_NOT_QUERYABLE",
      ["fields=", "fields=a,", "fields=,a", "fields=a&fields=b", "fields=%ff", "expand=", "expand=a&expand=b"],
    ],
    ["INVALID_FILTERS", ["expand=a,b,c,d"]],
  ])("is refused with %s", (code, texts) => {
    expect(texts.map((text) => [text, codeOf(() => fromText(text))])).toEqual(texts.map((text) => [text, code]));
  });
});

describe("a body", () => {
  it("may have members that are null, which count as absent", () => {
    expect(fromBody({})).toEqual(DEFAULTS);
    const empty = { where: null, sort: null, limit: null, cursor: null, search: null, fields: null, expand: null };
    expect(fromBody(empty)).toEqual(DEFAULTS);
    expect(codeOf(() => fromBody({ were: null }))).toBe("INVALID_BODY");
  });

  it("may say its limit anywhere, whatever other numbers there are", () => {
    expect(fromBody('{"where":["a","in",[1e2,1.0]],"limit":10,"sort":[{"field":"a","direction":"asc"}]}').limit).toBe(
      10,
    );
    expect(fromBody('{"\\u006cimit" : 500}').limit).toBe(500);
  });

  it.each([
    ["1e2", 100],
    ["1.0e1", 10],
  ])("may write its limit as any JSON number: %s", (literal, limit) => {
    expect(fromBody(`{"limit":${literal}}`).limit).toBe(limit);
  });

  it.each(["-0", "-5", "1.5", "501.0", "1e3"])("does not accept %s as a limit", (literal) => {
    expect(codeOf(() => fromBody(`{"limit":${literal}}`))).toBe("INVALID_LIMIT");
  });

  it.each<[code: string, bodies: JsonObject[]]>([
    ["INVALID_LIMIT", ["10", 0, -1, 501, 10.5, 1e308, true, [], {}].map((limit) => ({ limit }))],
    ["INVALID_SORT", ["a:asc", []].map((sort) => ({ sort }))],
    ["INVALID_CURSOR", ["", 1, []].map((cursor) => ({ cursor }))],
    ["INVALID_FILTERS", [{ search: 1 }, { where: {} }, { where: { not: null } }]],
    ["FIELD_NOT_QUERYABLE", ["a", [], [""], [1], {}].map((fields) => ({ fields }))],
    ["FIELD_NOT_QUERYABLE", ["a", [], [""], [1], {}].map((expand) => ({ expand }))],
    ["INVALID_FILTERS", [{ expand: ["a", "b", "c", "d"] }]],
    [
      "INVALID_BODY",
      [{ were: [] }, { Where: ["a", "eq", 1] }, { limit: 1, offset: 1 }, JSON.parse('{"__proto__": 1}')],
    ],
  ])("is refused with %s", (code, bodies) => {
    expect(bodies.map((body) => [body, codeOf(() => fromBody(body))])).toEqual(bodies.map((body) => [body, code]));
  });
});

describe("an Idempotency-Key", () => {
  it.each(["a", "!~", "x".repeat(255)])("may be %.20s", (key) => {
    expect(parseIdempotencyKey(key)).toBe(key);
  });

  it("may be absent", () => {
    expect(parseIdempotencyKey(null)).toBeNull();
  });

  it.each(["", " ", "a b", "a, b", "é", "a\n", "a\t", "x".repeat(256)])("may not be %.20j", (key) => {
    expect(codeOf(() => parseIdempotencyKey(key))).toBe("INVALID_BODY");
  });
});
