/** DELETE /entities/:entityKey/records/:recordId (spec: Delete; contract § 7). */
import { describe, expect } from "vitest";
import { type Made, openOrganization, recordsPath } from "../support/organization";
import type { MemberName } from "../support/organization-file";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const sample = () => acme.create("ada", "samples", { name: "doomed" });

const remove = (record: Made, as: MemberName = "wim", ifMatch: string = record.etag) => ({
  method: "DELETE",
  path: record.path,
  as,
  headers: { "if-match": ifMatch },
});
const statusOf = async (record: Made) => (await acme.call("ada", { path: record.path })).status;
const stillThere = async (_: unknown, record: Made) => expect(await statusOf(record)).toBe(200);

async function dealAt(...stages: string[]): Promise<Made> {
  const record = await acme.create("ada", "deals", { title: "deal" });
  for (const stage of stages) {
    const moved = await acme.update("ada", record.path, { stage });
    if (moved.status !== 200) throw new Error(`Moving to ${stage}: ${moved.text}`);
  }
  return record;
}

describe("200", () => {
  row("the delete result names the record, and the record is gone", {
    given: sample,
    request: (record) => remove(record),
    expect: (record) => ({
      status: 200,
      data: { id: record.id, entityKey: "samples", deleted: true },
      headers: { etag: null },
    }),
    after: async (_, record) => {
      expect(await statusOf(record)).toBe(404);
      const page = await acme.page("ada", `${recordsPath("samples")}?limit=500`);
      expect(page.items.map((item) => item.id)).not.toContain(record.id);
    },
  });

  row("one record is deleted, its neighbors stay", {
    given: async () => ({ doomed: await sample(), kept: await sample() }),
    request: ({ doomed }) => remove(doomed),
    expect: { status: 200 },
    after: async (_, { kept }) => expect(await statusOf(kept)).toBe(200),
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

  row("the owner's own record is deleted in a scope by creator", {
    given: () => acme.create("ann", "notes", { title: "mine" }),
    request: (record) => remove(record, "ann"),
    expect: { status: 200 },
  });

  row("a locked state that may be deleted is deleted", {
    given: () => dealAt("lost", "archived"),
    request: (record) => remove(record, "wim", "*"),
    expect: { status: 200 },
  });

  row("a parent can be deleted once its child is gone", {
    given: async () => {
      const parent = await acme.create("wim", "accounts", { name: "Parent for a while" });
      const child = await acme.create("wim", "accounts", { name: "Child for a while", parent: parent.id });
      await acme.call("wim", remove(child));
      return parent;
    },
    request: (record) => remove(record),
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

describe("401 and 403", () => {
  row("a state that may not be deleted is kept, even from those with every verb", {
    given: () => dealAt("won"),
    request: (record) => remove(record, "ada", "*"),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: stillThere,
  });
});

describe("404", () => {
  row("a record under another entity's key cannot be deleted", {
    given: sample,
    request: (record) => ({ ...remove(record), path: `${recordsPath("vault")}/${record.id}` }),
    expect: { status: 404, code: "RECORD_NOT_FOUND" },
    after: stillThere,
  });
});

describe("409", () => {
  row("a record with a child of its own kind is kept, with no word of the child", {
    given: async () => {
      const parent = await acme.create("wim", "accounts", { name: "Parent" });
      const child = await acme.create("wim", "accounts", { name: "Childish", parent: parent.id });
      return { ...parent, child };
    },
    request: (record) => remove(record),
    expect: { status: 409, code: "PARENT_REFERENCE" },
    after: async (answer, record) => {
      expect(answer.text).not.toContain(record.child.id);
      expect(answer.text).not.toMatch(/Childish|\b1 /);
      await stillThere(answer, record);
    },
  });

  row("a record with a child of another kind is kept, though the caller cannot see the child", {
    given: async () => {
      const parent = await acme.create("wim", "accounts", { name: "Parent of a deal" });
      await acme.create("ada", "deals", { title: "child", account: parent.id });
      const token = await acme.issue("wim", { scopes: [{ entity: "accounts", verbs: ["list", "delete"] }] });
      return { ...parent, token };
    },
    request: (record) => ({ ...remove(record), as: null, token: record.token.text }),
    expect: { status: 409, code: "PARENT_REFERENCE" },
    after: stillThere,
  });
});
