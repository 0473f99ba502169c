/** What a host tells its operators (docs/operate.md): metrics of all its processes, traces in the log, timing for who asks. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, inject, it, vi } from "vitest";
import { VERSION } from "@/lib/process/version";
import { openTransaction } from "../../support/database-client";
import { freePort } from "../../support/free-port";
import { send } from "../../support/http";
import { openOrganization, recordsPath } from "../../support/organization";
import { openService } from "../../support/own-service";
import { findProcesses } from "../../support/processes";
import { startRelay } from "../../support/relay";
import { startService } from "../../support/service";

const acme = await openOrganization();
const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const metricsPort = await freePort();
const service = openService({ METRICS_PORT: String(metricsPort), WEB_CONCURRENCY: "2" });
beforeAll(() => vi.waitFor(async () => expect(await totalOf("records_build_info", {})).toBe(2), 30_000));

const ask = (request: Omit<Parameters<typeof send>[1], "token">) =>
  send(service.origin, { token: acme.token("rea"), ...request });

async function exposition(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  return response.text();
}

/** The sum over the processes of all series that have these labels. */
async function totalOf(name: string, labels: Record<string, string>): Promise<number> {
  const lines = (await exposition()).split("\n").filter((line) => line.startsWith(`${name}{`));
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const chosen = lines.filter((line) => wanted.every((label) => line.includes(label)));
  return chosen.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

describe("GET /metrics", () => {
  it("counts the requests of all processes by endpoint, status and code", async () => {
    const before = await totalOf("records_requests_total", { endpoint: "me" });
    for (let index = 0; index < 8; index += 1) await ask({ path: "/me" });
    await ask({ path: `${recordsPath("samples")}?limit=0` });
    await ask({ path: "/nothing" });
    expect((await totalOf("records_requests_total", { endpoint: "me", status: "200", code: "" })) - before).toBe(8);
    expect(await totalOf("records_requests_total", { endpoint: "records.list", code: "INVALID_LIMIT" })).toBe(1);
    expect(await totalOf("records_requests_total", { endpoint: "none", status: "404" })).toBe(1);
    expect(await totalOf("records_request_duration_seconds_count", { endpoint: "records.list" })).toBe(1);
  });

  it("reports connections, statements, limits and configurations", async () => {
    await ask({ path: recordsPath("samples") });
    // Of each of the two, eight beside the two that are shared.
    expect(await totalOf("records_database_connections", { state: "max" })).toBe(16);
    expect(await totalOf("records_statements_total", { on: "authentication" })).toBeGreaterThan(0);
    expect(
      await totalOf("records_rate_limit_decisions_total", { window: "token", decision: "allowed" }),
    ).toBeGreaterThan(0);
    expect(await totalOf("records_configuration_version", { organization: acme.id })).toBeGreaterThan(0);
  });

  it("reports for how long the feed is held back", async () => {
    // One that has written something holds back the feed of changes.
    const open = await openTransaction("select pg_current_xact_id()");
    try {
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(await totalOf("records_feed_lag_seconds", {})).toBeGreaterThan(2);
    } finally {
      await open.end();
    }
  });

  it("names no token, no record and no member", async () => {
    const text = await exposition();
    for (const secret of [acme.token("rea"), acme.token("rea").slice(11, 33), "rea@"])
      expect(text).not.toContain(secret);
  });

  it("stays available while a process is replaced", async () => {
    const [first] = findProcesses(service.hostPid, "api-process");
    process.kill(Number(first), "SIGKILL");
    expect(await totalOf("records_build_info", {})).toBeGreaterThan(0);
    await expect.poll(() => totalOf("records_build_info", { version: VERSION })).toBe(2);
  });

  it("stays available while the database is silent, when it is needed most", async () => {
    const relay = await startRelay(inject("databaseUrl"));
    const port = await freePort();
    const cutOff = await startService("node", relay.url, { METRICS_PORT: String(port), WEB_CONCURRENCY: "1" });
    try {
      relay.hang();
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      expect(text).toContain("records_database_waiting{");
      expect(text).not.toContain("records_feed_lag_seconds{");
    } finally {
      await cutOff.kill();
      await relay.stop();
    }
  });

  it("has every metric that the documents, the dashboard and the alerts name", async () => {
    // Each on a connection of its own, so that every process has something to tell.
    for (let index = 0; index < 4; index += 1) await ask({ path: "/me", from: "127.0.0.1" });
    const text = await exposition();
    const told = new Set([...text.matchAll(/^([a-z_\d]+)[{ ]/gm)].map(([, name]) => name));
    const declared = new Set([...text.matchAll(/^# TYPE ([a-z_\d]+)/gm)].map(([, name]) => name));
    for (const file of ["docs/operate.md", "deploy/dashboard.json", "deploy/alerts.yaml"]) {
      const names = readFileSync(file, "utf8").match(/\b(?:records|nodejs|process)_[a-z_\d]+[a-z\d]\b/g) ?? [];
      expect(names.length).toBeGreaterThan(5);
      expect(
        names.filter((name) => !told.has(name) && !declared.has(name)),
        file,
      ).toEqual([]);
    }
  });

  it("serves nothing else on its port, and is not on the service's own", async () => {
    expect((await fetch(`http://127.0.0.1:${metricsPort}/api/v1/me`)).status).toBe(404);
    expect((await fetch(`${service.origin}/metrics`)).status).toBe(404);
  });
});

describe("a caller's trace", () => {
  const lineOf = (id: string) =>
    service
      .output()
      .split("\n")
      .find((line) => line.includes(id));

  it.each([
    ["is in the log", `00-${TRACE_ID}-00f067aa0ba902b7-01`, TRACE_ID],
    ["of another version is, too", `cc-${TRACE_ID}-00f067aa0ba902b7-01-what-the-future`, TRACE_ID],
    ["of no form is left out", `00-${TRACE_ID.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
    ["of zeros is left out", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`, undefined],
  ])("%s", async (name, traceparent, traceId) => {
    await ask({ path: "/me", headers: { traceparent, "x-request-id": `trace ${name}` } });
    await expect.poll(() => lineOf(`trace ${name}`)).toBeDefined();
    expect(JSON.parse(String(lineOf(`trace ${name}`))).traceId).toBe(traceId);
  });

  it("is on a line that says which process wrote it", async () => {
    await ask({ path: "/me", headers: { "x-request-id": "which process" } });
    await expect.poll(() => lineOf("which process")).toBeDefined();
    const line = JSON.parse(String(lineOf("which process")));
    expect(line).toMatchObject({ level: "info", host: expect.any(String), version: VERSION });
    expect(findProcesses(service.hostPid, "api-process")).toContain(line.pid);
  });
});

describe("Prefer: timing", () => {
  it.each(["timing", "respond-async, timing", "Timing ; a=b"])("%s reports how long the parts took", async (prefer) => {
    const { headers } = await ask({ path: "/me", headers: { prefer } });
    expect(headers["server-timing"]).toMatch(/^admission;dur=\d+\.\d, handler;dur=\d+\.\d, total;dur=\d+\.\d$/);
    expect(headers["preference-applied"]).toBe("timing");
  });

  it.each(["", "timings", "mistiming", "respond-async"])("%j reports nothing", async (prefer) => {
    expect((await ask({ path: "/me", headers: { prefer } })).headers["server-timing"]).toBeUndefined();
  });

  it("reports nothing without a token", async () => {
    const answer = await send(service.origin, { path: "/me", headers: { prefer: "timing" } });
    expect([answer.status, answer.headers["server-timing"]]).toEqual([401, undefined]);
  });
});
