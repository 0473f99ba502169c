/** DELETE /entities/:entityKey/records/:recordId (spec: Delete; contract § 7). */
import { describe, expect } from "vitest";
import { type Made, openOrganization, recordsPath } from "../support/organization";
import type { MemberName } from "../support/organization-file";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const sample = () => acme.create("ada", "samples", { name: "doomed" });

const remove = ({ path, etag }: Made, as: MemberName = "wim", ifMatch = etag) => ({
  ...{ method: "DELETE", path, as, headers: { "if-match": ifMatch } },
});
const statusOf = async (record: Made) => (await acme.call("ada", { path: record.path })).status;
const stillThere = async (_: unknown, record: Made) => expect(await statusOf(record)).toBe(200);

describe("200", () => {
  row("the delete result names the record, and the record is gone", {
    given: sample,
    request: (record) => remove(record),
    expect: ({ id }) => ({ status: 200, data: { id, entityKey: "samples", deleted: true }, headers: { etag: null } }),
    after: async (_, record) => {
      expect(await statusOf(record)).toBe(404);
      const page = await acme.page("ada", `${recordsPath("samples")}?limit=500`);
      expect(page.items.map((item) => item.id)).not.toContain(record.id);
    },
  });

  row("who may delete but not list gets the delete result", {
    given: sample,
    request: (record) => remove(record, "del"),
    expect: (record) => ({ status: 200, data: { id: record.id, entityKey: "samples", deleted: true } }),
  });

  row("a body sent along with DELETE is not looked at", {
    given: sample,
    request: (record) => ({ ...remove(record), body: '{"ids":["*"]' }),
    expect: { status: 200 },
  });

  row("a record that a plain reference points to is no parent", {
    given: async () => {
      const account = await acme.create("wim", "accounts", { name: "Only referred to" });
      await acme.create("wim", "samples", { name: "refers", reference: account.id });
      return account;
    },
    request: (record) => remove(record),
    expect: { status: 200 },
  });
});

row("a record under another entity's key cannot be deleted", {
  given: sample,
  request: (record) => ({ ...remove(record), path: `${recordsPath("vault")}/${record.id}` }),
  expect: { status: 404, code: "RECORD_NOT_FOUND" },
  after: stillThere,
});
