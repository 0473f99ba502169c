/** How large the product is: lines by room, of the tests and of what a request reaches, types included; words of documents; entries at the top. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { importsOfFolder } from "./source-imports";

export type Size = Record<string, number>;

const CODE = /(?<!\.d)\.tsx?$/;
const ENTRIES = ["lib/public-api/handle-request.ts", "lib/records/update.ts", "lib/webhooks/deliver.ts"];

export function measureSize(): Size {
  const options = { encoding: "utf8", maxBuffer: 1 << 26 } as const;
  const listed = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"],
    options,
  );
  const deleted = new Set(execFileSync("git", ["ls-files", "--deleted"], options).split("\n"));
  const files = listed.split("\n").filter((file) => file !== "" && !deleted.has(file));
  const size: Size = { top: new Set(files.map((file) => file.split("/")[0])).size };
  for (const file of files) {
    if (file.endsWith(".md")) add(size, "words", readFileSync(file, "utf8").split(/\s+/).filter(Boolean).length);
    else if (CODE.test(file) && !file.startsWith("scripts/")) {
      const lines = linesOf(file);
      add(size, roomOf(file), lines);
      if (!file.startsWith("tests/")) add(size, "product", lines);
    }
  }
  const imports = importsOfFolder("lib");
  for (const entry of ENTRIES) {
    const loaded = new Set([entry]);
    for (const file of loaded)
      for (const { from, to } of imports) if (from === file && to.startsWith("lib/")) loaded.add(to);
    size[`${entry} reaches files`] = loaded.size;
    size[`${entry} reaches lines`] = [...loaded].reduce((sum, file) => sum + linesOf(file), 0);
  }
  return size;
}

function roomOf(file: string): string {
  const [top = "", second = "", ...rest] = file.split("/");
  if (top === "lib" || top === "packages") return rest.length === 0 ? `${top} (own files)` : `${top}/${second}`;
  return second === "" ? "(root)" : top;
}

function add(size: Size, name: string, amount: number): void {
  size[name] = (size[name] ?? 0) + amount;
}

function linesOf(file: string): number {
  return readFileSync(file, "utf8").split("\n").length - 1;
}
