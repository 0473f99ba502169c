import { describe, expect, it } from "vitest";
import { patch, post, send, sendTo } from "../../support/http";
import { openOrganization, recordsPath } from "../../support/organization";
import { openRelayedService } from "../../support/relayed-service";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization();
const sample = await acme.create("ada", "samples", { name: "kept" });
const under = openRelayedService();

const row = rowsOf(acme, () => under.service.origin);
const health = async (path: string) => (await sendTo(under.service.origin, path, {})).status;

describe("while all is well", () => {
  it("live and ready are 200, without a token", async () => {
    expect([await health("/api/health/live"), await health("/api/health/ready")]).toEqual([200, 200]);
  });

  it("health says nothing of versions, hosts or databases", async () => {
    const { text, headers } = await sendTo(under.service.origin, "/api/health/ready", {});
    expect(text).not.toMatch(/postgres|127\.0\.0\.1|\d+\.\d+\.\d+|node/i);
    expect(headers).not.toHaveProperty("x-powered-by");
  });
});

describe("while the database is away", () => {
  const without = <Call extends object>(call: Call) => ({
    given: () => under.relay.cut(),
    request: call,
    expect: { status: 500, code: "SERVER_ERROR" },
  });

  row("500: a create", without(post(recordsPath("samples"), { data: { name: "lost" } }, { as: "ada" })));
  row(
    "500: an update carries the supplied request id",
    without(patch(sample.path, {}, { as: "ada", headers: { "x-request-id": "in trouble" } })),
  );

  row("an unknown path is unknown without the database", {
    given: () => under.relay.cut(),
    request: { path: "/nowhere" },
    expect: { status: 404, code: "ENTITY_NOT_FOUND" },
    stage: "before the gate",
  });
});

it("once it is back, the same process answers, and what was refused was not written", async () => {
  under.relay.restore();
  await expect.poll(() => health("/api/health/ready")).toBe(200);
  const answer = await send(under.service.origin, { path: sample.path, token: acme.token("rea") });
  expect(answer.status).toBe(200);
  expect((await acme.page("rea", `${recordsPath("samples")}?search=lost`)).items).toEqual([]);
});

describe("the log", () => {
  /** The one line with the text, which is written behind the answer. */
  async function lineWith(text: string): Promise<string> {
    const lines = () =>
      under.service
        .output()
        .split("\n")
        .filter((line) => line.includes(text));
    await expect.poll(lines, { timeout: 5_000 }).toHaveLength(1);
    return String(lines()[0]);
  }

  it("contains the request id and the cause of a failure", async () => {
    expect(JSON.parse(await lineWith("in trouble"))).toMatchObject({
      requestId: "in trouble",
      status: 500,
      error: expect.any(String),
    });
  });

  it("holds no token, wherever it was sent", async () => {
    const token = acme.token("rea");
    for (const [where, call] of [
      ["in the query", { path: `/me?access_token=${token}` }],
      ["in the path", { path: `/entities/${token}` }],
      ["in the header", { path: "/me", token, headers: { cookie: `token=${token}` } }],
    ] as const) {
      await send(under.service.origin, { ...call, headers: { ...call.headers, "x-request-id": where } });
      await lineWith(where);
    }
    expect(under.service.output()).not.toContain(token.slice(-49));
  });

  it("has one line for one request, whatever stands in the request id", async () => {
    const id = '{"level":60,"msg":"fake"}';
    await send(under.service.origin, { path: "/me", token: acme.token("rea"), headers: { "x-request-id": id } });
    expect(JSON.parse(await lineWith("fake"))).toMatchObject({ level: "info", requestId: id, status: 200 });
  });

  it("holds no values of records", async () => {
    const call = { method: "POST", path: recordsPath("samples"), token: acme.token("ada") };
    await send(under.service.origin, {
      ...call,
      headers: { "x-request-id": "with values" },
      json: { data: { name: "confidential", integer: "wrong" } },
    });
    await send(under.service.origin, {
      path: `${recordsPath("samples")}?search=confidential`,
      token: acme.token("rea"),
      headers: { "x-request-id": "with search" },
    });
    for (const which of ["with values", "with search"]) await lineWith(which);
    expect(under.service.output()).not.toContain("confidential");
  });
});
