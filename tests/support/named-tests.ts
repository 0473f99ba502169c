/**
 * Tables of documents that say which test holds something: `path/of.test.ts`, "part of its name", below `tests/`. Whether
 * these are there is for the caller to ask.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** `row`: the first cell, to tell rows apart. */
export type Naming = { row: string; file: string; names: string[] };

/** The cells of every row but headings and the lines under them. */
export function tableRows(document: string, heading: RegExp): string[][] {
  return readFileSync(document, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !heading.test(line))
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| |\s*\|$/g, "")));
}

/** From the last cell of each row. */
export function namingsIn(rows: string[][]): Naming[] {
  return rows.flatMap((cells): Naming[] => {
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
