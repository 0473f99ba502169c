/** PATCH /entities/:entityKey/records/:recordId (spec: Update; contract §§ 7, 8). */
import { describe, expect, it } from "vitest";
import { patch as update } from "../support/http";
import { dataOf, errorOf, type Made, openOrganization, type RecordView, recordsPath } from "../support/organization";
import type { MemberName } from "../support/organization-file";
import { rowsOf } from "../support/scenario";
import { aText, aTimestamp, blankSample } from "../support/views";

const acme = await openOrganization();
const row = rowsOf(acme);

const sample =
  (data: object = {}) =>
  () =>
    acme.create("ada", "samples", { name: "before", ...data });
const safe = () => acme.create("ada", "vault", { name: "safe", pin: "1", seal: "wax", ghost: "boo" });

const patch = (record: Made, data: unknown, as: MemberName = "wim") => update(record.path, data, { as }, record.etag);

function newVersionOf({ id, view: { created } }: Made, data: object) {
  return { id, entityKey: "samples", created, updated: aTimestamp, versionId: aText, data };
}

/** The record is, for those who see everything, what it was. */
const unchanged = async (_: unknown, record: Made) => expect(await acme.read("ada", record.path)).toEqual(record.view);

describe("200", () => {
  row("given keys replace and the others stay; the answer is the envelope with the new version", {
    given: sample({ integer: 1, text: "kept" }),
    request: (record) => patch(record, { integer: 2 }),
    expect: (record) => ({
      status: 200,
      data: newVersionOf(record, { ...blankSample("before"), integer: 2, text: "kept" }),
    }),
    after: async (answer, record) => {
      const view = dataOf<RecordView>(answer);
      expect(view.versionId).not.toBe(record.view.versionId);
      expect(answer.headers.etag).toBe(`"${view.versionId}"`);
      expect(Date.parse(view.updated)).toBeGreaterThanOrEqual(Date.parse(record.view.updated));
      expect(await acme.read("wim", record.path)).toEqual(view);
    },
  });

  row("null clears a field with a default: the default is for create only", {
    given: sample(),
    request: (record) => patch(record, { level: null }),
    expect: { status: 200 },
    after: (answer) => expect(dataOf<RecordView>(answer).data.level).toBeNull(),
  });

  row("a change that changes nothing keeps version and time", {
    given: sample({ integer: 1 }),
    request: (record) => patch(record, { integer: 1, name: "before" }),
    expect: (record) => ({ status: 200, headers: { etag: record.etag } }),
    after: async (answer, record) => {
      expect(dataOf<RecordView>(answer).updated).toBe(record.view.updated);
      await unchanged(answer, record);
    },
  });

  row("a json value with -0 where 0 is stored is no change", {
    given: sample({ json: [0, { deep: 0 }] }),
    request: ({ path, etag }) => {
      const headers = { "if-match": etag, "content-type": "application/json" };
      return { method: "PATCH", path, as: "wim", headers, body: '{"data":{"json":[-0,{"deep":-0.0}]}}' };
    },
    expect: (record) => ({ status: 200, headers: { etag: record.etag } }),
    after: unchanged,
  });

  row("a change of a hidden field makes a new version", {
    given: sample({ hidden: "a" }),
    request: (record) => patch(record, { hidden: "b" }, "ada"),
    expect: { status: 200 },
    after: (answer, record) => expect(answer.headers.etag).not.toBe(record.etag),
  });

  row("who may update but not list gets the envelope with empty data", {
    given: sample({ integer: 1 }),
    request: (record) => patch(record, { integer: 2 }, "una"),
    expect: (record) => ({ status: 200, data: newVersionOf(record, {}) }),
    after: async (_, record) => expect((await acme.read("ada", record.path)).data.integer).toBe(2),
  });

  row("a write-only field is changed and not shown", {
    given: safe,
    request: (record) => patch(record, { pin: "2", memo: "new" }),
    expect: { status: 200 },
    after: async (answer, record) => {
      expect(dataOf<RecordView>(answer).data).toEqual({ name: "safe", seal: "wax", serial: null });
      expect((await acme.read("ada", record.path)).data).toMatchObject({ pin: "2", memo: "new" });
    },
  });

  row("the record's own label in another case is no duplicate", {
    given: () => acme.create("wim", "accounts", { name: "Own label" }),
    request: (record) => patch(record, { name: "OWN LABEL" }),
    expect: { status: 200 },
  });
});

it("concurrent changes of different fields, with If-Match: *, lose nothing", async () => {
  const record = await sample()();
  const changes = [{ integer: 1 }, { number: 2.5 }, { text: "t" }, { boolean: true }, { select: "a" }];
  const answers = await Promise.all(changes.map((data) => acme.update("wim", record.path, data)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await acme.read("wim", record.path)).data).toMatchObject(Object.assign({}, ...changes));
});

row("update: a system member is refused, named, and nothing is written", {
  given: sample(),
  request: (record) => patch(record, { text: "never", versionId: "x" }),
  expect: { status: 400, code: "INVALID_BODY", details: ["versionId"] },
  after: unchanged,
});

describe("403", () => {
  row("a readable field behind a write verb is refused, right value or wrong, with one answer", {
    given: safe,
    request: (record) => patch(record, { seal: "wax" }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: async (answer, record) => {
      const wrong = await acme.call("wim", patch(record, { seal: "lead" }));
      expect(errorOf(wrong)).toEqual({ ...errorOf(answer), requestId: expect.any(String) });
      await unchanged(answer, record);
    },
  });

  row("an update may not move the record out of the owner's own scope", {
    given: () => acme.create("red", "notes", { title: "red", team: "red" }),
    request: (record) => patch(record, { title: "gone", team: "blue" }, "red"),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: async (_, record) =>
      expect((await acme.read("ada", record.path)).data).toMatchObject({ title: "red", team: "red" }),
  });
});

row("a record under another entity's key cannot be updated", {
  given: sample(),
  request: (record) => ({ ...patch(record, { name: "x" }), path: `${recordsPath("accounts")}/${record.id}` }),
  expect: { status: 404, code: "RECORD_NOT_FOUND" },
  after: unchanged,
});

row("a record cannot be its own parent", {
  given: () => acme.create("wim", "accounts", { name: "Self" }),
  request: (record) => patch(record, { parent: record.id }),
  expect: { status: 409, code: "PARENT_REFERENCE" },
  after: async (_, record) => expect((await acme.read("wim", record.path)).data.parent).toBeNull(),
});
