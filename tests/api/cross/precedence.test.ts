/** When several things are wrong at once, which one is told (contract § 1). Earlier steps always win. */
import { describe, expect } from "vitest";
import { openOrganization, recordsPath } from "../../support/organization";
import { rowsOf } from "../../support/scenario";
import { UNKNOWN_ID } from "../../support/views";

const acme = await openOrganization();
const row = rowsOf(acme);
const unknownSample = `${recordsPath("samples")}/${UNKNOWN_ID}`;
const sample = () => acme.create("ada", "samples", { name: "one" });
const safe = () => acme.create("ada", "vault", { name: "safe", pin: "1", seal: "wax" });
const annsNote = () => acme.create("ann", "notes", { title: "ann's" });
const blueNote = () => acme.create("ada", "notes", { title: "blue", team: "blue" });
const BAD_BODY = '{"data":';

describe("steps 1 to 4", () => {
  row("the request id comes before everything: an unknown path returns it", {
    request: { path: "/nowhere", headers: { "x-request-id": "kept" } },
    expect: { status: 404, code: "ENTITY_NOT_FOUND", headers: { "x-request-id": "kept" } },
    stage: "before the gate",
  });

  row("an unknown path comes before a missing token", {
    request: { path: "/nowhere" },
    expect: { status: 404, code: "ENTITY_NOT_FOUND" },
    stage: "before the gate",
  });

  row("a wrong method comes before a missing token", {
    request: { method: "PUT", path: "/me" },
    expect: { status: 405, code: "METHOD_NOT_ALLOWED" },
    stage: "before the gate",
  });

  row("a missing token comes before an unknown entity", {
    request: { path: "/entities/nothing" },
    expect: { status: 401, code: "INVALID_TOKEN" },
  });

  row("a missing token comes before a bad body", {
    request: { method: "POST", path: recordsPath("samples"), body: BAD_BODY },
    expect: { status: 401, code: "INVALID_TOKEN" },
  });

  row("a missing token comes before a missing If-Match", {
    request: { method: "DELETE", path: unknownSample },
    expect: { status: 401, code: "INVALID_TOKEN" },
  });

  row("a revoked token comes before an unknown entity", {
    given: () => acme.issue("ada", { revoked: "2020-01-01T00:00:00Z" }),
    request: (token) => ({ path: recordsPath("nothing"), token: token.text }),
    expect: { status: 401, code: "TOKEN_REVOKED" },
  });
});

