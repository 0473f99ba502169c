/** Query strings, decoded strictly. */
import { describe, expect, it } from "vitest";
import { parseQueryString, singleValue } from "@/lib/public-api/input/query-string";
import { codeOf } from "../../refusal";

describe("a query string", () => {
  it.each<[string, [string, (string | null)[]][]]>([
    ["", []],
    ["a=1", [["a", ["1"]]]],
    [
      "a=1&b=2&a=3",
      [
        ["a", ["1", "3"]],
        ["b", ["2"]],
      ],
    ],
    ["a", [["a", [""]]]],
    ["a=b=c", [["a", ["b=c"]]]],
    ["a=x+y%20z%2B", [["a", ["x y z+"]]]],
    ["a%62=%C3%A9", [["ab", ["é"]]]],
    ["a=%ff", [["a", [null]]]],
    [
      "%ff=1&b=2",
      [
        ["%ff", ["1"]],
        ["b", ["2"]],
      ],
    ],
    ["&a=1&&", [["a", ["1"]]]],
    ["__proto__=1", [["__proto__", ["1"]]]],
  ])("%j is read", (text, parameters) => {
    expect([...parseQueryString(text)]).toEqual(parameters);
  });
});

describe("a single value", () => {
  const query = parseQueryString("one=1&two=1&two=2&bad=%ff&empty=");

  it("is null where it is absent, and empty where it is empty", () => {
    expect([singleValue(query, "none", "INVALID_LIMIT"), singleValue(query, "empty", "INVALID_LIMIT")]).toEqual([
      null,
      "",
    ]);
    expect(singleValue(query, "one", "INVALID_LIMIT")).toBe("1");
    expect(singleValue(query, "constructor", "INVALID_LIMIT")).toBeNull();
  });

  it.each(["two", "bad"])("is refused with its parameter's code: %s", (name) => {
    expect(codeOf(() => singleValue(query, name, "INVALID_LIMIT"))).toBe("INVALID_LIMIT");
    expect(codeOf(() => singleValue(query, name, "INVALID_SORT"))).toBe("INVALID_SORT");
  });
});
