/** What the documents say can be checked: scripts, variables, errors, files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ERROR_STATUS } from "@/lib/errors";
import { parseEnv } from "@/lib/process/env";
import { withDocumentation } from "@/lib/public-api/endpoints/documentation";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";

const PAGES = ["README.md", "packages/client/README.md", ...pagesOf("docs"), ...pagesOf("docs/decisions")];
const read = (file: string) => readFileSync(file, "utf8");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

describe("every page", () => {
  it.each(PAGES)("%s names scripts of package.json only", (page) => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = matches(read(page), /npm run (?:-s )?([a-z][a-z0-9:-]*)/g);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it.each(PAGES)("%s links to files and headings that are there", (page) => {
    const links = matches(read(page), /\]\(([^)\s]+)\)/g).filter((link) => !/^[a-z]+:/.test(link));
    const broken = links.filter((link) => {
      const [file = "", heading] = link.split("#");
      const target = file === "" ? page : path.join(path.dirname(page), file);
      return !existsSync(target) || (heading !== undefined && !headingsOf(target).includes(heading));
    });
    expect(broken).toEqual([]);
  });

  it.each(PAGES)("%s names files of the repository that are there", (page) => {
    const named = matches(
      read(page),
      /`((?:app|deploy|docs|lib|packages|prisma|scripts|server|tests)\/[\w./[\]-]*\.(?:ts|mjs|json|md|prisma))`/g,
    );
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe(".env.example", () => {
  const example = matches(read(".env.example"), /^([A-Z_]+)=/gm);

  it("has every variable that the service reads, and no other", () => {
    const known = matches(read("lib/process/env.ts"), /^ {4}([A-Z_]+):/gm);
    expect(known).toContain("DATABASE_URL");
    expect(example.toSorted()).toEqual(known.toSorted());
  });

  it("gives the defaults that the service has", () => {
    const given = Object.fromEntries(
      matches(read(".env.example"), /^([A-Z_]+=.+)$/gm).map((line) => line.split("=", 2) as [string, string]),
    );
    expect(Object.keys(given)).toHaveLength(13);
    expect(parseEnv(given)).toEqual(parseEnv({}));
  });

  it("includes the variables of docs/deploy.md", () => {
    const named = matches(read("docs/deploy.md"), /`([A-Z][A-Z_]{3,})`/g).filter((name) => name.includes("_"));
    expect(named.filter((name) => !example.includes(name) && !(name in ERROR_STATUS) && name !== "_TOKEN")).toEqual([]);
  });
});

describe("the error table", () => {
  it("of docs/errors.md is that of lib/errors.ts, in its order", () => {
    const rows = [...read("docs/errors.md").matchAll(/^\| (\d{3}) \| `([A-Z_]+)` \|/gm)];
    expect(rows.map(([, status, code]) => [code, Number(status)])).toEqual(Object.entries(ERROR_STATUS));
  });

  it("has every code that the pages name", () => {
    for (const page of PAGES) {
      const named = matches(read(page), /\b(?:4\d\d|500) `([A-Z_]+)`/g);
      expect(named.filter((code) => !(code in ERROR_STATUS))).toEqual([]);
    }
  });
});

describe("docs/getting-started.md", () => {
  const requestsOf = (isShown: (tag: string) => boolean) =>
    ENDPOINTS.map(withDocumentation)
      .filter(({ tag }) => isShown(tag))
      .map(({ method, path: template }) => `${method} ${template}`);

  it("shows a request to every endpoint but those of webhooks", () => {
    const shown = matches(read("docs/getting-started.md"), /^### `([A-Z]+ \/[^`]*)`/gm);
    expect(shown).toEqual(requestsOf((tag) => tag !== "Webhooks"));
  });

  it("leaves those of webhooks to their guide, which lists all of them", () => {
    const shown = matches(read("docs/guides/webhooks.md"), /^\| `([A-Z]+ \/[^`]*)` \|/gm);
    expect(shown).toEqual(requestsOf((tag) => tag === "Webhooks"));
  });
});

describe("docs/decisions.md", () => {
  const records = pagesOf("docs/decisions").toSorted();

  it("lists every record, by its number", () => {
    const listed = matches(read("docs/decisions.md"), /^- \d+ \[[^\]]+\]\(([^)]+)\)/gm);
    expect(listed.map((link) => path.join("docs", link))).toEqual(records);
  });

  it.each(records)("%s has its number, and says why and at what cost", (record) => {
    const number = Number(path.basename(record).slice(0, 4));
    expect(read(record)).toMatch(new RegExp(`^# ${number}\\. .+\n\n(?:Replaced by|## Context)`));
    expect(matches(read(record), /^## (.+)$/gm).slice(0, 3)).toEqual(["Context", "Decision", "Consequences"]);
  });
});

describe("ARCHITECTURE.md", () => {
  const rooms = readdirSync("lib", { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const rows = read("docs/ARCHITECTURE.md").matchAll(/^\| (\d+) \| ((?:`[a-z-]+`(?: · )?)+) \|/gm);
  const layers = new Map(
    [...rows].flatMap(([, layer, names = ""]) => roomsIn(names).map((name) => [name, Number(layer)])),
  );

  it("has every room of lib in its table, and no other", () => {
    expect([...layers.keys()].toSorted()).toEqual(rooms.toSorted());
  });

  it("has them in the layers that their imports are held to", () => {
    const table = /LAYERS[^{]*\{([^}]*)\}/.exec(read("tests/unit/architecture.test.ts"))?.[1] ?? "";
    const held = new Map([...table.matchAll(/"?([\w-]+)"?: (\d+)/g)].map(([, name, layer]) => [name, Number(layer)]));
    expect([...layers].filter(([name, layer]) => held.get(name as string) !== layer)).toEqual([]);
  });

  it("shows the steps of a request as they are in the source", () => {
    const [steps = ""] = matches(read("docs/ARCHITECTURE.md"), /```ts\n(.*?)```/gs);
    expect(steps).toContain("handle(authorized, renew)");
    expect(read("lib/public-api/handle-request.ts")).toContain(steps);
  });

  it("has every room in its picture", () => {
    const drawn = matches(read("docs/architecture.svg"), /<text class="name"[^>]*>([a-z-]+)<\/text>/g);
    expect(rooms.filter((room) => !drawn.includes(room))).toEqual([]);
  });
});

function roomsIn(text: string): string[] {
  return matches(text, /`([a-z-]+)`/g);
}

function pagesOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join(folder, name));
}

/** As GitHub makes anchors of them. */
function headingsOf(page: string): string[] {
  return matches(read(page), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );
}
