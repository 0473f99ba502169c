/** Comments cite the specification by chapter and point: those are there to be looked up. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const FOLDERS = ["app", "lib", "scripts", "server", "tests"];
const SOURCES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
    .map((name) => path.join(folder, name)),
);

/** Chapter → what it holds, as text. */
const chapters = new Map(
  readFileSync("docs/specification.md", "utf8")
    .split(/^#{2,3} /m)
    .slice(1)
    .map((chapter): [string, string] => [chapter.slice(0, chapter.indexOf("\n")), chapter]),
);

const citations = SOURCES.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/\(spec: ([^)]*)\)/g)].flatMap(([, cited = ""]) =>
    cited
      .split(";")
      .filter((part) => !/contract|docs\/|RFC/.test(part))
      .flatMap((part) => part.replace(/\s*\n\s*\*\s*/g, " ").split(/,| and /))
      .map((part) => ({ file, cited: part.trim() })),
  ),
);

it("chapters that are cited are in docs/specification.md", () => {
  expect(citations.length).toBeGreaterThan(50);
  const named = citations.filter(
    ({ cited }) => /^[A-Z]/.test(cited) && !/^(?:Requests|Authentication attempts)$/.test(cited),
  );
  expect(named.filter(({ cited }) => !chapters.has(cited))).toEqual([]);
});

it("points and statuses that are cited are in it", () => {
  const text = [...chapters.values()].join("\n");
  const numbers = citations.map(({ cited }) => cited).filter((cited) => /^\d+$/.test(cited));
  const missing = numbers.filter((number) => !text.includes(`\n${number}. `) && !text.includes(`\n- ${number}: `));
  expect(missing).toEqual([]);
});
