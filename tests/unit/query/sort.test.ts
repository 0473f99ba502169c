/** Orders as callers write them, in a query string and in a body (spec: List, Query; contract § 6). */
import { describe, expect, it } from "vitest";
import type { JsonValue } from "@/lib/model";
import { DEFAULT_SORT, parseSortList, parseSortText, RELEVANCE, requireSearched } from "@/lib/query/page/sort";
import { codeOf, refusalOf } from "../refusal";

describe("the order by relevance", () => {
  it("is one word, in a query string and in a body", () => {
    expect([parseSortText("relevance"), parseSortList("relevance")]).toEqual([RELEVANCE, RELEVANCE]);
  });

  it("needs a word to search for, and no other order does", () => {
    expect(codeOf(() => requireSearched(RELEVANCE, []))).toBe("INVALID_SORT");
    requireSearched(RELEVANCE, ["word"]);
    requireSearched(DEFAULT_SORT, []);
    requireSearched(DEFAULT_SORT, ["word"]);
  });
});

describe("sort in a query string", () => {
  it("is a list of field:direction", () => {
    expect(parseSortText("amount:desc,title:asc")).toEqual([
      { field: "amount", direction: "desc" },
      { field: "title", direction: "asc" },
    ]);
  });

  it("has at most 5 fields", () => {
    expect(parseSortText("a:asc,b:asc,c:asc,d:asc,e:asc")).toHaveLength(5);
    expect(codeOf(() => parseSortText("a:asc,b:asc,c:asc,d:asc,e:asc,f:asc"))).toBe("INVALID_SORT");
  });

  it.each(["", "a", "a:", ":asc", "a:asc:x", "a:asc,", "a :asc ", "a:asc,a:desc", "a;asc", "a:asc, b:desc", " a:asc"])(
    "%j is refused",
    (text) => {
      expect(codeOf(() => parseSortText(text))).toBe("INVALID_SORT");
    },
  );

  it("is not read to the end if it is far too long", () => {
    expect(codeOf(() => parseSortText("a:asc,".repeat(100_000)))).toBe("INVALID_SORT");
  });
});

describe("sort in a body", () => {
  it("is a list of objects", () => {
    expect(parseSortList([{ field: "a", direction: "desc" }])).toEqual([{ field: "a", direction: "desc" }]);
  });

  it.each<[JsonValue]>([
    [null],
    [{ field: "a", direction: "asc" }],
    [[]],
    [[null]],
    [[["a", "asc"]]],
    [[{ field: "a" }]],
    [[{ field: "", direction: "asc" }]],
    [[{ field: 1, direction: "asc" }]],
    [[{ field: "a", direction: "up" }]],
    [[{ field: "a", direction: "__proto__" }]],
    [[{ field: "a", direction: "asc", nulls: "first" }]],
    [
      [
        { field: "a", direction: "asc" },
        { field: "a", direction: "desc" },
      ],
    ],
    [["a", "b", "c", "d", "e", "f"].map((field) => ({ field, direction: "asc" }))],
  ])("%j is refused", (value) => {
    expect(codeOf(() => parseSortList(value))).toBe("INVALID_SORT");
  });
});

describe("a refusal", () => {
  it.each([
    ["created", "created:asc"],
    ["+created", "created:asc"],
    ["-created", "created:desc"],
    ["created desc", "created:desc"],
    ["created:-1", "created:desc"],
    ["desc:created", "created:desc"],
    ["desc", "desc:asc"],
  ])("of %j says how it is written here: %s", (text, written) => {
    const form = "sort is a comma-separated list of field:asc or field:desc";
    expect(refusalOf(() => parseSortText(text)).message).toBe(`sort[0]: ${form}. Write "${written}".`);
  });

  it("of an unfamiliar spelling suggests nothing", () => {
    expect(refusalOf(() => parseSortText("a!b")).message).not.toContain("Write");
  });

  it("in a body says it as a list", () => {
    const write = 'Write [{"field": "created", "direction": "desc"}].';
    expect(refusalOf(() => parseSortList("-created,name")).message).toContain(write);
    expect(refusalOf(() => parseSortList(["-created"])).message).toContain(write);
    expect(refusalOf(() => parseSortList(7)).message).not.toContain("Write");
  });

  it("names the field that appears twice, and its place", () => {
    expect(refusalOf(() => parseSortText("a:asc,b:asc,b:desc")).message).toBe('sort[2]: "b" is named twice.');
  });
});
