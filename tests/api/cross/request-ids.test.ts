/** The correlation id of every answer (spec: What the service does, 5; contract § 4). */

import { describe, expect } from "vitest";
import { post } from "../../support/http";
import { openOrganization, recordsPath } from "../../support/organization";
import { rowsOf } from "../../support/scenario";
import { UNKNOWN_ID } from "../../support/views";

const acme = await openOrganization();
const row = rowsOf(acme);
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("supplied", () => {
  for (const [guarantee, id] of [
    ["200 characters", "r".repeat(200)],
    ["a fake log line", '{"level":"fake","msg":"\\n"}'],
  ] as const) {
    row(`${guarantee} come back unchanged on a success`, {
      request: { path: "/me", as: "rea", headers: { "x-request-id": id } },
      expect: { status: 200, headers: { "x-request-id": id } },
    });

    row(`${guarantee} come back unchanged on an error, in header and body`, {
      request: { path: "/me", headers: { "x-request-id": id } },
      expect: { status: 401, code: "INVALID_TOKEN", headers: { "x-request-id": id } },
    });
  }

  row("the header's name may be written in any case", {
    request: { path: "/me", as: "rea", headers: { "X-REQUEST-ID": "Case" } },
    expect: { status: 200, headers: { "x-request-id": "Case" } },
  });
});

describe("not supplied, or as good as that", () => {
  for (const [guarantee, headers] of [
    ["no header", {}],
    ["a tab inside", { "x-request-id": "a\tb" }],
    [
      "another header",
      { "x-correlation-id": "x", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
    ],
  ] as const) {
    row(`${guarantee}: the service makes a UUIDv7`, {
      request: { path: "/me", as: "rea", headers: { ...headers } },
      expect: { status: 200, headers: { "x-request-id": UUID_V7 } },
    });
  }

  row("made ids differ from request to request", {
    request: { path: "/me", as: "rea" },
    expect: { status: 200 },
    after: async (answer) => {
      const next = await acme.call("rea", { path: "/me" });
      expect(next.headers["x-request-id"]).not.toBe(answer.headers["x-request-id"]);
    },
  });
});

describe("on every status", () => {
  const samples = recordsPath("samples");
  for (const [status, code, request, stage] of [
    [400, "INVALID_LIMIT", { path: `${samples}?limit=0`, as: "rea" }],
    [401, "INVALID_TOKEN", { path: "/me" }],
    [403, "PERMISSION_DENIED", { method: "POST", path: samples, as: "rea", json: {} }],
    [404, "RECORD_NOT_FOUND", { path: `${samples}/${UNKNOWN_ID}`, as: "rea" }],
    [404, "ENTITY_NOT_FOUND", { path: "/nowhere" }, "before the gate"],
    [405, "METHOD_NOT_ALLOWED", { method: "PUT", path: "/me" }, "before the gate"],
  ] as const) {
    row(`${status} ${code} carries the supplied id in header and body`, {
      request: { ...request, headers: { "x-request-id": `on ${status}` } },
      expect: { status, code, headers: { "x-request-id": `on ${status}` } },
      ...(stage === undefined ? {} : { stage }),
    });
  }

  row("204 carries the supplied id", {
    request: { method: "OPTIONS", path: "/me", as: "rea", headers: { "x-request-id": "on 204" } },
    expect: { status: 204, headers: { "x-request-id": "on 204" } },
    stage: "before the gate",
  });

  row("201, 409, 412 and 428 carry the supplied id", {
    given: () => acme.create("ada", "accounts", { name: "Only one" }),
    request: post(
      recordsPath("accounts"),
      { data: { name: "only one" } },
      { as: "ada", headers: { "x-request-id": "on 409" } },
    ),
    expect: { status: 409, code: "DUPLICATE_LABEL", headers: { "x-request-id": "on 409" } },
    after: async (_, record) => {
      for (const [status, ifMatch] of [
        [412, { "if-match": '"x"' }],
        [428, {}],
      ] as const) {
        const answer = await acme.call("ada", {
          method: "DELETE",
          path: record.path,
          headers: { ...ifMatch, "x-request-id": `on ${status}` },
        });
        expect([answer.status, answer.headers["x-request-id"]]).toEqual([status, `on ${status}`]);
      }
      const created = await acme.call(
        "ada",
        post(samples, { data: { name: "x" } }, { headers: { "x-request-id": "on 201" } }),
      );
      expect([created.status, created.headers["x-request-id"]]).toEqual([201, "on 201"]);
    },
  });
});
