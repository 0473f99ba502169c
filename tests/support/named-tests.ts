/** Lists in documents that say which test holds a promise: `- promise. `path/of.test.ts`, "part of its name"`, below `tests/`. */
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

export type Naming = { promise: string; file: string; names: string[] };

/** A file or folder of tests, as against other code in a promise. */
const NAMED = /`((?:api|contract|e2e|resilience|support|unit)\/[^`]*)`((?:, "[^"]+")*)/g;

/** The items below a heading of the document. */
export function itemsBelow(heading: string, document: string): string[] {
  const [, below = ""] = readFileSync(document, "utf8").split(`\n${heading}\n`);
  return below.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
}

export function namingsIn(item: string): Naming[] {
  const [promise = ""] = item.split(NAMED);
  return [...item.matchAll(NAMED)].flatMap(([, files = "", quoted = ""]) =>
    spread(files).map((file) => ({
      promise: promise.trim(),
      file: path.join("tests", file),
      names: [...quoted.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name),
    })),
  );
}

/** What of it is not there; nothing where all is. */
export function missingOf({ file, names }: Naming): string[] {
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
