/**
 * Names of files and exports, and documents, use the words that people of this field search for (CONTRIBUTING.md, rule 10;
 * ARCHITECTURE.md, Glossary).
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";

/** Words of our own → what the field says. Names are compared word by word: `expectedCaller` and `expected-caller` are both two. */
const SAY: Record<string, string> = {
  ahead: "speculative read",
  allocation: "V8 flags",
  answer: "response, or handle",
  asking: "confirm",
  astray: "rewritten",
  attentive: "stall-tolerant",
  beyond: "exceeds",
  desk: "cluster limiter",
  door: "adapter",
  "expected caller": "recent caller",
  "give way": "optimistic retry",
  "in words": "format…",
  interface: "the API",
  holds: "has",
  lane: "pipelined connection",
  "leaned on": "referenced",
  news: "notices",
  nobody: "no caller",
  reply: "response",
  respond: "handle",
  resting: "idle AsyncLocalStorage",
  right: "permission",
  sieve: "filter",
  teller: "provider",
  texts: "labels",
  "token range": "visibility",
};

/** Of these, what has one meaning only in running text. */
const IN_DOCUMENTS = /\b(?:doors?|lanes?|desk|sieve|teller|the interface|rights|answers?|answered)\b/gi;

/** What no comment of the product says: words of our own, and words that make a sentence longer than it needs to be. */
const IN_COMMENTS =
  /\b(?:doors?|lanes?|desk|sieve|teller|the interface|judges?|overtaken|rehears\w+|whoever|somebody|anew)\b/gi;

/** Other names of `PUBLIC_RECORDS_TOKEN`, and of the URL beside it. */
const OTHER_VARIABLE = /(?<!\w)(?:TOKEN|RECORDS_TOKEN|RECORDS_URL)(?!\w)/g;

const PRODUCT = ["app", "packages/client/src", "components", "lib", "scripts", "server"];
const SOURCES = [...PRODUCT, "tests"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
    .map((name) => path.join(folder, name)),
);
const DOCUMENTS = ["README.md", "packages/client/README.md", ...documentsOf("docs")];

describe("every name", () => {
  it("of a file says what people search for", () => {
    expect(SOURCES.length).toBeGreaterThan(400);
    expect(SOURCES.flatMap((file) => instead(file, file.replace(/(?:\.\w+)+$/, "")))).toEqual([]);
  });

  it("of an export says what people search for", () => {
    const found = SOURCES.filter((file) => !file.startsWith("tests/")).flatMap((file) =>
      exportsOf(file).flatMap((name) => instead(`${file}: ${name}`, name)),
    );
    expect(found).toEqual([]);
  });
});

it.each(DOCUMENTS)("every document says what people search for: %s", (document) => {
  expect(proseOf(document).flatMap((line) => line.match(IN_DOCUMENTS) ?? [])).toEqual([]);
});

describe("the variable that programs read their token from", () => {
  const told = [...DOCUMENTS, "app/llms.txt/route.ts", ...SOURCES.filter((file) => file.startsWith("packages/client"))];

  it.each(told)("has one name, in %s too", (file) => {
    expect(readFileSync(file, "utf8").match(OTHER_VARIABLE) ?? []).toEqual([]);
  });

  it("is named in the guides and by the client", () => {
    for (const file of ["docs/guides/README.md", "packages/client/src/command-line/main.ts"])
      expect(readFileSync(file, "utf8")).toContain(ENVIRONMENT_VARIABLE);
  });
});

it("every comment of the product says what people search for", () => {
  const found = SOURCES.filter((file) => !file.startsWith("tests/")).flatMap((file) =>
    commentsOf(file).flatMap((comment) => (comment.match(IN_COMMENTS) ?? []).map((word) => `${file}: ${word}`)),
  );
  expect(found).toEqual([]);
});

it.each([
  ["server/node-door", ["door"]],
  ["expectedCaller", ["expected caller"]],
  ["WritableRights", ["right"]],
  ["copyright", []],
  ["lib/public-api/response", []],
])("words of %s", (name, words) => {
  expect(instead(name, name)).toEqual(words.map((word) => `${name}: say ${SAY[word]}, not ${word}`));
});

function instead(place: string, name: string): string[] {
  const spelled = ` ${wordsOf(name).join(" ")} `;
  return Object.entries(SAY)
    .filter(([word]) => spelled.includes(` ${word} `) || spelled.includes(` ${word}s `))
    .map(([word, say]) => `${place}: say ${say}, not ${word}`);
}

function wordsOf(name: string): string[] {
  const parts = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return parts
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

const EXPORT =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) ([\w$]+)/gm;

function exportsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(EXPORT)].map(([, name = ""]) => name);
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

/** Without what is quoted as code. */
function commentsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(COMMENT)].map(([comment]) => comment.replace(/`[^`]*`/g, ""));
}

/** Without code, links' targets, and what is quoted: names of tests and messages have words of their own. */
function proseOf(document: string): string[] {
  const text = readFileSync(document, "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return text.split("\n").map((line) => line.replace(/`[^`]*`|"[^"]*"|\]\([^)]*\)/g, ""));
}

function documentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join(folder, name));
}
