/** The correlation id of every answer (spec: What the service does, 5; contract § 4). */

import { describe } from "vitest";
import { openOrganization, recordsPath } from "../../support/organization";
import { rowsOf } from "../../support/scenario";
import { UNKNOWN_ID } from "../../support/views";

const acme = await openOrganization();
const row = rowsOf(acme);
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("supplied", () => {
  const headers = { "x-request-id": "r".repeat(200) };

  row("200 characters come back unchanged on a success", { path: "/me", as: "rea", headers }, { status: 200, headers });

  row("200 characters come back unchanged on an error, in header and body", {
    request: { path: "/me", headers },
    expect: { status: 401, code: "INVALID_TOKEN", headers },
  });
});

row("not supplied, or as good as that, under another header: the service makes a UUIDv7", {
  request: {
    path: "/me",
    as: "rea",
    headers: { "x-correlation-id": "x", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
  },
  expect: { status: 200, headers: { "x-request-id": UUID_V7 } },
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
});
