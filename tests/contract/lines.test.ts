/** The lines of a file, as the command line reads a dump and the client a copy: only a line feed ends one, on every Node. */
import { describe, expect, it } from "vitest";
import { linesOf as ofCopies } from "@/packages/client/src/command-line/lines";
import { linesOf as ofDumps } from "@/server/cli/lines";

async function* pieces(...texts: string[]) {
  yield* texts;
}
const collect = async (lines: AsyncIterable<string>) => {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
};

describe.each([
  ["dumps", ofDumps],
  ["copies", ofCopies],
])("the lines of %s", (_, linesOf) => {
  it.each([
    ["nothing", [], []],
    ["one line that ends", ["a\n"], ["a"]],
    ["one that does not end", ["a\nb"], ["a", "b"]],
    ["lines across pieces", ["a", "b\nc", "", "d\n", "e\n"], ["ab", "cd", "e"]],
    ["an end that comes by itself", ["a", "\n", "b\n"], ["a", "b"]],
    ["an empty line", ["a\n\nb\n"], ["a", "", "b"]],
    [
      "characters that other readers end lines at",
      ["a\u2028b\u2029c\u0085d\re\vf\n"],
      ["a\u2028b\u2029c\u0085d\re\vf"],
    ],
  ])("%s", async (_, texts, lines) => {
    expect(await collect(linesOf(pieces(...texts)))).toEqual(lines);
  });
});
