/** docs/security.md names a test for each promise: those tests are there, under those names. */
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

type Naming = { row: string; file: string; names: string[] };

const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| \| (?:Attack|Fault|Race) \|/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| |\s*\|$/g, "")));

const namings = rows.flatMap((cells): Naming[] => {
  const [row = ""] = cells;
  const held = cells.at(-1) ?? "";
  return [...held.matchAll(/`([^`]+)`((?:, "[^"]+")*)/g)].flatMap(([, files = "", quoted = ""]) =>
    spread(files).map((file) => ({
      row,
      file: path.join("tests", file),
      names: [...quoted.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name),
    })),
  );
});

describe("docs/security.md", () => {
  it("has rows, each with what holds it or why nothing does", () => {
    expect(rows.length).toBeGreaterThan(80);
    for (const cells of rows) expect(cells, cells.join(" | ")).toHaveLength(4);
    expect(namings.length).toBeGreaterThan(80);
  });

  it.each(namings)("$row: $file is there, with $names", ({ file, names }) => {
    expect(existsSync(file)).toBe(true);
    if (statSync(file).isDirectory()) return;
    const source = readFileSync(file, "utf8");
    expect(names.filter((name) => !source.includes(name))).toEqual([]);
  });
});

/** `a/{b,c}.test.ts` → both files. */
function spread(files: string): string[] {
  const [, before = "", list, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(files) ?? [];
  return list === undefined ? [files] : list.split(",").map((name) => before + name + after);
}
