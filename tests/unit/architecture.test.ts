/** Dependencies point one way (ARCHITECTURE.md, Rooms). A wrong import fails here with the names of the two files. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importedNames, importsOfFolder, type SourceImport } from "../support/source-imports";

/** Room → layer. A room is a folder of lib, or a file that lies in lib itself. */
const LAYERS: Record<string, number> = {
  errors: 0,
  budgets: 0,
  refusal: 0,
  model: 0,
  csv: 0,
  events: 0,
  process: 0,
  time: 0,
  crypto: 0,
  limits: 0,
  json: 0,
  messages: 0,
  semaphore: 0,
  "group-by": 0,
  "moment-page": 0,
  "ranked-search": 0,
  http: 1,
  "wire-types": 1,
  query: 2,
  access: 3,
  "rate-limit": 2,
  postgres: 3,
  store: 4,
  authentication: 5,
  records: 6,
  changes: 6,
  entities: 6,
  configuration: 6,
  tokens: 7,
  session: 7,
  members: 7,
  audit: 7,
  "call-log": 7,
  maintenance: 7,
  notices: 7,
  webhooks: 7,
  "public-api": 8,
  health: 9,
  mcp: 9,
  explanation: 9,
  entrance: 10,
};

/** Layers whose rooms may use one another: the floor, and the use cases. The last describe keeps them from going in circles. */
const OPEN_LAYERS = new Set([0, 6, 7]);

const imports = importsOfFolder("lib");

function roomOf(file: string): string | undefined {
  return /^lib\/([^/]+?)(?:\.tsx?)?(?:\/|$)/.exec(file)?.[1];
}

function isAllowed({ from, to }: SourceImport): boolean {
  const room = roomOf(from) ?? "";
  const target = roomOf(to) ?? "";
  if (room === target) return true;
  if (room === "public-api" && target === "store") return false;
  const [own, other] = [LAYERS[room], LAYERS[target]];
  if (own === undefined || other === undefined) return false;
  return other < own || (other === own && OPEN_LAYERS.has(own));
}

const names = (wrong: SourceImport[]) => wrong.map(({ from, to }) => `${from} imports ${to}`);

describe("a file of lib", () => {
  it("is found, with what it imports", () => {
    expect(imports).toContainEqual({ from: "lib/store/prisma.ts", to: "generated/prisma/client.ts" });
    expect(imports).toContainEqual({ from: "lib/health.ts", to: "lib/rate-limit/open.ts" });
  });

  it("lies in a room that has a layer", () => {
    const rooms = new Set(imports.map(({ from }) => roomOf(from) ?? from));
    expect([...rooms].filter((room) => LAYERS[room] === undefined)).toEqual([]);
  });

  it("imports only lower layers and its own room", () => {
    const ours = imports.filter(({ to }) => to.startsWith("lib/"));
    expect(names(ours.filter((each) => !isAllowed(each)))).toEqual([]);
  });

  it("imports nothing of the programs that are built on lib, nor of the tests", () => {
    const outside = /^(app|components|server|scripts|tests|prisma)\//;
    expect(names(imports.filter(({ to }) => outside.test(to)))).toEqual([]);
  });

  it("knows Prisma's client only where SQL is made", () => {
    const users = imports.filter(({ to }) => to.startsWith("generated/") || to.startsWith("@prisma/") || to === "pg");
    expect(names(users.filter(({ from }) => !["query", "postgres", "store"].includes(roomOf(from) ?? "")))).toEqual([]);
  });
});

it("what a file exports is used by another file", () => {
  const folders = ["lib", "server", "components", "app", "scripts", "tests", "prisma"];
  const names = [...folders.flatMap(sourceFilesOf), "proxy.ts", "instrumentation.ts", "next.config.ts"];
  const files = names.map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const users = new Map<string, number>();
  for (const { text } of files) {
    for (const word of new Set(text.match(/\w+/g))) users.set(word, (users.get(word) ?? 0) + 1);
  }
  const exported = files
    .filter(({ file }) => /^(?:lib|server|components)\//.test(file))
    .flatMap(({ file, text }) => {
      const declared = text.matchAll(/^export (?:async )?(?:function\*?|const|type|class) (\w+)/gm);
      return [...declared].map(([, name = ""]) => ({ file, name }));
    });
  expect(exported).toContainEqual({ file: "lib/health.ts", name: "live" });
  const unused = exported.filter(({ name }) => users.get(name) === 1);
  expect(unused.map(({ file, name }) => `${file} exports ${name}`)).toEqual([]);
});

function sourceFilesOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => `${folder}/${name}`);
}

