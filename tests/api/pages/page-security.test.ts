/** What every page tells browsers, and which requests are refused before a page is looked for. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { SIGN_IN_REFUSED } from "@/lib/session/sign-in-messages";
import { openOrganization } from "../../support/organization";
import { type PageClient, pageClient } from "../../support/page-client";
import { givePassword, ownAddress, PASSWORD, signedIn } from "../../support/page-people";
import { type Service, startWithPages } from "../../support/service";

const origin = inject("origin");
const acme = await openOrganization();
const rea = await givePassword(acme, "rea");
const member = await signedIn(origin, rea);
const visitor = pageClient(origin, ownAddress());

const PAGES: [string, PageClient, number][] = [
  ["/", visitor, 200],
  ["/sign-in", visitor, 200],
  ["/overview", visitor, 307],
  ["/overview", member, 200],
  ["/tokens", member, 200],
  ["/tokens/0123456789012345678901", member, 404],
];

it("a form that sends more than is taken is refused in words, and one that does not is not", async () => {
  const page = await visitor.get("/sign-in");
  const email = `${acme.id}@nowhere.test`;
  const tooMuch = await visitor.submit("/sign-in", page, { email, password: "a".repeat(262_144) });
  expect([tooMuch.status, tooMuch.headers["content-type"]]).toEqual([413, "text/html; charset=utf-8"]);
  expect(/<p>(.*?)<\/p>/.exec(tooMuch.text)?.[1]).toBe(
    "A form takes 256 KB, and this was more. Nothing was done. Go back, and send it in parts.",
  );
  // The body has no Content-Length, because it is sent in chunks.
  const chunked = { "transfer-encoding": "chunked" };
  const fields = { email, password: "a".repeat(262_144) };
  const unmeasured = await visitor.submit("/sign-in", page, fields, { headers: chunked });
  expect([unmeasured.status, unmeasured.text]).toEqual([413, tooMuch.text]);
  const taken = await visitor.submit("/sign-in", page, { email, password: "a".repeat(200_000) }, { headers: chunked });
  expect([taken.status, taken.text.includes(SIGN_IN_REFUSED)]).toEqual([200, true]);
});

// Next fails on TRACE before it asks anything of ours.
const methods = ["PUT", "DELETE", "PROPFIND", ...(inject("adapter") === "node" ? ["TRACE"] : [])];
it.each(methods)("a method that pages do not know is refused in words: %s", async (method) => {
  const answer = await visitor.get("/tokens", { method, headers: { origin } });
  expect([answer.status, answer.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS, POST"]);
  expect(answer.text).toContain("This address is a page: open it with GET. The API is at /api/v1.");
});

describe("a page", () => {
  it.each(PAGES)("%s carries the policy, and nothing inline that it does not mark", async (path, client, status) => {
    const answer = await client.get(path);
    expect(answer.status).toBe(status);
    const policy = String(answer.headers["content-security-policy"]);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]);
    expect(answer.headers).toMatchObject({
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "x-request-id": expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    });
    expect(answer.headers["cache-control"]).toContain("no-store");
    expect(answer.headers).not.toHaveProperty("x-powered-by");
    expect(answer.headers).not.toHaveProperty("strict-transport-security");
    const inline = (answer.text.match(/<(?:script|style)\b[^>]*>/g) ?? []).filter(
      (tag) => !tag.includes(`nonce="${nonce}"`),
    );
    expect(inline).toEqual([]);
    expect(answer.text).not.toMatch(/<[a-z][^>]*\s(?:style|on[a-z]+)="/i);
  });

  it("has a new nonce each time", async () => {
    const policies = [await visitor.get("/sign-in"), await visitor.get("/sign-in")];
    const [first, second] = policies.map(({ headers }) => headers["content-security-policy"]);
    expect(first).not.toBe(second);
  });

  it("takes neither request id nor policy from the client", async () => {
    const headers = {
      "x-request-id": "mine",
      "content-security-policy": "script-src *",
      "x-page-path": "//evil.test/",
    };
    const answer = await visitor.get("/tokens", { headers });
    expect(answer.headers["x-request-id"]).not.toBe("mine");
    expect(answer.headers["content-security-policy"]).not.toContain("*");
    expect(answer.headers.location).toBe("/sign-in?next=%2Ftokens");
  });
});

describe("a post", () => {
  const FOREIGN: [string, Record<string, string>][] = [
    ["from another origin", { origin: "https://evil.test" }],
    ["from no origin that has a name", { origin: "null" }],
    ["with an empty origin", { origin: "" }],
    ["with a forged forwarded host", { origin: "https://evil.test", "x-forwarded-host": "evil.test" }],
  ];

  it.each(FOREIGN)("%s is refused, and says why", async (_what, headers) => {
    const page = await visitor.get("/sign-in");
    const answer = await visitor.submit("/sign-in", page, { email: rea, password: PASSWORD }, { headers });
    expect([answer.status, answer.headers["content-type"]]).toEqual([403, "text/plain; charset=utf-8"]);
    expect(answer.text).toMatch(/^This request did not come from a page of this service/);
    expect(answer.headers).not.toHaveProperty("set-cookie");
  });

  it.each([
    ["from another origin", { origin: "https://evil.test" }, "[]", 403, "This request did not come from a page"],
    ["too large", { origin }, `["${"x".repeat(270_000)}"]`, 413, "A form takes 256 KB"],
    ["unreadable", { origin }, "[", 400, "It was not sent by a page of this service as it is now."],
  ])("of a script, %s: its form shows the reason", async (_what, from, body, status, reason) => {
    const headers = { ...from, "next-action": "00".repeat(21), "content-type": "text/plain;charset=UTF-8" };
    const answer = await visitor.get("/sign-in", { method: "POST", body, headers });
    // With any other type Next would pass on a text of its own.
    expect([answer.status, answer.headers["content-type"]]).toEqual([status, "text/plain"]);
    expect(answer.text.startsWith(`Refused: ${reason}`), answer.text).toBe(true);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])("%s without an origin is refused, wherever it goes", async (method) => {
    for (const path of ["/sign-in", "/tokens"]) {
      const answer = await member.get(path, { method, body: "{}" });
      expect([path, answer.status]).toEqual([path, method === "POST" ? 403 : 405]);
    }
  });

  it.each(["POST", "PURGE"])("%s to an unknown path is 404, from whatever origin", async (method) => {
    for (const path of ["/no/such/page", "/api/auth/sign-in/email", "/api/v1x", "/mcpx"]) {
      for (const headers of [{}, { origin }, { origin: "https://evil.test" }]) {
        const answer = await member.get(path, { method, headers, body: "{}" });
        expect([path, headers, answer.status]).toEqual([path, headers, 404]);
      }
    }
  });

  it("to a page with a session and a made-up action changes nothing, and is no server error", async () => {
    const headers = { origin, "next-action": "00".repeat(21), "content-type": "text/plain;charset=UTF-8" };
    const answer = await member.get("/tokens", { method: "POST", body: "[]", headers });
    expect([404, 409]).toContain(answer.status);
  });
});

describe("Better Auth's own routes", () => {
  it.each(["/api/auth/get-session", "/api/auth/ok", "/api/auth/list-sessions", "/api/auth/callback/oidc"])(
    "%s does not exist",
    async (path) => {
      expect((await member.get(path)).status).toBe(404);
    },
  );

  it.each(["/api/auth/sign-in/email", "/api/auth/sign-up/email", "/api/auth/sign-in/social", "/api/auth/update-user"])(
    "%s accepts nothing",
    async (path) => {
      const headers = { origin, "content-type": "application/json" };
      const answer = await member.get(path, {
        method: "POST",
        headers,
        body: JSON.stringify({ email: rea, password: PASSWORD }),
      });
      expect(answer.status).toBe(404);
      expect(answer.headers).not.toHaveProperty("set-cookie");
    },
  );
});

describe("behind a proxy that terminates TLS and uses another host name", () => {
  const PUBLIC = "https://tokens.example.test";
  let service: Service;
  beforeAll(async () => {
    service = await startWithPages(inject("adapter"), inject("databaseUrl"), {
      APP_URL: PUBLIC,
      TRUSTED_PROXY_HOPS: "1",
    });
  });
  afterAll(() => service?.kill());

  it("signs in from the public origin, with cookies for this host and https only, and tells browsers to stay on https", async () => {
    const client = pageClient(service.origin);
    const page = await client.get("/sign-in");
    expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
    const headers = { origin: PUBLIC, "x-forwarded-for": "203.0.113.7", "x-forwarded-host": "evil.test" };
    const answer = await client.submit("/sign-in", page, { email: rea, password: PASSWORD }, { headers });
    expect([answer.status, answer.headers.location]).toEqual([303, "/overview"]);
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^__Host-records\.session_token=[^;]+; Path=\/; Expires=[^;]+; Max-Age=43200; Secure; HttpOnly; SameSite=lax$/i,
      ),
    ]);
  });

  it.each([
    ["the public host without TLS", { origin: "http://tokens.example.test", host: "tokens.example.test" }],
    ["the host that was asked", { origin: "http://localhost", host: "localhost" }],
  ])("does not sign in from %s", async (_what, headers) => {
    const client = pageClient(service.origin);
    const page = await client.get("/sign-in");
    const answer = await client.submit("/sign-in", page, { email: rea, password: PASSWORD }, { headers });
    expect([answer.status, answer.text.includes(PUBLIC), client.cookies.size]).toEqual([403, true, 0]);
  });
});
