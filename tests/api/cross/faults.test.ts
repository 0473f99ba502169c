import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { patch, post, send, sendTo } from "../../support/http";
import { openOrganization, recordsPath } from "../../support/organization";
import { type Relay, startRelay } from "../../support/relay";
import { rowsOf } from "../../support/scenario";
import { type Service, startService } from "../../support/service";

const acme = await openOrganization();
const sample = await acme.create("ada", "samples", { name: "kept" });
let relay: Relay;
let service: Service;

beforeAll(async () => {
  relay = await startRelay(inject("databaseUrl"));
  service = await startService(inject("adapter"), relay.url);
});
afterAll(async () => {
  await service?.kill();
  await relay?.stop();
});

const row = rowsOf(acme, () => service.origin);
const health = async (path: string) => (await sendTo(service.origin, path, {})).status;

describe("while all is well", () => {
  it("live and ready are 200, without a token", async () => {
    expect([await health("/api/health/live"), await health("/api/health/ready")]).toEqual([200, 200]);
  });

  it("health says nothing of versions, hosts or databases", async () => {
    const { text, headers } = await sendTo(service.origin, "/api/health/ready", {});
    expect(text).not.toMatch(/postgres|127\.0\.0\.1|\d+\.\d+\.\d+|node/i);
    expect(headers).not.toHaveProperty("x-powered-by");
  });
});

describe("while the database is away", () => {
  const without = <Call extends object>(call: Call) => ({
    given: () => relay.cut(),
    request: call,
    expect: { status: 500, code: "SERVER_ERROR" },
  });

  row("500: a create", without(post(recordsPath("samples"), { data: { name: "lost" } }, { as: "ada" })));
  row(
    "500: an update carries the supplied request id",
    without(patch(sample.path, {}, { as: "ada", headers: { "x-request-id": "in trouble" } })),
  );

  row("an unknown path is unknown without the database", {
    given: () => relay.cut(),
    request: { path: "/nowhere" },
    expect: { status: 404, code: "ENTITY_NOT_FOUND" },
    stage: "before the gate",
  });
});

it("once it is back, the same process answers, and what was refused was not written", async () => {
  relay.restore();
  await expect.poll(() => health("/api/health/ready")).toBe(200);
  const answer = await send(service.origin, { path: sample.path, token: acme.token("rea") });
  expect(answer.status).toBe(200);
  expect((await acme.page("rea", `${recordsPath("samples")}?search=lost`)).items).toEqual([]);
});

describe("the log", () => {
  /** Lines are written behind the answers, so they are waited for. */
  const lineWith = (text: string) =>
    expect.poll(
      () =>
        service
          .output()
          .split("\n")
          .filter((line) => line.includes(text)),
      { timeout: 5_000 },
    );

  it("contains the request id and the cause of a failure", async () => {
    await lineWith("in trouble").toHaveLength(1);
    const line = service
      .output()
      .split("\n")
      .find((candidate) => candidate.includes("in trouble"));
    expect(JSON.parse(String(line))).toMatchObject({ requestId: "in trouble", status: 500, error: expect.any(String) });
  });

  it("holds no token, wherever it was sent", async () => {
    const secret = acme.token("rea").slice(-49);
    const token = acme.token("rea");
    await send(service.origin, { path: `/me?access_token=${token}`, headers: { "x-request-id": "in the query" } });
    await send(service.origin, { path: `/entities/${token}`, headers: { "x-request-id": "in the path" } });
    await send(service.origin, {
      path: "/me",
      token,
      headers: { "x-request-id": "in the header", cookie: `token=${token}` },
    });
    for (const where of ["in the query", "in the path", "in the header"]) await lineWith(where).toHaveLength(1);
    expect(service.output()).not.toContain(secret);
  });

  it("has one line for one request, whatever stands in the request id", async () => {
    const id = '{"level":60,"msg":"fake"}';
    await send(service.origin, { path: "/me", token: acme.token("rea"), headers: { "x-request-id": id } });
    await lineWith("fake").toHaveLength(1);
    const line = service
      .output()
      .split("\n")
      .find((candidate) => candidate.includes("fake"));
    expect(JSON.parse(String(line))).toMatchObject({ level: "info", requestId: id, status: 200 });
  });

  it("holds no values of records", async () => {
    const call = { method: "POST", path: recordsPath("samples"), token: acme.token("ada") };
    await send(service.origin, {
      ...call,
      headers: { "x-request-id": "with values" },
      json: { data: { name: "confidential", integer: "wrong" } },
    });
    await send(service.origin, {
      path: `${recordsPath("samples")}?search=confidential`,
      token: acme.token("rea"),
      headers: { "x-request-id": "with search" },
    });
    for (const which of ["with values", "with search"]) await lineWith(which).toHaveLength(1);
    expect(service.output()).not.toContain("confidential");
  });
});
