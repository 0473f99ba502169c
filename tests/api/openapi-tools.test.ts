/**
 * What the tools of others make of the document of a real token: linters find nothing, generated clients compile or do not as
 * their calls deserve, and a validating proxy before the running service has no objection to what passes. Only in the long
 * run, which fetches them; what they once found is held by `unit/public-api/openapi/token-document.test.ts`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openExampleGround } from "../support/example-ground";
import { freePort } from "../support/free-port";
import { type Answer, type Call, send, sendTo } from "../support/http";
import { importedByBruno, importedByPostman } from "../support/imported-requests";
import { IS_LONG } from "../support/long";
import { type Json, OpenApiDocument } from "../support/openapi-document";
import { fetchTools, runTool, TOOLS_FOLDER, toolPath } from "../support/openapi-tools";
import { openOrganization, recordsPath } from "../support/organization";

/** Below the tools, so that clients find what they import. */
const FOLDER = path.join(TOOLS_FOLDER, "token");
const FILE = path.join(FOLDER, "token.json");
const TOOL_TIMEOUT_MS = 240_000;
/** It asks for `items` beside `prefixItems`, of which generators make one item more, and Prism items that are wrong. */
const RULESET = { extends: [["spectral:oas", "recommended"]], rules: { "array-items": "off" } };

const CALLS = `
import { createSamplesRecord, listSamples, querySamples } from "./client/sdk.gen";
const { data } = await listSamples({ query: { sort: ["name:asc"], limit: 3 } });
const name: string | null | undefined = data?.data.items[0]?.data.name;
await querySamples({ body: { where: { and: [["name", "contains", "a"], ["level", "between", [1, 7]]] } } });
await createSamplesRecord({ body: { data: { name: name ?? "a" } } });
// @ts-expect-error: an operator that there is not
await querySamples({ body: { where: ["name", "equals", "a"] } });
// @ts-expect-error: an operator of other types
await querySamples({ body: { where: ["level", "contains", "a"] } });
// @ts-expect-error: a value of another type
await querySamples({ body: { where: ["level", "eq", "a"] } });
// @ts-expect-error: a condition on a field that there is not
await querySamples({ body: { where: ["nowhere", "eq", "a"] } });
// @ts-expect-error: a field that there is not
await querySamples({ body: { sort: [{ field: "nowhere", direction: "asc" }] } });
// @ts-expect-error: a required field is missing
await createSamplesRecord({ body: { data: {} } });
`;
const FILTERS = `
import type { components } from "./api";
type Filter = components["schemas"]["SamplesFilter"];
export const taken: Filter[] = [["name", "contains", "a"], { and: [["level", "between", [1, 7]], { not: ["name", "eq", null] }] }];
// @ts-expect-error: an operator that there is not
export const unknown: Filter = ["name", "equals", "a"];
// @ts-expect-error: an operator of other types
export const other: Filter = ["level", "contains", "a"];
// @ts-expect-error: a value of another type
export const value: Filter = ["level", "eq", "a"];
// @ts-expect-error: a field that there is not
export const field: Filter = ["nowhere", "eq", "a"];
// @ts-expect-error: no value
export const short: Filter = ["name", "eq"];
`;
const COMPILER = [
  ...["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext"],
  ...["--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"],
];

