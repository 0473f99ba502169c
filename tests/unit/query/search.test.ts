/** Free text as callers write it: words, folded (contract § 6). */
import { describe, expect, it } from "vitest";
import { parseSearch } from "@/lib/query/text";
import { codeOf } from "../refusal";

describe("a search", () => {
  it.each<[string, string[]]>([
    ["", []],
    ["  \t\n\u00a0", []],
    ["Ada", ["ada"]],
    ["  Ada   LOVELACE\t", ["ada", "lovelace"]],
    ["100% _\\", ["100%", "_\\"]],
    ["ÉTÉ İ", ["ete", "i"]],
    ["\u0301 a \u0308\u0301", ["a"]],
    ["\u0301", []],
    ["ΣΟΦΟΣ", ["σοφοσ"]],
  ])("%j is split into words", (text, words) => {
    expect(parseSearch(text)).toEqual(words);
  });

  it("has at most 200 characters, counted as people do, without the space around", () => {
    expect(parseSearch(` ${"😀".repeat(200)} `)).toEqual(["😀".repeat(200)]);
    expect(codeOf(() => parseSearch("😀".repeat(201)))).toBe("INVALID_FILTERS");
    expect(codeOf(() => parseSearch("a".repeat(201)))).toBe("INVALID_FILTERS");
  });
});
