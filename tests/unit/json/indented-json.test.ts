import { describe, expect, it } from "vitest";
import { indentJson } from "@/lib/json/indented-json";

it.each([
  ["{}", "{}"],
  ["[]", "[]"],
  ['{"a":{}}', '{\n  "a": {}\n}'],
  ['{"a":[1,2],"b":null}', '{\n  "a": [\n    1,\n    2\n  ],\n  "b": null\n}'],
  ['"a,b:{}[]\\"c"', '"a,b:{}[]\\"c"'],
  [' { "a" : 1 } ', '{\n  "a": 1\n}'],
])("%s", (text, indented) => {
  expect(indentJson(text)).toBe(indented);
});

describe("a text", () => {
  it("keeps numbers as they are written", () => {
    expect(indentJson("[12345678901234567890,1.10,1e400]")).toBe("[\n  12345678901234567890,\n  1.10,\n  1e400\n]");
  });

  it("that is cut short is shown as far as it goes", () => {
    expect(indentJson('{"a":"bc')).toBe('{\n  "a": "bc');
    expect(indentJson("]]}}1")).toContain("1");
  });

  it("shows marks that would turn or hide it, and is the same JSON", () => {
    const text = JSON.stringify({ a: "\u202Egnp.exe\u200B" });
    expect(indentJson(text)).toBe('{\n  "a": "\\u202egnp.exe\\u200b"\n}');
    expect(JSON.parse(indentJson(text))).toEqual(JSON.parse(text));
  });
});