it("the public API does not import Next, React or Better Auth, directly or indirectly", () => {
  const reached = reachedFrom(imports.map(({ from }) => from).filter((file) => roomOf(file) === "public-api"));
  const framework = imports.filter(
    ({ from, to }) => reached.has(from) && /^(next|react|react-dom|better-auth)(\/|$)/.test(to),
  );
  expect(names(framework)).toEqual([]);
});

it("the API reference is imported by pages only", () => {
  const others = [...imports, ...importsOfFolder("server"), ...importsOfFolder("app/api")];
  const readers = others.filter(({ to }) => to.startsWith(REFERENCE));
  expect(readers).not.toEqual([]);
  expect(names(readers.filter(({ from }) => !from.startsWith(REFERENCE)))).toEqual([]);
});

const REFERENCE = "lib/public-api/reference/";

it("the frame of the pages has no ids that React makes on the server: those start over with each page that is opened, and the frame stays", () => {
  const files = ["components/shell", "components/theme"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const onServer = files
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }))
    .filter(({ text }) => !text.startsWith('"use client"'));
  expect(onServer.map(({ file }) => file)).toContain("components/shell/shell.tsx");
  expect(onServer.filter(({ text }) => text.includes("useId")).map(({ file }) => file)).toEqual([]);
});

describe("the client", () => {
  it("imports nothing of the service, nor any package", () => {
    const own = importsOfFolder("packages/client/src").map(({ from, to }) => ({
      from,
      to: to.replace(/\.js$/, ".ts"),
    }));
    expect(own).toContainEqual({ from: "packages/client/src/client.ts", to: "packages/client/src/entity.ts" });
    expect(names(own.filter(({ to }) => !/^(?:packages\/client\/src\/|node:)/.test(to)))).toEqual([]);
  });

  it("is imported by nothing of the service", () => {
    const service = ["app", "components", "lib", "server"].flatMap(importsOfFolder);
    expect(names(service.filter(({ to }) => to.startsWith("packages/client/")))).toEqual([]);
  });
});

describe("no circle of imports", () => {
  it("leads out of a room and back to the file it began with", () => {
    const files = [...new Set(imports.map(({ from }) => from))];
    const reached = new Map(files.map((file) => [file, reachedFrom([file])]));
    const circles = files.flatMap((file) =>
      [...(reached.get(file) ?? [])]
        .filter((other) => roomOf(other) !== roomOf(file) && reached.get(other)?.has(file))
        .map((other) => `${file} and ${other}`),
    );
    expect(circles).toEqual([]);
  });

  it.each(Object.keys(LAYERS))("lies within lib/%s", (room) => {
    const files = [...new Set(imports.map(({ from }) => from).filter((file) => roomOf(file) === room))];
    const circles = files.filter((file) =>
      imports.some(({ from, to }) => from === file && roomOf(to) === room && reachedFrom([to]).has(file)),
    );
    expect(circles).toEqual([]);
  });
});

describe("imports are found", () => {
  it.each([
    ['import type { A } from "./a";', "./a"],
    ['export * from "./a";', "./a"],
    ['export { a } from "./a";', "./a"],
    ['const a = await import("./a");', "./a"],
    ['type A = import("./a").A;', "./a"],
  ])("in %s", (text, name) => {
    expect(importedNames(text)).toEqual([name]);
  });

  it("not in comments, texts and patterns", () => {
    expect(importedNames('// import "./a"\nconst b = `import "./b"`;\nconst c = /import "c"/;')).toEqual([]);
  });
});

/** The files themselves, and all that they import. */
function reachedFrom(files: string[]): Set<string> {
  const reached = new Set<string>();
  const pending = [...files];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const { from, to } of imports) if (from === file) pending.push(to);
  }
  return reached;
}
