/**
 * A token that is limited beyond its scopes: fields as if its owner could not read them, addresses from which it is unknown,
 * and a window of its own (docs/contract.md, Limits of a token).
 */
import { describe, expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { patch, post, send } from "../../support/http";
import { followOnce } from "../../support/mirror";
import { dataOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import { expectAsUnknown } from "../../support/same-response";
import { rowsOf } from "../../support/scenario";
import { wrongSecretFor } from "../../support/token-text";

const acme = await openOrganization();
const row = rowsOf(acme);
const account = await acme.create("ada", "accounts", { name: "Truffle & Sons", city: "Turin" });
const sample = await acme.create("ada", "samples", { name: "One", text: "truffle", reference: account.view.id });

const DENIED = [{ entity: "samples", fields: ["text"] }];
/** Of a member who can read and write the field. */
const issue = (deniedFields = DENIED) => acme.issue("wim", { limits: { deniedFields } });
const records = recordsPath("samples");

describe("a denied field", () => {
  row("can be written, and the response does not show it", {
    given: async () => ({
      token: await issue(),
      record: await acme.create("ada", "samples", { name: "w", text: "old" }),
    }),
    request: ({ token, record }) => patch(record.path, { text: "new" }, { token: token.text }, record.etag),
    expect: { status: 200 },
    after: async (answer, { record }) => {
      expect(dataOf<RecordView>(answer).data).not.toHaveProperty("text");
      expect((await acme.read("ada", record.path)).data.text).toBe("new");
    },
  });

  it("that becomes denied resets the feed, and is gone from the next read", async () => {
    const token = await issue([]);
    const follow = (cursor: string | null) => followOnce(acme.origin, token.text, "samples", cursor);
    const { nextCursor } = await follow(null);
    expect((await follow(nextCursor)).reset).toBe(false);
    expect((await send(acme.origin, { path: sample.path, token: token.text })).text).toContain("truffle");
    const limits = { deniedFields: DENIED, allowedAddresses: [], requestsPerMinute: null };
    await sql("update tokens set limits = $1 where id = $2", [JSON.stringify(limits), token.id]);
    expect((await send(acme.origin, { path: sample.path, token: token.text })).text).not.toContain("truffle");
    expect((await follow(nextCursor)).reset).toBe(true);
  });
});

describe("a token that works from some addresses", () => {
  const HERE = "127.0.1.7";
  const issueFor = (...allowedAddresses: string[]) => acme.issue("rea", { limits: { allowedAddresses } });

  for (const range of [HERE, "127.0.1.0/24"]) {
    row(`works within ${range}`, {
      given: () => issueFor("2001:db8::/32", range),
      request: ({ text }) => ({ path: "/me", token: text, from: HERE }),
      expect: { status: 200 },
    });
  }

  for (const range of ["127.0.2.0/24", "::/0"]) {
    row(`is as unknown where only ${range} is allowed`, {
      given: () => issueFor(range),
      request: ({ text }) => ({ path: "/me", token: text, from: HERE }),
      expect: { status: 401, code: "INVALID_TOKEN", headers: { "www-authenticate": /error="invalid_token"/ } },
      after: async (answer) => {
        await expectAsUnknown(acme, answer, HERE);
        expect(Number(answer.headers["x-ratelimit-remaining"])).toBeLessThan(
          Number(answer.headers["x-ratelimit-limit"]),
        );
      },
    });
  }

  row("is not told from elsewhere that it was revoked", {
    given: () => acme.issue("rea", { revoked: "2026-01-01T00:00:00Z", limits: { allowedAddresses: ["10.0.0.0/8"] } }),
    request: ({ text }) => ({ path: "/me", token: text, from: HERE }),
    expect: { status: 401, code: "INVALID_TOKEN" },
  });

  row("is told so from where it worked", {
    given: () => acme.issue("rea", { revoked: "2026-01-01T00:00:00Z", limits: { allowedAddresses: [HERE] } }),
    request: ({ text }) => ({ path: "/me", token: text, from: HERE }),
    expect: { status: 401, code: "TOKEN_REVOKED" },
  });

  row("is refused from the next request on when the addresses change", {
    given: async () => {
      const token = await issueFor(HERE);
      for (const _ of [1, 2]) await send(acme.origin, { path: records, token: token.text, from: HERE });
      const limits = { deniedFields: [], allowedAddresses: ["10.0.0.0/8"], requestsPerMinute: null };
      await sql("update tokens set limits = $1 where id = $2", [JSON.stringify(limits), token.id]);
      return token;
    },
    request: ({ text }) => ({ path: records, token: text, from: HERE }),
    expect: { status: 401, code: "INVALID_TOKEN" },
  });

  row("has the refused request among its own", {
    given: () => issueFor("10.0.0.0/8"),
    request: ({ text }) => ({ path: "/me", token: text, from: HERE }),
    expect: { status: 401, code: "INVALID_TOKEN" },
    after: async (_, { id }) => {
      const kept = () =>
        sql("select status, code, address, detail -> 'refusal' as refusal from token_calls where token_id = $1", [id]);
      await expect
        .poll(kept, { timeout: 5_000 })
        .toEqual([{ status: 401, code: "INVALID_TOKEN", address: HERE, refusal: { step: "token address" } }]);
    },
  });
});

describe("a token with a limit of its own", () => {
  row("has it in the headers", {
    given: () => acme.issue("rea", { limits: { requestsPerMinute: 3 } }),
    request: ({ text }) => ({ path: "/me", token: text }),
    expect: {
      status: 200,
      headers: { "x-ratelimit-limit": "3", "x-ratelimit-remaining": "2", "ratelimit-policy": '"token";q=3;w=60' },
    },
  });

  row("is refused once it is spent, and other tokens of the owner are not", {
    given: async () => {
      const token = await acme.issue("rea", { limits: { requestsPerMinute: 2 } });
      for (const _ of [1, 2]) await send(acme.origin, { path: "/me", token: token.text });
      return token;
    },
    request: ({ text }) => ({ path: "/me", token: text }),
    expect: {
      status: 429,
      code: "RATE_LIMITED",
      headers: { "x-ratelimit-limit": "2", "x-ratelimit-remaining": "0", "retry-after": /^\d+$/ },
    },
    after: async () => expect((await acme.call("rea", { path: "/me" })).status).toBe(200),
  });

  row("above the service's limit has the service's", {
    given: () => acme.issue("rea", { limits: { requestsPerMinute: 1_000_000 } }),
    request: ({ text }) => ({ path: "/me", token: text }),
    expect: { status: 200 },
    after: async (answer) => {
      const plain = await acme.call("rea", { path: "/me" });
      expect(answer.headers["x-ratelimit-limit"]).toBe(plain.headers["x-ratelimit-limit"]);
    },
  });

  row("cannot send a batch that weighs more", {
    given: () => acme.issue("wim", { limits: { requestsPerMinute: 1 } }),
    request: ({ text }) =>
      post(
        `${records}/batch`,
        { operations: Array.from({ length: 51 }, () => ({ op: "create", data: { name: "x" } })) },
        { token: text },
      ),
    expect: { status: 400, code: "INVALID_BODY" },
    after: (answer) => expect(answer.text).toContain("counts as 2, more than the 1 that a token has in a minute"),
  });
});

describe("a token in its last seven days", () => {
  const soon = new Date(Math.trunc(Date.now() / 1000) * 1000 + 6 * 86_400_000).toISOString();
  const later = new Date(Date.now() + 8 * 86_400_000).toISOString();

  row("has its expiry on every response", {
    given: () => acme.issue("rea", { expires: soon }),
    request: ({ text }) => ({ path: "/entities/nothing", token: text }),
    expect: { status: 404, code: "ENTITY_NOT_FOUND", headers: { "x-token-expires": soon } },
  });

  row("and none before", {
    given: () => acme.issue("rea", { expires: later }),
    request: ({ text }) => ({ path: "/me", token: text }),
    expect: { status: 200, headers: { "x-token-expires": null } },
  });

  row("tells nothing to somebody without its secret", {
    given: () => acme.issue("rea", { expires: soon }),
    request: ({ id }) => ({ path: "/me", token: wrongSecretFor(id) }),
    expect: { status: 401, code: "INVALID_TOKEN", headers: { "x-token-expires": null } },
  });
});
