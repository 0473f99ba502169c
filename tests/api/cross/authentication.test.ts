/** Who is let in (spec: Authentication; contract § 2). */
import { describe, expect } from "vitest";
import { sql } from "../../support/database-client";
import { openOrganization, recordsPath } from "../../support/organization";
import { rowsOf } from "../../support/scenario";
import { withChecksum, wrongSecretFor } from "../../support/token-text";

const acme = await openOrganization();
const row = rowsOf(acme);
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

  row("the scheme's case does not matter", { path: "/me", headers: { authorization: `BeArEr ${good.text}` } }, 200);

  row("a session cookie beside a good token changes nothing", {
    request: { path: "/me", token: good.text, headers: { cookie: "better-auth.session_token=x" } },
    expect: { status: 200 },
  });
});

const { text } = good;
for (const [guarantee, request] of [
  ["no Authorization header", { path: "/me" }],
  ["a token in the query string", { path: `/me?access_token=${text}` }],
  ["a token in the query string under another name", { path: `/me?token=${text}&authorization=Bearer%20${text}` }],
  ["a token in a cookie", { path: "/me", headers: { cookie: `token=${text}; Authorization=Bearer ${text}` } }],
  ["a token in another header", { path: "/me", headers: { "x-api-key": text, "x-authorization": `Bearer ${text}` } }],
  ["a token in the body", { method: "POST", path: `${recordsPath("deals")}/query`, json: { access_token: text } }],
  ["a session cookie alone", { path: "/me", headers: { cookie: "better-auth.session_token=x" } }],
] as const) {
  row(`${guarantee} is refused, with a challenge that names no error`, {
    request: { ...request, headers: { ...("headers" in request ? request.headers : {}) } },
    expect: { status: 401, code: "INVALID_TOKEN", headers: { "www-authenticate": WITHOUT_ERROR } },
    after: (answer) => expect(answer.text).not.toContain(good.text),
  });
}

describe("401 INVALID_TOKEN: with credentials", () => {
  for (const [guarantee, authorization] of [
    ["another scheme", `Basic ${Buffer.from(`x:${good.text}`).toString("base64")}`],
    ["the token without scheme", good.text],
    ["a wrong checksum", `Bearer ${swapLast(good.text)}`],
    ["an unknown id with a right checksum", `Bearer ${wrongSecretFor("0".repeat(22))}`],
    ["a wrong secret with a right checksum", `Bearer ${wrongSecretFor(good.id)}`],
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

  row("an empty Authorization header beside a good one is refused", {
    request: {
      path: "/me",
      headers: [
        ["authorization", `Bearer ${good.text}`],
        ["authorization", "Basic x"],
      ],
    },
    expect: { status: 401, code: "INVALID_TOKEN" },
  });
});

describe("401: the reason, to those who have the secret", () => {
  for (const [code, issue] of [
    ["TOKEN_REVOKED", () => acme.issue("rea", { revoked: PAST })],
    ["TOKEN_EXPIRED", () => acme.issue("rea", { expires: PAST })],
    ["OWNER_INACTIVE", () => acme.issue("ina")],
  ] as const) {
    row(`${code}, with a challenge`, {
      given: issue,
      request: (token) => ({ path: "/me", token: token.text }),
      expect: { status: 401, code, headers: { "www-authenticate": WITH_ERROR } },
    });
  }

  row("a token is expired at its very moment, by the database's clock", {
    given: async () => {
      const [{ now }] = (await sql<{ now: string }>("select now()::text as now")) as [{ now: string }];
      return acme.issue("rea", { expires: now });
    },
    request: (token) => ({ path: "/me", token: token.text }),
    expect: { status: 401, code: "TOKEN_EXPIRED" },
  });
});
