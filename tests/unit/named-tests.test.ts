/**
 * docs/SECURITY.md names a test for each promise: those tests are there, under those names. An item of its list is
 * `- promise. `path/of.test.ts`, "part of its name"`, below `tests/`.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

type Naming = { promise: string; file: string; names: string[] };

/** A file or folder of tests, as against other code in a promise. */
const NAMED = /`((?:api|contract|e2e|resilience|support|unit)\/[^`]*)`((?:, "[^"]+")*)/g;

describe("docs/SECURITY.md", () => {
  const items = itemsBelow("## Attacks and faults, each with its test", "docs/SECURITY.md");

  it("names a test for each promise", () => {
    expect(items.length).toBeGreaterThan(150);
    expect(items.filter((item) => namingsIn(item).length === 0)).toEqual([]);
  });

  it.each(items.flatMap(namingsIn))("$promise $file is there, with $names", (naming) => {
    expect(missingOf(naming)).toEqual([]);
  });
});

/** The items below a heading of the document. */
function itemsBelow(heading: string, document: string): string[] {
  const [, below = ""] = readFileSync(document, "utf8").split(`\n${heading}\n`);
  return below.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
}

function namingsIn(item: string): Naming[] {
  const [promise = ""] = item.split(NAMED);
  return [...item.matchAll(NAMED)].flatMap(([, files = "", quoted = ""]) =>
    spread(files).map((file) => ({
      promise: promise.trim(),
      file: path.join("tests", file),
      names: [...quoted.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name),
    })),
  );
}

/** Returns the file, or the titles in it, that do not exist. */
function missingOf({ file, names }: Naming): string[] {
  if (!existsSync(file)) return [file];
  if (statSync(file).isDirectory()) return [];
  const source = readFileSync(file, "utf8");
  return names.filter((name) => !source.includes(name));
}

/** `a/{b,c}.test.ts` → both files. */
function spread(files: string): string[] {
  const [, before = "", list, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(files) ?? [];
  return list === undefined ? [files] : list.split(",").map((name) => before + name + after);
}
