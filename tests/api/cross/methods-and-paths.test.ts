/** What exists and what does not: paths, methods, and headers that would like to change them (contract §§ 1, 4). */
import { describe, expect, inject, it } from "vitest";
import { post, sendTo } from "../../support/http";
import { openOrganization, recordsPath } from "../../support/organization";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const deal = await acme.create("ada", "deals", { title: "deal" });
/** Next does the rest by itself (contract § 11). */
const IS_NODE = inject("adapter") === "node";

const PATHS: [name: string, path: string, methods: string[]][] = [
  ["me", "/me", ["GET", "HEAD", "OPTIONS"]],
  ["entities", "/entities", ["GET", "HEAD", "OPTIONS"]],
  ["the token's document", "/openapi.json", ["GET", "HEAD", "OPTIONS"]],
  ["an entity", "/entities/deals", ["GET", "HEAD", "OPTIONS"]],
  ["records", recordsPath("deals"), ["GET", "HEAD", "OPTIONS", "POST", "QUERY"]],
  ["a query", `${recordsPath("deals")}/query`, ["OPTIONS", "POST"]],
  ["an aggregate", `${recordsPath("deals")}/aggregate`, ["OPTIONS", "POST"]],
  ["a record", deal.path, ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH"]],
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "QUERY"];
const allowed = (value: unknown) => String(value).split(/, */).sort();

describe("405", () => {
  for (const [name, path, methods] of PATHS) {
    for (const method of METHODS.filter((candidate) => !methods.includes(candidate) && candidate !== "HEAD")) {
      row(`${method} on ${name} is refused, and Allow says what is possible`, {
        request: { method, path, as: "ada", headers: { "if-match": "*" } },
        expect: { status: 405, code: "METHOD_NOT_ALLOWED" },
        stage: "before the gate",
        after: (answer) => expect(allowed(answer.headers.allow)).toEqual(methods),
      });
    }
  }

  for (const method of ["PROPFIND", "TRACE"]) {
    row(`${method} is refused and echoes nothing but the request id`, {
      request: { method, path: "/me", as: "ada", headers: { "x-secret": "echo me not" } },
      expect: { status: 405, code: "METHOD_NOT_ALLOWED" },
      stage: "before the gate",
      after: (answer) => expect(answer.text).not.toContain("echo me not"),
    });
  }
});

for (const [name, path, methods] of PATHS) {
  row(`OPTIONS on ${name} says what is possible, and nothing of origins`, {
    request: {
      method: "OPTIONS",
      path,
      headers: {
        origin: "https://elsewhere.test",
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    },
    expect: { status: 204 },
    stage: "before the gate",
    after: (answer) => expect(allowed(answer.headers.allow)).toEqual(methods),
  });
}

describe("404: paths that do not exist", () => {
  for (const path of [
    "",
    "/me/",
    "/entities/deals/records/",
    `${deal.path}/`,
    "/entities/deals/records/query/more",
    "/.env",
    "/me;x=1",
    "/me.rsc",
    "/entities/deals.segments/_tree.segment.rsc",
    "/_next/data/x/me.json",
    "/entities/deals//records",
    ...(IS_NODE ? ["/../../etc/passwd"] : []),
  ]) {
    row(`"${path}" is unknown`, {
      request: { path, as: "ada" },
      expect: { status: 404, code: "ENTITY_NOT_FOUND", headers: { location: null } },
      stage: "before the gate",
    });
  }

  const NO_RECORD = "RECORD_NOT_FOUND";
  for (const [guarantee, path, code] of [
    ["in the entity's place", "/entities/%ff", "ENTITY_NOT_FOUND"],
    ["in the record's place", `${recordsPath("deals")}/%ff`, NO_RECORD],
  ] as const) {
    row(`a malformed escape ${guarantee} is 404`, { path, as: "ada" }, { status: 404, code });
  }

  row("an encoded slash joins no segments", {
    request: { path: "/entities%2Fdeals", as: "ada" },
    expect: { status: 404, code: "ENTITY_NOT_FOUND" },
    stage: "before the gate",
  });

  row("an encoded letter of the entity's key is that letter", { path: "/entities/de%61ls", as: "ada" }, 200);
});

describe.runIf(IS_NODE)("a path without the base, or with another version", () => {
  const RECORDS = "/api/v1/entities/:entityKey/records";
  const API = "The API is at /api/v1, in this spelling.";
  const MCP = "MCP is at POST /mcp, in this spelling, without a slash at the end.";

  it.each([
    ["GET", "/entities/deals/records?limit=1", `${API} Did you mean ${RECORDS}?`],
    ["OPTIONS", "/api/entities", `${API} Did you mean /api/v1/entities?`],
    ["GET", "/api/v2/entities/deals/records", `${API} Did you mean ${RECORDS}?`],
    ["GET", "/API/v1/me", `${API} Did you mean /api/v1/me?`],
    ["GET", "/entities/deals/things", `${API} Start with GET /api/v1/entities.`],
    ["POST", "/mcp/", MCP],
    ["POST", "/api/mcp", MCP],
  ])("%s %s tells a program where to go", async (method, path, meant) => {
    const answer = await sendTo(inject("origin"), path, { method, headers: { "x-request-id": "forgotten-1" } });
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
    expect(answer.headers.link).toMatch(/\/docs\/errors#ENTITY_NOT_FOUND>; rel="help"$/);
    expect(answer.json).toEqual({
      error: {
        code: "ENTITY_NOT_FOUND",
        message: `There is nothing at this path. ${meant}`,
        requestId: "forgotten-1",
      },
    });
  });

  it("is a page that does not exist, for a browser", async () => {
    const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const answer = await sendTo(inject("origin"), "/entities/deals/records", { headers });
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

describe("headers that change nothing", () => {
  const read = { path: deal.path, as: "rea" as const };
  for (const [guarantee, headers] of [
    ["x-http-method-override", { "x-http-method-override": "DELETE" }],
    [
      "x-middleware-subrequest",
      { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    ],
    ["x-nextjs-data", { "x-nextjs-data": "1" }],
    ["RSC", { rsc: "1" }],
    ["Next-Router-State-Tree", { "next-router-state-tree": "%5B%22%22%5D" }],
    ["Next-Router-Prefetch", { "next-router-prefetch": "1" }],
    ["Next-Resume", { "next-resume": "1" }],
    ["x-middleware-rewrite", { "x-middleware-rewrite": "/api/v1/me" }],
    ["x-original-url", { "x-original-url": "/api/v1/me", "x-rewrite-url": "/api/v1/me" }],
    ["x-forwarded-host", { "x-forwarded-host": "elsewhere.test", "x-forwarded-proto": "https" }],
    ["Origin", { origin: "https://elsewhere.test" }],
    ["Accept", { accept: "text/html" }],
    ["Range", { range: "bytes=0-5" }],
    ["Expect of nothing", { te: "trailers" }],
  ] as const) {
    row(`${guarantee} is answered as if it were not there`, {
      request: { ...read, headers: { ...headers } },
      expect: { status: 200, headers: { etag: deal.etag } },
    });
  }

  row(
    "a Next-Action header makes no server action of a create",
    post(recordsPath("deals"), { data: { title: "x" } }, { as: "rea", headers: { "next-action": "7f".repeat(20) } }),
    "403 PERMISSION_DENIED",
  );

  row("_method in the query string changes nothing", {
    request: { path: `${deal.path}?_method=DELETE`, as: "ada" },
    expect: { status: 400, code: "INVALID_FILTERS" },
    after: async () => expect((await acme.call("ada", { path: deal.path })).status).toBe(200),
  });

  const bearer = ["authorization", `Bearer ${acme.token("ada")}`] as [string, string];
  row("x-middleware-subrequest does not let in", {
    request: { path: "/me", headers: { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" } },
    expect: { status: 401, code: "INVALID_TOKEN" },
  });

  row("two Authorization lines are none, both of them good", {
    request: { path: "/me", headers: [bearer, bearer] },
    expect: { status: 401, code: "INVALID_TOKEN" },
  });

  row("a token in the path is refused", { path: `/entities/${acme.token("ada")}`, as: "ada" }, "401 INVALID_TOKEN");

  row("a route parameter of Next in the query string reaches no other entity", {
    request: { path: "/entities/deals?nxtPentityKey=accounts", as: "ada" },
    expect: { status: 400, code: "INVALID_FILTERS" },
    after: (answer) => expect(answer.text).not.toContain('"entityKey":"accounts"'),
  });
});

it.runIf(!IS_NODE)("Next serves a path without the base as a page", async () => {
  const answer = await sendTo(inject("origin"), "/entities", { token: acme.token("ada") });
  expect([answer.status, answer.text.startsWith("<!doctype html>")]).toEqual([404, true]);
});

it("a response says how long its connection is kept (contract § 11)", async () => {
  const answer = await sendTo(inject("origin"), "/api/v1/me", {});
  expect(answer.headers["keep-alive"]).toBe(IS_NODE ? "timeout=65" : "timeout=5");
});
