/** What precedes a message of MCP, over both adapters: paths, methods, tokens, limits and headers are those of the API. */
import { describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { sendTo } from "../../support/http";
import { callTool, contentOf, listTools, sendMessage } from "../../support/mcp";
import { openOrganization } from "../../support/organization";
import { expectAnswerRules } from "../../support/response-rules";

const acme = await openOrganization("mcp");
const origin = inject("origin");
const token = acme.token("ada");
const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const post = (path: string, more: object = {}) =>
  sendTo(origin, path, { method: "POST", token, body: LIST, headers: {}, ...more });
const codeOf = ({ json }: { json: unknown }) => (json as { error: { code: string } }).error.code;

describe("POST /mcp", () => {
  it("handles a message without MCP headers, and sends the headers of every response", async () => {
    const answer = await post("/mcp", { headers: { "x-request-id": "mine" } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": "mine",
      "x-ratelimit-limit": expect.stringMatching(/^\d+$/),
    });
    expect(answer.json).toMatchObject({ jsonrpc: "2.0", id: 1, result: { tools: expect.any(Array) } });
  });

  it("accepts no other method and no other spelling of its path", async () => {
    for (const method of ["GET", "DELETE", "PUT", "OPTIONS"]) {
      const answer = await sendTo(origin, "/mcp", { method, token });
      expect({ status: answer.status, allow: answer.headers.allow }, method).toEqual({ status: 405, allow: "POST" });
    }
    // Next redirects, resolves or decodes these (contract § 11).
    for (const path of ["//mcp", "/x/../mcp", "/%6dcp"]) {
      const answer = await post(path);
      expect({ status: answer.status, code: codeOf(answer) }, path).toEqual({ status: 404, code: "ENTITY_NOT_FOUND" });
    }
  });

  it("refuses a missing, a wrong and a revoked token, and one in the address, as the API does", async () => {
    const revoked = await acme.issue("ada", { revoked: "now" });
    for (const [given, path, code] of [
      [undefined, "/mcp", "INVALID_TOKEN"],
      ["service_v1_nothing", "/mcp", "INVALID_TOKEN"],
      [revoked.text, "/mcp", "TOKEN_REVOKED"],
      [token, `/mcp?token=${token}`, "INVALID_TOKEN"],
    ] as const) {
      const answer = await post(path, { token: given });
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 401, code });
      expectAnswerRules(answer, { path }, "after the gate");
    }
  });

  it("refuses a page of another origin, and takes one of its own", async () => {
    const foreign = await post("/mcp", { headers: { origin: "https://elsewhere.test" } });
    expect({ status: foreign.status, code: codeOf(foreign) }).toEqual({ status: 403, code: "PERMISSION_DENIED" });
    expect((await post("/mcp", { headers: { origin } })).status).toBe(200);
  });

  it("accepts only read_only in its query string", async () => {
    for (const query of ["?read_only=yes", "?readonly=true"]) {
      const answer = await post(`/mcp${query}`);
      expect({ status: answer.status, code: codeOf(answer) }, query).toEqual({ status: 400, code: "INVALID_FILTERS" });
    }
  });

  it("says what is wrong with a body in the form of JSON-RPC, with the code of the API", async () => {
    for (const body of ["{", "[]", '"text"', `{"a":1e999}`]) {
      const answer = await post("/mcp", { body, headers: { "x-request-id": "mine" } });
      expect({ status: answer.status, json: answer.json }, body).toMatchObject({
        status: 400,
        json: { jsonrpc: "2.0", id: null, error: { code: -32700, data: { code: "INVALID_BODY", requestId: "mine" } } },
      });
    }
  });

  it("opens no stream", async () => {
    const answer = await sendMessage(origin, "subscriptions/listen", { notifications: {} }, { token });
    expect(answer.status).toBe(404);
    expect(answer.json).toMatchObject({ id: 7, error: { code: -32601 } });
  });

  it("accepts a notification, without a body", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    const answer = await post("/mcp", { body });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 202, text: "" });
  });
});

describe("a call of a tool", () => {
  it("counts as one request, and is listed as those of the API that it makes", async () => {
    const issued = await acme.issue("ada", { limits: { requestsPerMinute: 100 } });
    const options = { token: issued.text };
    const remaining = async (name: string, args: object) => {
      const answer = await sendMessage(origin, "tools/call", { name, arguments: args }, options);
      return Number(answer.headers["x-ratelimit-remaining"]);
    };
    expect(await remaining("describe", {})).toBe(99);
    expect(await remaining("query", { entity: "deals" })).toBe(98);
    const operation = { op: "update", entity: "deals", id: issued.memberId, ifMatch: "*", data: {} };
    expect(await remaining("propose", { operations: [operation] })).toBe(97);
    await sendMessage(origin, "tools/call", { name: "query", arguments: { entity: "internal" } }, options);
    await listTools(origin, options);
    const calls = () =>
      sql<{ endpoint: string; status: number }>(
        "select endpoint, status from token_calls where token_id = $1 order by at, endpoint",
        [issued.id],
      );
    await expect.poll(async () => (await calls()).length).toBe(6);
    expect(new Set((await calls()).map(({ endpoint, status }) => `${endpoint} ${status}`))).toEqual(
      new Set(["entities.list 200", "records.query 200", "records.batch 200", "records.query 404"]),
    );
  });

  it("fits in the smallest window, even if it sends two requests", async () => {
    const options = async () => ({ token: (await acme.issue("ada", { limits: { requestsPerMinute: 1 } })).text });
    const deals = Array.from({ length: 30 }, (_, index) => ({
      op: "create",
      entity: "deals",
      data: { title: `d ${index}` },
    }));
    const { plan } = await contentOf<{ plan: string }>(callTool(origin, "propose", { operations: deals }, { token }));
    await contentOf(callTool(origin, "apply", { plan }, { token }));
    const page = { entity: "deals", limit: 30, max_characters: 4_000 };
    const { cut } = await contentOf<{ cut: object }>(callTool(origin, "query", page, await options()));
    expect(cut).toMatchObject({ of: 30, by: "max_characters" });
    const { items } = await contentOf<{ items: { id: string }[] }>(
      callTool(origin, "query", { entity: "deals", limit: 1 }, { token }),
    );
    const operation = { op: "update", entity: "deals", id: items[0]?.id, ifMatch: "*", data: { title: "x" } };
    const { refusals } = await contentOf<{ refusals: object[] }>(
      callTool(origin, "propose", { operations: [operation] }, await options()),
    );
    expect(refusals).toEqual([]);
  });

  it("is refused as a whole once the window of the token is empty", async () => {
    const { text } = await acme.issue("ada", { limits: { requestsPerMinute: 1 } });
    await contentOf(callTool(origin, "describe", {}, { token: text }));
    const answer = await sendMessage(origin, "tools/call", { name: "describe", arguments: {} }, { token: text });
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 429, code: "RATE_LIMITED" });
    expectAnswerRules(answer, { path: "/mcp" }, "after the gate");
  });
});
