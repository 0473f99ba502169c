/** Idempotency-Key on update and delete (contract § 7). */
import { describe, expect, it } from "vitest";
import { type Made, openOrganization } from "../../support/organization";
import type { MemberName } from "../../support/organization-file";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization("changes-once");
const row = rowsOf(acme);

let made = 0;
const sample = () => acme.create("ada", "samples", { name: `sample ${++made}` });
const tagOf = ({ view }: Made) => `"${view.versionId}"`;
const patch = (record: Made, data: Record<string, unknown>, headers: Record<string, string>, as: MemberName = "wim") =>
  acme.call(as, { method: "PATCH", path: record.path, headers, json: { data } });
const remove = (record: Made, headers: Record<string, string>) =>
  acme.call("wim", { method: "DELETE", path: record.path, headers });
const isReplayed = (answer: { headers: Record<string, unknown> }) => answer.headers["idempotent-replayed"] === "true";

describe("an update that is repeated with its key", () => {
  it("returns the first response, although the version is outdated by now", async () => {
    const record = await sample();
    const headers = { "if-match": tagOf(record), "idempotency-key": `patch-${made}` };
    const [first, second] = [
      await patch(record, { integer: 1 }, headers),
      await patch(record, { integer: 1 }, headers),
    ];
    expect([first.status, second.status, second.text, second.headers.etag]).toEqual([
      200,
      200,
      first.text,
      first.headers.etag,
    ]);
    expect([isReplayed(first), isReplayed(second)]).toEqual([false, true]);
  });

  it("overwrites nothing that others wrote since, with `If-Match: *` either", async () => {
    const record = await sample();
    const headers = { "if-match": "*", "idempotency-key": `star-${made}` };
    const first = await patch(record, { integer: 1 }, headers);
    await patch(record, { integer: 2 }, { "if-match": "*" }, "ada");
    const second = await patch(record, { integer: 1 }, headers);
    expect([second.text, isReplayed(second)]).toEqual([first.text, true]);
    expect((await acme.read("ada", record.path)).data.integer).toBe(2);
  });

  it("is processed if the first one was refused", async () => {
    const record = await sample();
    const key = { "idempotency-key": `corrected-${made}` };
    const stale = await patch(record, { integer: 1 }, { "if-match": '"01a1fd30-0325-7043-9348-da7b8275f27a"', ...key });
    const second = await patch(record, { integer: 1 }, { "if-match": tagOf(record), ...key });
    expect([stale.status, second.status, isReplayed(second)]).toEqual([412, 200, false]);
  });

  it("is refused as the first request would be, where the record is gone or no version is named", async () => {
    const record = await sample();
    const headers = { "if-match": "*", "idempotency-key": `gone-${made}` };
    await patch(record, { integer: 1 }, headers);
    const unnamed = await patch(record, { integer: 1 }, { "idempotency-key": headers["idempotency-key"] });
    await remove(record, { "if-match": "*" });
    const gone = await patch(record, { integer: 1 }, headers);
    expect([unnamed.status, gone.status]).toEqual([428, 404]);
  });
});

it("a delete that is repeated with its key returns the first response; without the key it finds nothing", async () => {
  const record = await sample();
  const headers = { "if-match": tagOf(record), "idempotency-key": `delete-${made}` };
  const [first, second, other] = [
    await remove(record, headers),
    await remove(record, headers),
    await remove(record, { "if-match": tagOf(record) }),
  ];
  expect([first.status, second.status, other.status]).toEqual([200, 200, 404]);
  expect([second.text, isReplayed(first), isReplayed(second)]).toEqual([first.text, false, true]);
});

describe("400 INVALID_BODY", () => {
  const KEY = { "if-match": "*", "idempotency-key": "used-before" };
  row("a key that came with another change", {
    given: async () => {
      const record = await sample();
      await patch(record, { integer: 1 }, KEY);
      return record;
    },
    request: ({ path }) => ({ method: "PATCH", path, as: "wim", headers: KEY, json: { data: { integer: 2 } } }),
    expect: { status: 400, code: "INVALID_BODY" },
  });
  for (const [method, json] of [
    ["PATCH", { data: {} }],
    ["DELETE", undefined],
  ] as const) {
    row(`a malformed key of ${method}`, {
      given: sample,
      request: ({ path }) => ({
        method,
        path,
        as: "wim",
        headers: { "if-match": "*", "idempotency-key": "two words" },
        ...(json && { json }),
      }),
      expect: { status: 400, code: "INVALID_BODY" },
      after: async (_, { path }) => expect((await acme.call("ada", { path })).status).toBe(200),
    });
  }
});
