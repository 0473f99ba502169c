/**
 * Paths that routers take for one of the interface's. Each is answered by the interface itself, which knows one spelling:
 * nothing redirects, and no endpoint is found past the checks before it (contract § 4).
 */
import { describe, expect, inject, it } from "vitest";
import { post, send } from "../../support/http";
import { openOrganization, type Page, recordsPath } from "../../support/organization";
import { partsOf, sendBytes } from "../../support/raw-http";

const origin = inject("origin");
const acme = await openOrganization();

/** What the bytes of one request are answered with. */
async function ask(method: string, target: string, headers: string[] = [], body = "") {
  const head = [
    `${method} ${target} HTTP/1.1`,
    "Host: a",
    `Authorization: Bearer ${acme.token("ada")}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    ...headers,
  ];
  const raw = await sendBytes(origin, `${head.join("\r\n")}\r\n\r\n${body}`);
  const parts = partsOf(raw);
  return { status: raw.statuses[0], headers: parts.headers, body: parts.body };
}

const SPELLINGS = [
  "//api/v1",
  "/api//v1",
  "/api/./v1",
  "/./api/v1",
  "/x/../api/v1",
  "/api/x/../v1",
  "/api/v1/../v1",
  "/x/%2e%2e/api/v1",
  "/x/.%2E/api/v1",
  "/api/%2e/v1",
  "/%61pi/v1",
  "/api/v%31",
  "/api%2Fv1",
  "/api\\v1",
  "/x\\..\\api/v1",
];

describe.each(SPELLINGS)("%s", (base) => {
  it.each(["GET", "POST", "DELETE", "OPTIONS", "TRACE"])(
    "is no path of the interface, for %s either",
    async (method) => {
      const answer = await ask(method, `${base}/me`, ["RSC: 1", "X-Request-Id: spelling-1"]);
      expect([answer.status, answer.headers["x-request-id"], answer.headers.location]).toEqual([
        404,
        "spelling-1",
        undefined,
      ]);
      expect(answer.body).toMatch(/"code":"ENTITY_NOT_FOUND".*"requestId":"spelling-1"/);
    },
  );

  it("creates no record", async () => {
    const name = `by ${base}`;
    const { status } = await ask("POST", `${base}${recordsPath("samples")}`, [], JSON.stringify({ data: { name } }));
    expect(status).toBe(404);
    const where = ["name", "eq", name];
    const found = await send(origin, post(`${recordsPath("samples")}/query`, { where }, { token: acme.token("ada") }));
    expect((found.json as { data: Page }).data.items).toEqual([]);
  });
});

it("pages can still be requested with escapes and dots", async () => {
  const answer = await ask("GET", "/x/../sign-in?next=%2Ftokens");
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
});

it("a full URL in the request line gives the same path", async () => {
  expect((await ask("GET", "http://elsewhere.example/api/v1/me")).status).toBe(200);
  expect((await ask("GET", "http://elsewhere.example/x/../api/v1/me")).status).toBe(404);
});

it.runIf(inject("adapter") === "node")("an unknown expectation is ignored", async () => {
  expect((await ask("GET", "/api/v1/me", ["Expect: miracles"])).status).toBe(200);
});