describe("steps 6 to 9", () => {
  row("an unknown entity comes before a bad query string", {
    request: { path: `${recordsPath("nothing")}?limit=0`, as: "ada" },
    expect: { status: 404, code: "ENTITY_NOT_FOUND" },
  });

  row("an unknown entity comes before a bad body", {
    request: { method: "POST", path: recordsPath("nothing"), as: "ada", body: BAD_BODY },
    expect: { status: 404, code: "ENTITY_NOT_FOUND" },
  });

  row("an entity without a usable verb does not exist, whatever the verb of the endpoint", {
    request: { method: "POST", path: recordsPath("deals"), as: "ann", body: BAD_BODY },
    expect: { status: 404, code: "ENTITY_NOT_FOUND" },
  });

  row("a missing verb comes before a bad query string", {
    request: { path: `${recordsPath("samples")}?limit=0`, as: "cleo" },
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  row("a missing verb comes before a bad body of a create", {
    request: { method: "POST", path: recordsPath("samples"), as: "rea", body: BAD_BODY },
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  row("a missing verb comes before an unknown record of an update", {
    request: { method: "PATCH", path: unknownSample, as: "rea", body: BAD_BODY },
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  row("a missing verb comes before an unknown record of a delete", {
    request: { method: "DELETE", path: unknownSample, as: "rea" },
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  row("a bad query string comes before an unknown record", {
    request: { path: `${unknownSample}?fields=nowhere`, as: "rea" },
    expect: { status: 400, code: "FIELD_NOT_QUERYABLE" },
  });
});

describe("PATCH: 404, 403 (record scope), 428, 400 (shape), 412, 403 (fields, lifecycle), 400 (validation), 409", () => {
  row("PATCH: an unknown record comes before a missing If-Match and a bad body", {
    request: { method: "PATCH", path: unknownSample, as: "wim", body: BAD_BODY },
    expect: { status: 404, code: "RECORD_NOT_FOUND" },
  });

  row("PATCH: an unreadable record comes before a missing If-Match and a bad body", {
    given: blueNote,
    request: (record) => ({ method: "PATCH", path: record.path, as: "red" as const, body: BAD_BODY }),
    expect: { status: 404, code: "RECORD_NOT_FOUND" },
  });

  row("PATCH: an unknown record comes before a stale If-Match", {
    request: {
      method: "PATCH",
      path: unknownSample,
      as: "wim",
      headers: { "if-match": '"stale"' },
      json: { data: {} },
    },
    expect: { status: 404, code: "RECORD_NOT_FOUND" },
  });

  row("PATCH: the record's scope comes before a missing If-Match", {
    given: annsNote,
    request: (record) => ({ method: "PATCH", path: record.path, as: "ben" as const, json: { data: {} } }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  row("PATCH: the record's scope comes before a stale If-Match and a bad body", {
    given: annsNote,
    request: (record) => ({
      method: "PATCH",
      path: record.path,
      as: "ben" as const,
      headers: { "if-match": '"stale"' },
      body: BAD_BODY,
    }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  row("PATCH: a missing If-Match comes before a bad body", {
    given: sample,
    request: (record) => ({ method: "PATCH", path: record.path, as: "wim" as const, body: BAD_BODY }),
    expect: { status: 428, code: "PRECONDITION_REQUIRED" },
  });

  row("PATCH: a bad body comes before a stale If-Match", {
    given: sample,
    request: (record) => ({
      method: "PATCH",
      path: record.path,
      as: "wim" as const,
      headers: { "if-match": '"stale"' },
      body: BAD_BODY,
    }),
    expect: { status: 400, code: "INVALID_BODY" },
  });

  row("PATCH: a stale If-Match comes before a forbidden field", {
    given: safe,
    request: (record) => ({
      method: "PATCH",
      path: record.path,
      as: "wim" as const,
      headers: { "if-match": '"stale"' },
      json: { data: { seal: "x" } },
    }),
    expect: { status: 412, code: "PRECONDITION_FAILED" },
  });

  row("PATCH: a stale If-Match comes before a wrong type", {
    given: sample,
    request: (record) => ({
      method: "PATCH",
      path: record.path,
      as: "wim" as const,
      headers: { "if-match": '"stale"' },
      json: { data: { integer: "x" } },
    }),
    expect: { status: 412, code: "PRECONDITION_FAILED" },
  });

  row("PATCH: a forbidden field comes before a wrong type of another", {
    given: safe,
    request: (record) => ({
      method: "PATCH",
      path: record.path,
      as: "wim" as const,
      headers: { "if-match": record.etag },
      json: { data: { seal: "x", name: 5, nowhere: 1 } },
    }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  row("PATCH: a lifecycle refusal comes before a wrong type", {
    given: () => acme.create("ada", "deals", { title: "deal" }),
    request: (record) => ({
      method: "PATCH",
      path: record.path,
      as: "wim" as const,
      headers: { "if-match": record.etag },
      json: { data: { stage: "won", amount: "x" } },
    }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  row("PATCH: a wrong type comes before a duplicate label", {
    given: async () => {
      await acme.create("ada", "accounts", { name: "Taken by patch" });
      return acme.create("ada", "accounts", { name: "Not taken" });
    },
    request: (record) => ({
      method: "PATCH",
      path: record.path,
      as: "wim" as const,
      headers: { "if-match": record.etag },
      json: { data: { name: "Taken by patch", city: 5 } },
    }),
    expect: { status: 400, code: "INVALID_BODY" },
  });
});

describe("POST", () => {
  row("POST: a body of the wrong shape comes before a forbidden field", {
    request: { method: "POST", path: recordsPath("vault"), as: "wim", json: { data: { seal: "x" }, extra: 1 } },
    expect: { status: 400, code: "INVALID_BODY" },
  });

  row("POST: a forbidden field comes before a missing required one", {
    request: { method: "POST", path: recordsPath("vault"), as: "wim", json: { data: { seal: "x" } } },
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  row("POST: a wrong initial state comes before a missing required field", {
    request: { method: "POST", path: recordsPath("deals"), as: "wim", json: { data: { stage: "won" } } },
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  row("POST: a wrong type comes before a duplicate label", {
    given: () => acme.create("ada", "accounts", { name: "Taken by post" }),
    request: {
      method: "POST",
      path: recordsPath("accounts"),
      as: "wim",
      json: { data: { name: "Taken by post", city: 5 } },
    },
    expect: { status: 400, code: "INVALID_BODY" },
  });

  row("POST: a wrong type comes before a parent that does not exist", {
    request: {
      method: "POST",
      path: recordsPath("accounts"),
      as: "wim",
      json: { data: { name: 5, parent: UNKNOWN_ID } },
    },
    expect: { status: 400, code: "INVALID_BODY" },
  });

  row("POST: a duplicate label comes before CREATED_RECORD_NOT_READABLE", {
    given: () => acme.create("ada", "accounts", { name: "Taken, unseen" }),
    request: { method: "POST", path: recordsPath("accounts"), as: "cleo", json: { data: { name: "Taken, unseen" } } },
    expect: { status: 409, code: "DUPLICATE_LABEL" },
  });
});

describe("DELETE: 404, 403 (record scope), 428, 412, 403 (lifecycle), 409", () => {
  row("DELETE: an unknown record comes before a missing If-Match", {
    request: { method: "DELETE", path: unknownSample, as: "wim" },
    expect: { status: 404, code: "RECORD_NOT_FOUND" },
  });

  row("DELETE: an unreadable record comes before a stale If-Match", {
    given: blueNote,
    request: (record) => ({
      method: "DELETE",
      path: record.path,
      as: "red" as const,
      headers: { "if-match": '"stale"' },
    }),
    expect: { status: 404, code: "RECORD_NOT_FOUND" },
  });

  row("DELETE: the record's scope comes before a missing If-Match", {
    given: annsNote,
    request: (record) => ({ method: "DELETE", path: record.path, as: "ben" as const }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  row("DELETE: the record's scope comes before a stale If-Match", {
    given: annsNote,
    request: (record) => ({
      method: "DELETE",
      path: record.path,
      as: "ben" as const,
      headers: { "if-match": '"stale"' },
    }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });

  const wonDeal = async () => {
    const record = await acme.create("ada", "deals", { title: "won" });
    await acme.call("ada", {
      method: "PATCH",
      path: record.path,
      headers: { "if-match": "*" },
      json: { data: { stage: "won" } },
    });
    return record;
  };

  row("DELETE: a missing If-Match comes before the lifecycle", {
    given: wonDeal,
    request: (record) => ({ method: "DELETE", path: record.path, as: "wim" as const }),
    expect: { status: 428, code: "PRECONDITION_REQUIRED" },
  });

  row("DELETE: a stale If-Match comes before the lifecycle", {
    given: wonDeal,
    request: (record) => ({
      method: "DELETE",
      path: record.path,
      as: "wim" as const,
      headers: { "if-match": record.etag },
    }),
    expect: { status: 412, code: "PRECONDITION_FAILED" },
  });

  row("DELETE: a stale If-Match comes before the children", {
    given: async () => {
      const parent = await acme.create("ada", "accounts", { name: "Parent" });
      await acme.create("ada", "accounts", { name: "Child", parent: parent.id });
      return parent;
    },
    request: (record) => ({
      method: "DELETE",
      path: record.path,
      as: "wim" as const,
      headers: { "if-match": '"stale"' },
    }),
    expect: { status: 412, code: "PRECONDITION_FAILED" },
    after: async (_, record) => expect((await acme.call("ada", { path: record.path })).status).toBe(200),
  });
});
