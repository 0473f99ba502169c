/** The conformance kit can fail: against a server that breaks what it promises, it says which clauses do not hold. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const TOKEN = `service_v1_${"0".repeat(22)}_${"0".repeat(49)}`;

/** Lets everybody in, knows every path, forgets the request id, and shows where it failed. */
const server: Server = createServer((request, response) => {
  const isList = request.url?.includes("/entities");
  const data = isList ? { items: [{ entityKey: "things", permissions: { list: true } }] } : { organizationId: "x" };
  response.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" });
  response.end(JSON.stringify({ data, stack: "Error at main (server.js:1:1)" }));
});

let url = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const conformance = (...args: string[]) =>
  run(process.execPath, ["--import", "tsx", "tests/conformance/main.ts", ...args], {
    env: { ...process.env, CONFORMANCE_TOKEN: "" },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );

it("against a broken server, every clause fails, none is passed over, and the exit code says so", async () => {
  const { code, stdout } = await conformance("--url", url, "--token", TOKEN, "--json");
  const report = JSON.parse(stdout) as { passed: number; failed: number; skipped: number };
  expect({ ...report, clauses: undefined }).toEqual({ url, passed: 0, failed: expect.any(Number), skipped: 0 });
  expect(report.failed).toBeGreaterThan(40);
  expect(code).toBe(1);
});

it.each([
  ["--token, or CONFORMANCE_TOKEN", ["--url", "http://127.0.0.1:9"]],
  ["--url is the base URL", ["--url", "nonsense", "--token", TOKEN]],
  ["--write needs --entity KEY", ["--url", "http://127.0.0.1:9", "--token", TOKEN, "--write"]],
])("the command line says what is missing: %s", async (message, args) => {
  const { code, stderr } = await conformance(...args);
  expect([code, stderr.includes(message)]).toEqual([1, true]);
});
