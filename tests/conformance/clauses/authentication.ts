/** Who is let in, and who the caller is (spec: Authentication; Identity object). Makes some ten failed attempts. */
import { expect } from "vitest";
import type { Clause } from "../clause";
import { expectError, expectKeys } from "../expectations";

const chapter = "Authentication";
/** Of the right form, and nobody's. The checksum is wrong. */
const MADE_UP = `service_v1_${"0".repeat(22)}_${"0".repeat(49)}`;
const refused = (says: string, headers: Record<string, string>, path = "/me"): Clause => ({
  chapter,
  says,
  check: async ({ ask }) => {
    const answer = await ask({ path, headers, token: undefined });
    expectError(answer, 401, "INVALID_TOKEN");
    expect(/error="invalid_token"/.test(String(answer.headers["www-authenticate"]))).toBe("authorization" in headers);
  },
});

export const AUTHENTICATION: Clause[] = [
  refused("No token is 401, with a challenge that names no error.", {}),
  refused("Bearer alone is 401.", { authorization: "Bearer" }),
  refused("Another scheme is 401.", { authorization: "Basic dTpw" }),
  refused("A token of the right form that nobody has is 401.", { authorization: `Bearer ${MADE_UP}` }),
  refused("A token of another form is 401.", { authorization: "Bearer service_v2_x_y" }),
  refused("A token in the query string is no token.", {}, `/me?access_token=${MADE_UP}`),
  refused("A token in a cookie is no token.", { cookie: `token=${MADE_UP}` }),
  {
    chapter,
    says: "A token with one character changed is 401.",
    check: async ({ ask, token }) => {
      const other = token.slice(0, -1) + (token.endsWith("0") ? "1" : "0");
      expectError(await ask({ path: "/me", token: other }), 401, "INVALID_TOKEN");
    },
  },
  {
    chapter,
    says: "The name of the scheme may be written in small letters.",
    check: async ({ ask, token }) => {
      expect((await ask({ path: "/me", headers: { authorization: `bearer ${token}` } })).status).toBe(200);
    },
  },
  {
    chapter,
    says: "A missing token is told before anything about entities, records or bodies.",
    check: async ({ ask }) => {
      const headers = { cookie: "none=1" };
      for (const path of ["/entities", "/entities/x", "/entities/x/records", "/entities/x/records/y"]) {
        expectError(await ask({ path, headers, token: undefined }), 401, "INVALID_TOKEN");
      }
    },
  },
  {
    chapter: "Identity object",
    says: "It has exactly its members, and the hint gives nothing of the secret away.",
    check: async ({ data, token }) => {
      const me = await data<{ organizationId: string; member: object; token: { tokenHint: string } }>({ path: "/me" });
      expectKeys(me, ["organizationId", "member", "token"]);
      expectKeys(me.member, ["id", "name", "email"]);
      expectKeys(me.token, ["id", "name", "tokenHint"]);
      expect(JSON.stringify(me)).not.toContain(token.slice(-49, -43));
      expect(JSON.stringify(me)).not.toContain(token.slice(-6));
    },
  },
];
