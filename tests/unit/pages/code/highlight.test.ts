/** Code in colours: the text stays what it was, and its parts are told apart. */
import { describe, expect, it } from "vitest";
import { breakable, type CodeLanguage, highlight } from "@/components/code/highlight";

const coloured = (code: string, language: CodeLanguage) =>
  highlight(code, language).flatMap(({ kind, text }) => (kind === null ? [] : [`${kind}: ${text}`]));

describe("colours", () => {
  it("of a command", () => {
    expect(
      coloured("# read\ncurl -X POST 'https://a/b' \\\n  -H \"Bearer $PUBLIC_RECORDS_TOKEN\" --data $BODY", "curl"),
    ).toEqual([
      "comment: # read",
      "keyword: curl",
      "option: -X",
      "string: 'https://a/b'",
      "option: -H",
      'string: "Bearer $PUBLIC_RECORDS_TOKEN"',
      "option: --data",
      "name: $BODY",
    ]);
  });

  it("of JavaScript, in which an address is no comment", () => {
    expect(coloured('const a = await f("https://a"); // b\nreturn 1_000;', "javascript")).toEqual([
      "keyword: const",
      "keyword: await",
      'string: "https://a"',
      "comment: // b",
      "keyword: return",
      "number: 1_000",
    ]);
  });

  it("of Python", () => {
    expect(coloured('import os\nif not f"{a}": # b\n    x = None', "python")).toEqual([
      "keyword: import",
      "keyword: if",
      "keyword: not",
      'string: f"{a}"',
      "comment: # b",
      "keyword: None",
    ]);
  });

  it("of JSON, in which a name is no value", () => {
    expect(coloured('{"a": "b", "c": [-1.5e3, true, null]}', "json")).toEqual([
      'name: "a"',
      'string: "b"',
      'name: "c"',
      "number: -1.5e3",
      "keyword: true",
      "keyword: null",
    ]);
  });

  it.each(["curl", "javascript", "python", "json", "http"] as const)("lose nothing of any text: %s", (language) => {
    const code = '\'"`\\ $x ${ # // /* \n GET /a "\\" \'b\n\t… {"a":1';
    expect(
      highlight(code, language)
        .map(({ text }) => text)
        .join(""),
    ).toBe(code);
  });
});

it("a long address can break behind its parts, and before its query", () => {
  expect(breakable("'https://a.example/api/v1/entities/x?limit=1&sort=id'")).toEqual([
    "'https://a.example/",
    "api/",
    "v1/",
    "entities/",
    "x",
    "?limit=1",
    "&sort=id'",
  ]);
});
