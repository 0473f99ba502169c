/** Who is let in (spec: Authentication; contract § 2). */
import { describe, expect } from "vitest";
import { sql } from "../../support/database-client";
import { send } from "../../support/http";
import { errorOf, openOrganization, recordsPath } from "../../support/organization";
import { refusalsOf, rowsOf } from "../../support/scenario";
import { withChecksum, wrongSecretFor } from "../../support/token-text";

const acme = await openOrganization();
const row = rowsOf(acme);
const refused = refusalsOf(row);
const PAST = "2020-01-01T00:00:00Z";
const good = await acme.issue("rea");
const WITH_ERROR = /^Bearer\b.*error="invalid_token"/;
const WITHOUT_ERROR = /^Bearer(?!.*error=)/;

const swapLast = (text: string) => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");

describe("200", () => {
  row("a token in the published form lets in", {
    request: { path: "/me", token: good.text },
    expect: { status: 200, headers: { "www-authenticate": null } },
    after: () => {
      expect(good.text).toMatch(/^service_v1_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$/);
      expect(withChecksum(good.text.slice(0, -6))).toBe(good.text);
    },
  });

  for (const scheme of ["bearer", "BEARER", "BeArEr"]) {
    row(`the scheme's case does not matter: ${scheme}`, {
      request: { path: "/me", headers: { authorization: `${scheme} ${good.text}` } },
      expect: { status: 200 },
    });
  }

  row("a token that expires later lets in", {
    given: () => acme.issue("rea", { expires: new Date(Date.now() + 60_000).toISOString() }),
    request: (token) => ({ path: "/me", token: token.text }),
    expect: { status: 200 },
  });

  row("a session cookie beside a good token changes nothing", {
    request: { path: "/me", token: good.text, headers: { cookie: "better-auth.session_token=x" } },
    expect: { status: 200 },
  });
});

describe("401 INVALID_TOKEN: without credentials", () => {
  for (const [guarantee, request] of [
    ["no Authorization header", { path: "/me" }],
    ["a token in the query string", { path: `/me?access_token=${good.text}` }],
    [
      "a token in the query string under another name",
      { path: `/me?token=${good.text}&authorization=Bearer%20${good.text}` },
    ],
    [
      "a token in a cookie",
      { path: "/me", headers: { cookie: `token=${good.text}; Authorization=Bearer ${good.text}` } },
    ],
    [
      "a token in another header",
      { path: "/me", headers: { "x-api-key": good.text, "x-authorization": `Bearer ${good.text}` } },
    ],
    [
      "a token in the body",
      { method: "POST", path: `${recordsPath("deals")}/query`, json: { access_token: good.text } },
    ],
    ["a session cookie alone", { path: "/me", headers: { cookie: "better-auth.session_token=x" } }],
  ] as const) {
    row(`${guarantee} is refused, with a challenge that names no error`, {
      request: { ...request, headers: { ...("headers" in request ? request.headers : {}) } },
      expect: { status: 401, code: "INVALID_TOKEN", headers: { "www-authenticate": WITHOUT_ERROR } },
      after: (answer) => expect(answer.text).not.toContain(good.text),
    });
  }
});

