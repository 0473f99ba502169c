/** Code in colours: the text stays what it was, and its parts are told apart. */
import { describe, expect, it } from "vitest";
import { type CodeLanguage, highlight } from "@/components/code/highlight";

const coloured = (code: string, language: CodeLanguage) =>
  highlight(code, language).flatMap(({ kind, text }) => (kind === null ? [] : [`${kind}: ${text}`]));

describe("colours", () => {
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

  it.each(["curl", "javascript", "python", "json", "http"] as const)("lose nothing of any text: %s", (language) => {
    const code = '\'"`\\ $x ${ # // /* \n GET /a "\\" \'b\n\t… {"a":1';
    expect(
      highlight(code, language)
        .map(({ text }) => text)
        .join(""),
    ).toBe(code);
  });
});
