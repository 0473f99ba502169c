/**
 * What the tools of others make of the OpenAPI document: two linters find nothing, and a generated client compiles, or
 * does not, as its calls deserve. Only in the long run, which fetches them; what they once found is held by the rows of
 * `openapi.test.ts`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE_ORIGIN, openApiDocument } from "@/lib/public-api/openapi/document";
import { IS_LONG } from "../../support/long";
import { fetchTools, runTool, TOOLS_FOLDER } from "../../support/openapi-tools";

/** Below the tools, so that the client finds what it imports. */
const FOLDER = path.join(TOOLS_FOLDER, "client");
const TOOL_TIMEOUT_MS = 120_000;

const CLIENT = `
import createClient from "openapi-fetch";
import type { components, operations, paths } from "./api";
const client = createClient<paths>({ baseUrl: "https://records.example/api/v1" });
const entity = { params: { path: { entityKey: "deals" } } };
const record = { params: { path: { entityKey: "deals", recordId: "9faf8d7a-6f75-8ffe-8a33-623f163c50af" } } };
const changing = { params: { ...record.params, header: { "If-Match": "*" } } };
const QUERY = "/entities/{entityKey}/records/query";
const RECORDS = "/entities/{entityKey}/records";
const RECORD = "/entities/{entityKey}/records/{recordId}";
`;
const query = (body: string) => `await client.POST(QUERY, { ...entity, body: ${body} });`;

const COMPILE: [what: string, code: string][] = [
  ["a condition", query('{ where: ["stage", "eq", "won"] }')],
  ["several conditions", query('{ where: { and: [["stage", "eq", "won"], ["amount", "gte", 5]] } }')],
  [
    "filters in filters",
    query('{ where: { or: [{ and: [["title", "contains", "a"]] }, { not: ["paid", "is_null", true] }] } }'),
  ],
  [
    "the cursor of the page before",
    `const { data } = ${query("{}")} await client.POST(QUERY, { ...entity, body: { cursor: data?.data.nextCursor } });`,
  ],
  [
    "a filter kept apart",
    `const where: components["schemas"]["Filter"] = { and: [["stage", "eq", "won"]] }; ${query("{ where }")}`,
  ],
  [
    "the ETag of a record",
    `const etag: operations["getRecord"]["responses"][200]["headers"]["ETag"] = "x"; const text: string = etag;`,
  ],
  [
    "the code of an error",
    `const { error } = await client.GET(RECORD, record); if (error?.error.code === "RECORD_NOT_FOUND") {}`,
  ],
  [
    "the version of what was created",
    `const { data } = await client.POST(RECORDS, { ...entity, body: { data: { title: "a" } } }); const id: string | undefined = data?.data.versionId;`,
  ],
  ["a deletion with If-Match", "await client.DELETE(RECORD, changing);"],
];

const REFUSED: [what: string, code: string][] = [
  [
    "an unknown operator in a filter kept apart",
    `const where: components["schemas"]["Filter"] = ["stage", "equals", "won"];`,
  ],
  ["a condition without a value", query('{ where: ["stage", "eq"] }')],
  ["a list where one value is due", query('{ where: ["stage", "eq", ["won"]] }')],
  ["an unknown connective", query('{ where: { xor: [["stage", "eq", "won"]] } }')],
  ["an unknown member of a query", query("{ page: 2 }")],
  [
    "an unknown parameter of a list",
    "await client.GET(RECORDS, { params: { ...entity.params, query: { page: 2 } } });",
  ],
  ["a deletion without If-Match", "await client.DELETE(RECORD, record);"],
  ["a record without data", `await client.POST(RECORDS, { ...entity, body: { title: "a" } });`],
  [
    "an unknown code of an error",
    `const { error } = await client.GET(RECORD, record); if (error?.error.code === "NOT_FOUND") {}`,
  ],
];

describe.runIf(IS_LONG)("the OpenAPI document", () => {
  const file = path.join(FOLDER, "openapi.json");

  beforeAll(async () => {
    await fetchTools();
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, JSON.stringify(openApiDocument(EXAMPLE_ORIGIN)));
  }, 300_000);

  it("has nothing that Redocly CLI warns of", { timeout: TOOL_TIMEOUT_MS }, async () => {
    const { code, output } = await runTool("redocly", ["lint", "--extends=recommended-strict", file], FOLDER);
    expect(output).toContain("Your API description is valid.");
    expect(output).not.toMatch(/\d+ (?:warning|problem)/);
    expect(code).toBe(0);
  });

  it("has nothing that Spectral warns or hints of", { timeout: TOOL_TIMEOUT_MS }, async () => {
    const ruleset = path.join(FOLDER, "spectral.json");
    writeFileSync(ruleset, JSON.stringify({ extends: [["spectral:oas", "recommended"]] }));
    const options = ["--ruleset", ruleset, "--fail-severity", "hint", "--format", "json", "--quiet"];
    const { code, output } = await runTool("spectral", ["lint", ...options, file], FOLDER);
    expect(JSON.parse(output)).toEqual([]);
    expect(code).toBe(0);
  });

  it("becomes a client whose calls compile as they deserve", { timeout: TOOL_TIMEOUT_MS }, async () => {
    const { code, output } = await runTool("openapi-typescript", [file, "--output", "api.d.ts"], FOLDER);
    expect(code, output).toBe(0);
    const found = compile([...COMPILE, ...REFUSED]);
    expect(found.filter(({ messages }) => messages.length === 0).map(({ what }) => what)).toEqual(
      COMPILE.map(([what]) => what),
    );
    // What cannot even be looked up would be refused for nothing.
    expect(found.flatMap(({ messages }) => messages).filter((message) => /Cannot find/.test(message))).toEqual([]);
  });
});

/** What TypeScript finds wrong with each call, in a file of its own. */
function compile(calls: [what: string, code: string][]): { what: string; messages: string[] }[] {
  const files = calls.map(([, code], place) => {
    const name = path.join(FOLDER, `call-${place}.ts`);
    writeFileSync(name, `${CLIENT}${code}\nexport {};\n`);
    return name;
  });
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  });
  return calls.map(([what], place) => {
    const source = program.getSourceFile(files[place] ?? "");
    const diagnostics = source === undefined ? [] : ts.getPreEmitDiagnostics(program, source);
    return { what, messages: diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")) };
  });
}