describe.runIf(IS_LONG && inject("adapter") === "node")("the document of a token", async () => {
  const acme = await openOrganization("tools");
  const token = acme.token("ada");
  const proxies: ChildProcess[] = [];

  beforeAll(async () => {
    await fetchTools();
    mkdirSync(FOLDER, { recursive: true });
    const { text } = await send(acme.origin, { path: "/openapi.json", token });
    // Linters object to servers on the machine itself.
    writeFileSync(FILE, text.replaceAll(acme.origin, "https://records.example"));
  }, 600_000);

  afterAll(() => {
    for (const proxy of proxies) proxy.kill();
  });

  it("has nothing that Redocly CLI warns of", { timeout: TOOL_TIMEOUT_MS }, async () => {
    const { code, output } = await runTool("redocly", ["lint", "--extends=recommended-strict", FILE], FOLDER);
    expect(output).toContain("Your API description is valid.");
    expect(output).not.toMatch(/\d+ (?:warning|problem)/);
    expect(code).toBe(0);
  });

  it("has nothing that Spectral warns or hints of", { timeout: TOOL_TIMEOUT_MS }, async () => {
    const ruleset = path.join(FOLDER, "spectral.json");
    writeFileSync(ruleset, JSON.stringify(RULESET));
    const options = ["--ruleset", ruleset, "--fail-severity", "hint", "--format", "json", "--quiet"];
    const { code, output } = await runTool("spectral", ["lint", ...options, FILE], FOLDER);
    expect(JSON.parse(output)).toEqual([]);
    expect(code).toBe(0);
  });

  it("becomes types that compile, by openapi-typescript", { timeout: TOOL_TIMEOUT_MS }, async () => {
    const { code, output } = await runTool("openapi-typescript", [FILE, "--output", "api.d.ts"], FOLDER);
    expect(code, output).toBe(0);
    writeFileSync(path.join(FOLDER, "filters.ts"), FILTERS);
    expect(await runTool("tsc", [...COMPILER, "api.d.ts", "filters.ts"], FOLDER)).toEqual({ code: 0, output: "" });
  });

  it("becomes a client whose calls compile or fail as they should, by Hey API", {
    timeout: TOOL_TIMEOUT_MS,
  }, async () => {
    const plugins = ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"];
    const { code, output } = await runTool("openapi-ts", ["-i", FILE, "-o", "client", "-p", ...plugins], FOLDER);
    expect(code, output).toBe(0);
    writeFileSync(path.join(FOLDER, "calls.ts"), CALLS);
    expect(await runTool("tsc", [...COMPILER, "calls.ts"], FOLDER)).toEqual({ code: 0, output: "" });
  });

  it("has no objection to what passes between a client and the service, by Prism", {
    timeout: TOOL_TIMEOUT_MS,
  }, async () => {
    const prism = await startProxy(toolPath("prism"), (port) => [
      ...["proxy", FILE, `${acme.origin}/api/v1`, "--errors", "-p", String(port), "-h", "127.0.0.1"],
    ]);
    const ask = (call: Call) => sendTo(prism, call.path, { ...call, token });
    await expectNoViolation(ask);
    const wrong = { method: "POST", path: `${recordsPath("samples")}/query`, json: { limit: 0 } };
    expect(violationOf(await ask(wrong))).toMatch(/UNPROCESSABLE_ENTITY|VIOLATIONS/);
  });

  it("has no objection to what passes, and some to filters that the service refuses, by express-openapi-validator", {
    timeout: TOOL_TIMEOUT_MS,
  }, async () => {
    const script = path.join(FOLDER, "gateway.mjs");
    copyFileSync("tests/support/openapi-gateway.mjs", script);
    const gateway = await startProxy(process.execPath, (port) => [script, FILE, acme.origin, String(port)]);
    const ask = (call: Call) => sendTo(gateway, `/api/v1${call.path}`, { ...call, token });
    await expectNoViolation(ask);
    const list = recordsPath("samples");
    const right = await ask({ path: `${list}?sort=name:asc,created:desc&fields=name,code&expand=reference` });
    expect([right.status, violationOf(right)]).toEqual([200, null]);
    for (const where of [
      ["name", "equals", "a"],
      ["level", "contains", "a"],
      ["level", "eq", "a"],
      ["nowhere", "eq", 1],
    ]) {
      const refused = await ask({ method: "POST", path: `${list}/query`, json: { where } });
      expect([where, violationOf(refused)]).toEqual([where, expect.stringContaining("/body/where")]);
    }
  });

  it.each([
    ["Bruno", importedByBruno],
    ["Postman", (document: Json) => importedByPostman(document, ["limit", "dryRun", "q", "If-Match"])],
  ])(
    "becomes requests that succeed and change nothing, by an import into %s",
    { timeout: TOOL_TIMEOUT_MS },
    async (_, requestsOf) => {
      const { ask, filled, state } = await openExampleGround();
      const before = await state();
      const requests = await requestsOf((await ask({ path: "/openapi.json" })).json as Json);
      // These work on a webhook, have no dry run, and come without its id.
      const sendable = requests.filter(({ path }) => !/\{webhookId\}\/(test|replay|rotate)/.test(path));
      expect([requests.length, sendable.length]).toEqual([63, 60]);
      for (const request of sendable) {
        const answer = await ask({ ...request, path: filled(request.path) });
        expect([request.method, request.path, answer.status < 300], answer.text.slice(0, 600)).toEqual([
          request.method,
          request.path,
          true,
        ]);
      }
      expect(await state()).toEqual(before);
    },
  );

  /** The example of each operation passes, and most succeed. */
  async function expectNoViolation(ask: (call: Call) => Promise<Answer>): Promise<void> {
    const document = new OpenApiDocument((await send(acme.origin, { path: "/openapi.json", token })).json as Json);
    const sample = await acme.create("ada", "samples", { name: "through a proxy" });
    const passed: [string, number][] = [];
    let webhookId = "";
    for (const { operationId, method, path: template, parameters, requestBody } of document.operations.values()) {
      // Prism forwards a POST without a body with two lengths, which is no valid HTTP.
      if (method === "DELETE" || (method === "POST" && requestBody === undefined)) continue;
      const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required === true);
      const query = required.map(({ name, example }) => `${name}=${example}`).join("&");
      const filled = template.replace("{recordId}", sample.view.id).replace("{webhookId}", webhookId);
      const target = query === "" ? filled : `${filled}?${query}`;
      const body = requestBody?.content["application/json"];
      const example = body?.examples === undefined ? body?.example : document.examplesOf(body)[0];
      const headers = method === "PATCH" ? { "if-match": "*" } : {};
      const answer = await ask({ method, path: target, headers, ...(example === undefined ? {} : { json: example }) });
      expect([operationId, violationOf(answer)], `${answer.status} ${answer.text.slice(0, 600)}`).toEqual([
        operationId,
        null,
      ]);
      if (operationId === "createWebhook") webhookId = (answer.json as { data: { id: string } }).data.id;
      passed.push([operationId, answer.status]);
    }
    expect(passed.filter(([, status]) => status < 300).length).toBeGreaterThan(20);
  }

  /** Resolves when it says that it is listening. */
  async function startProxy(command: string, argsOf: (port: number) => string[]): Promise<string> {
    const port = await freePort();
    const proxy = spawn(command, argsOf(port), { cwd: FOLDER, stdio: ["ignore", "pipe", "pipe"] });
    proxies.push(proxy);
    await new Promise<void>((resolve, reject) => {
      let output = "";
      const listen = (chunk: Buffer) => {
        output += chunk;
        if (output.includes("is listening")) resolve();
      };
      proxy.stdout.on("data", listen);
      proxy.stderr.on("data", listen);
      proxy.once("exit", () => reject(new Error(`The proxy ended:\n${output}`)));
    });
    return `http://127.0.0.1:${port}`;
  }
});

/** What a proxy says is wrong with the request or the response; null where it let both pass. */
function violationOf({ status, text, headers }: Answer): string | null {
  const told = headers["sl-violations"] ?? headers.violation;
  if (told !== undefined) return String(told);
  return /stoplight\.io\/prism\/errors/.test(text) ? `${status} ${text.slice(0, 600)}` : null;
}
