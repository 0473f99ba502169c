/** Where text stops being JSON, and what is said of it (contract § 7). */
import { describe, expect, it } from "vitest";
import { locateFault } from "@/lib/json/json-fault";

describe("a fault", () => {
  it.each<[text: string, line: number, column: number, hint: RegExp]>([
    ['{"a": 1,}', 1, 9, /leave the comma out/],
    ["{'a': 1}", 1, 2, /double quotes/],
    ["{a: 1}", 1, 2, /key in double quotes/],
    ['{"a": NaN}', 1, 7, /NaN/],
    ['{"a": True}', 1, 7, /lower case/],
    ['{"a": lead}', 1, 7, /text is written in double quotes/],
    ['{"a": 01}', 1, 7, /no leading zero/],
    ['{"a": .5}', 1, 7, /begins with a digit/],
    ['{"a": 1,5}', 1, 9, /plainly/],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, /comma/],
    ['{"a" 1}', 1, 6, /colon/],
    ['{"a": "say "hi""}', 1, 13, /quote inside a string/],
    ['{"a": "b\nc"}', 1, 9, /line break/],
    ['{"a": "C:\\dir"}', 1, 10, /backslash/],
    ['{"a": 1', 1, 8, /too early/],
    ['{"a": [1}', 1, 9, /closing bracket/],
    ['{"a": 1}{"b": 2}', 1, 9, /one JSON document/],
    ['// note\n{"a": 1}', 1, 1, /comments/],
    ["title=x&stage=lead", 1, 1, /form/],
    ['{"a": {{name}}}', 1, 8, /template/],
    ['{"a":\u00a01}', 1, 6, /no ordinary space/],
    ["[object Object]", 1, 2, /JSON.stringify/],
    ['\ufeff{"a": 1}', 1, 1, /byte-order mark/],
    ["", 1, 1, /too early/],
  ])("of %j is at line %i, column %i", (text, line, column, hint) => {
    expect(() => JSON.parse(text)).toThrow();
    const fault = locateFault(text);
    expect([fault?.line, fault?.column]).toEqual([line, column]);
    expect(fault?.hint).toMatch(hint);
  });

  it.each(["{}", "[]", " null ", '"a"', "-0.5e+3", '{"a": [1, {"b": "\\u00e9\\n"}], "c": true}', '"\u2028"'])(
    "is not found in %j",
    (text) => {
      expect(() => JSON.parse(text)).not.toThrow();
      expect(locateFault(text)).toBeNull();
    },
  );
});

const fillers = ["a", "[", '"', "\\", '{"a":', "1,", "\n", " ", "é"];
it.each(fillers)("a body of 1 MiB full of %j is read through once", (filler) => {
  const text = `["${filler.repeat(Math.floor(1_000_000 / filler.length))}`;
  // Measures processor time, because other processes can run in between.
  const before = process.cpuUsage();
  locateFault(text);
  locateFault(text.slice(2));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1_000);
});
