/** A process that cannot open one more file from its first request on, as in a rush: all that it needs was loaded before. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { Agent, request } from "node:http";
import { expect, it } from "vitest";
import { openOrganization, recordsPath } from "../../support/organization";
import { openService } from "../../support/own-service";

const acme = await openOrganization("cold");
const LIST = recordsPath("samples");
const created = await acme.create("ada", "samples", { name: "there before" });
const token = acme.token("ada");
/** The one connection, which is open before the limit is set: another one would need a file. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const service = openService({ WEB_CONCURRENCY: "1" });

function ask(method: string, path: string, body?: object): Promise<[status: number, text: string]> {
  const { hostname, port } = new URL(service.origin);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(method === "PATCH" || method === "DELETE" ? { "if-match": "*" } : {}),
  };
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, method, path, headers, agent }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk)).on("end", () => resolve([response.statusCode ?? 0, text]));
    });
    asking.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A new file would get the lowest number that is free, which is not allowed from now on. What is open stays open. */
function forbidFiles(pid: number): void {
  const open = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let free = 0;
  while (open.has(free)) free += 1;
  execFileSync("prlimit", [`--pid=${pid}`, `--nofile=${free}:`]);
}

it("a process that cannot open any more files serves every endpoint, though none was called before", async () => {
  expect((await ask("GET", "/api/health/live"))[0]).toBe(200);
  forbidFiles(service.pid);
  const data = { name: "made without a file" };
  const calls: [status: number, method: string, path: string, body?: object][] = [
    [200, "GET", "/me"],
    [200, "GET", "/entities"],
    [200, "GET", "/entities/samples"],
    [200, "GET", "/openapi.json"],
    [200, "GET", LIST],
    [200, "GET", created.path],
    [200, "POST", `${LIST}/query`, { where: ["name", "eq", "there before"], search: "there" }],
    [200, "POST", `${LIST}/aggregate`, { measures: { n: ["count"] } }],
    [201, "POST", LIST, { data }],
    [200, "POST", `${LIST}/batch`, { operations: [{ op: "create", data: { name: "in a batch" } }] }],
    [200, "PATCH", created.path, { data: { name: "changed" } }],
    [200, "GET", "/entities/samples/changes"],
    [200, "DELETE", created.path],
  ];
  for (const [status, method, path, body] of calls) {
    const [got, text] = await ask(method, `/api/v1${path}`, body);
    expect(got, `${method} ${path}: ${text}`).toBe(status);
  }
});