describe("401 INVALID_TOKEN: with credentials", () => {
  for (const [guarantee, authorization] of [
    ["Bearer alone", "Bearer"],
    ["Bearer and a space", "Bearer "],
    ["another scheme", `Basic ${Buffer.from(`x:${good.text}`).toString("base64")}`],
    ["the token without scheme", good.text],
    ["two tokens", `Bearer ${good.text} ${good.text}`],
    ["a token without its secret", `Bearer service_v1_${good.id}`],
    ["a token with one more part", `Bearer ${good.text}_x`],
    ["another version's prefix", `Bearer ${good.text.replace("_v1_", "_v2_")}`],
    ["a token in capitals", `Bearer ${good.text.toUpperCase()}`],
    ["a token in small letters", `Bearer ${good.text.toLowerCase()}`],
    ["a wrong checksum", `Bearer ${swapLast(good.text)}`],
    [
      "a changed secret under the old checksum",
      `Bearer ${good.text.slice(0, 40)}${good.text[40] === "0" ? "1" : "0"}${good.text.slice(41)}`,
    ],
    ["an unknown id with a right checksum", `Bearer ${wrongSecretFor("0".repeat(22))}`],
    ["a wrong secret with a right checksum", `Bearer ${wrongSecretFor(good.id)}`],
    ["a token of 10 KB", `Bearer service_v1_${"a".repeat(10_000)}`],
  ] as const) {
    row(`${guarantee} is refused, with a challenge that names the error`, {
      request: { path: "/me", headers: { authorization } },
      expect: { status: 401, code: "INVALID_TOKEN", headers: { "www-authenticate": WITH_ERROR } },
      after: (answer) => expect(answer.text).not.toContain(good.text.slice(-49)),
    });
  }

  row("a token in the URL is refused though the header has a good one: it is in somebody's log by now", {
    request: { path: `/me?access_token=${good.text}`, token: good.text },
    expect: { status: 401, code: "INVALID_TOKEN" },
    after: (answer) => expect(answer.text).not.toContain(good.text),
  });

  for (const [guarantee, hidden] of [
    ["with its underscores escaped", good.text.replaceAll("_", "%5F")],
    ["with a letter escaped, beside a broken escape", `%zz%${good.text.replace("service", "%73ervice")}`],
    ["with every character escaped", [...good.text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("")],
  ] as const) {
    row(`a token in the URL ${guarantee} is refused though the header has a good one`, {
      request: { path: `/me?access_token=${hidden}`, token: good.text },
      expect: { status: 401, code: "INVALID_TOKEN" },
    });
  }

  row("escapes that hide no token do no harm", {
    request: { path: `${recordsPath("deals")}?search=service%5Fv1%5Fno%25`, token: good.text },
    expect: { status: 200 },
  });

  refused([
    [
      "two Authorization headers are refused, both of them good",
      {
        path: "/me",
        headers: [
          ["authorization", `Bearer ${good.text}`],
          ["authorization", `Bearer ${good.text}`],
        ],
      },
      401,
      "INVALID_TOKEN",
    ],
    [
      "an empty Authorization header beside a good one is refused",
      {
        path: "/me",
        headers: [
          ["authorization", `Bearer ${good.text}`],
          ["authorization", "Basic x"],
        ],
      },
      401,
      "INVALID_TOKEN",
    ],
  ]);
});

describe("401: the reason, to those who have the secret", () => {
  row("a revoked token is TOKEN_REVOKED", {
    given: () => acme.issue("rea", { revoked: PAST }),
    request: (token) => ({ path: "/me", token: token.text }),
    expect: { status: 401, code: "TOKEN_REVOKED", headers: { "www-authenticate": WITH_ERROR } },
  });

  row("an expired token is TOKEN_EXPIRED", {
    given: () => acme.issue("rea", { expires: PAST }),
    request: (token) => ({ path: "/me", token: token.text }),
    expect: { status: 401, code: "TOKEN_EXPIRED", headers: { "www-authenticate": WITH_ERROR } },
  });

  row("an inactive owner's token is OWNER_INACTIVE", {
    request: { path: "/me", as: "ina" },
    expect: { status: 401, code: "OWNER_INACTIVE", headers: { "www-authenticate": WITH_ERROR } },
  });

  row("revoked comes before expired and inactive", {
    given: () => acme.issue("ina", { revoked: PAST, expires: PAST }),
    request: (token) => ({ path: "/me", token: token.text }),
    expect: { status: 401, code: "TOKEN_REVOKED" },
  });

  row("expired comes before inactive", {
    given: () => acme.issue("ina", { expires: PAST }),
    request: (token) => ({ path: "/me", token: token.text }),
    expect: { status: 401, code: "TOKEN_EXPIRED" },
  });

  row("a token is expired at its very moment, by the database's clock", {
    given: async () => {
      const [{ now }] = (await sql<{ now: string }>("select now()::text as now")) as [{ now: string }];
      return acme.issue("rea", { expires: now });
    },
    request: (token) => ({ path: "/me", token: token.text }),
    expect: { status: 401, code: "TOKEN_EXPIRED" },
  });
});

describe("401: no reason, to those who do not", () => {
  for (const [guarantee, make] of [
    ["a live token", () => acme.issue("rea")],
    ["a revoked token", () => acme.issue("rea", { revoked: PAST })],
    ["an expired token", () => acme.issue("rea", { expires: PAST })],
    ["an inactive owner's token", () => acme.issue("ina")],
  ] as const) {
    row(`a wrong secret for ${guarantee} is answered byte for byte as an unknown id`, {
      given: make,
      request: (token) => ({ path: "/me", token: wrongSecretFor(token.id), headers: { "x-request-id": "same" } }),
      expect: { status: 401, code: "INVALID_TOKEN" },
      after: async (answer) => {
        const unknown = await send(acme.origin, {
          path: "/me",
          token: wrongSecretFor("z".repeat(22)),
          headers: { "x-request-id": "same" },
        });
        expect(unknown.text).toBe(answer.text);
        expect(Object.keys(unknown.headers)).toEqual(Object.keys(answer.headers));
        expect(unknown.headers["www-authenticate"]).toBe(answer.headers["www-authenticate"]);
      },
    });
  }
});

describe("what a token cannot do", () => {
  for (const path of ["/tokens", "/me/tokens", `/tokens/${good.id}`, "/tokens/revoke"]) {
    row(`there is no way to reach tokens over the interface: ${path}`, {
      request: { method: "POST", path, as: "ada", json: { name: "x" } },
      expect: { status: 404, code: "ENTITY_NOT_FOUND" },
      stage: "before the gate",
    });
  }

  row("every 401 says what to send", {
    request: { path: "/me", headers: { authorization: "Bearer x" } },
    expect: { status: 401, code: "INVALID_TOKEN" },
    after: (answer) => expect(errorOf(answer).message.length).toBeGreaterThan(10),
  });
});
