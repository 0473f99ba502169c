/** Query strings, decoded strictly. */
import { expect, it } from "vitest";
import { parseQueryString } from "@/lib/public-api/input/query-string";

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
])("a query string %j is read", (text, parameters) => {
  expect([...parseQueryString(text)]).toEqual(parameters);
});
