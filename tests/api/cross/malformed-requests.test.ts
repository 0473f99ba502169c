/**
 * Requests that Node lets pass and HTTP does not (RFC 9112 § 3.2), and those that ask for no path: each is answered in the
 * API's form.
 */
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sendTo } from "../../support/http";
import { openOrganization } from "../../support/organization";
import { partsOf, sendBytes } from "../../support/raw-http";

const origin = inject("origin");
const acme = await openOrganization();
const { host } = new URL(origin);

// Bytes are waited for so long only, and the first page of a service is read from its disk.
beforeAll(async () => void (await sendTo(origin, "/sign-in", {})));

async function ask(line: string, ...headers: string[]) {
  const raw = await sendBytes(origin, `${[line, "X-Request-Id: edge-1", ...headers].join("\r\n")}\r\n\r\n`);
  const { headers: answered, body } = partsOf(raw);
  return { statuses: raw.statuses, headers: answered, body };
}

const TOKEN = `Authorization: Bearer ${acme.token("ada")}`;

it.each<[string, string, string[]]>([
  ["no Host, on the interface", "GET /api/v1/me HTTP/1.1", [TOKEN]],
  ["no Host, on a page", "GET /sign-in HTTP/1.1", []],
  ["no Host, on a path that nobody has", "GET /nowhere HTTP/1.1", []],
  ["two Hosts", "GET /api/v1/me HTTP/1.1", [`Host: ${host}`, "Host: elsewhere.test", TOKEN]],
  ["two Hosts, on a page", "GET /sign-in HTTP/1.1", [`Host: ${host}`, "Host: elsewhere.test"]],
  ["two Hosts under HTTP/1.0", "GET /api/v1/me HTTP/1.0", [`Host: ${host}`, `Host: ${host}`, TOKEN]],
  ["a Host that is a path", "GET /sign-in HTTP/1.1", ["Host: a/b"]],
  ["a Host of two names", "GET /api/v1/me HTTP/1.1", ["Host: a,b", TOKEN]],
  ["a Host with a port beyond them all", "GET /sign-in HTTP/1.1", ["Host: a:99999"]],
  ["a Host that is no address", "GET /sign-in HTTP/1.1", ["Host: [::1::]"]],
  ["GET *", "GET * HTTP/1.1", [`Host: ${host}`]],
  ["TRACE *", "TRACE * HTTP/1.1", [`Host: ${host}`]],
])("400, in the form of the API: %s", async (_what, line, headers) => {
  const answer = await ask(line, ...headers);
  expect([answer.statuses, answer.headers["x-request-id"]]).toEqual([[400], "edge-1"]);
  expect(answer.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  expect(answer.body).toMatch(/\{"error":\{"code":"INVALID_BODY","message":"The [^"]+\.","requestId":"edge-1"\}\}/);
});

describe("what HTTP allows gets its usual response", () => {
  it.each<[string, string, string[], number]>([
    ["HTTP/1.0 without Host, on the interface", "GET /api/v1/me HTTP/1.0", [TOKEN], 200],
    ["HTTP/1.0 without Host, on a page", "GET /sign-in HTTP/1.0", [], 200],
    ["HTTP/1.0 without Host, on a path that nobody has", "GET /nowhere HTTP/1.0", [], 404],
    ["an empty Host", "GET /api/v1/me HTTP/1.1", ["Host:", TOKEN], 200],
    ["an address of version 6", "GET /sign-in HTTP/1.1", ["Host: [::1]:3000"], 200],
    ["a whole address without a path", "GET http://elsewhere.test HTTP/1.1", [`Host: ${host}`], 200],
    ["a whole address of a page", "GET http://elsewhere.test/sign-in HTTP/1.1", [`Host: ${host}`], 200],
  ])("%s", async (_what, line, headers, status) => {
    const answer = await ask(line, ...headers);
    expect(answer.statuses).toEqual([status]);
    expect(answer.headers["x-request-id"]).toBeDefined();
  });

  it("OPTIONS * says what the service can do, and nothing of origins", async () => {
    const answer = await ask("OPTIONS * HTTP/1.1", `Host: ${host}`, "Origin: https://elsewhere.test");
    expect([answer.statuses, answer.headers["x-request-id"]]).toEqual([[204], "edge-1"]);
    expect((answer.headers.allow ?? "").split(", ").sort()).toEqual([
      "DELETE",
      "GET",
      "HEAD",
      "OPTIONS",
      "PATCH",
      "POST",
      "QUERY",
    ]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("the connection stays open after a refusal", async () => {
    const bad = `GET /api/v1/me HTTP/1.1\r\n${TOKEN}\r\n\r\n`;
    const good = `GET /api/v1/me HTTP/1.1\r\nHost: ${host}\r\n${TOKEN}\r\n\r\n`;
    expect((await sendBytes(origin, bad + good, 2)).statuses).toEqual([400, 200]);
  });
});

it.each<[string, string, number[]]>([
  ["a line that is no request", "nonsense\r\n\r\n", [400]],
  ["the start of TLS", "\x16\x03\x01\r\n\r\n", [400]],
  ["32 KB of headers", `GET /api/v1/me HTTP/1.1\r\nHost: ${host}\r\nX-Long: ${"x".repeat(32_768)}\r\n\r\n`, [431]],
  ["CONNECT, because this is no proxy", `CONNECT elsewhere.test:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`, []],
])("what is not HTTP, %s: Node ends the connection, without a body", async (_what, bytes, statuses) => {
  const raw = await sendBytes(origin, bytes);
  expect([raw.statuses, raw.text.split("\r\n\r\n")[1] ?? ""]).toEqual([statuses, ""]);
});
