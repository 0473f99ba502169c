/** PATCH /entities/:entityKey/records/:recordId (spec: Update; contract §§ 7, 8). */
import { describe, expect } from "vitest";
import { dataOf, errorOf, type Made, openOrganization, type RecordView, recordsPath } from "../support/organization";
import type { MemberName } from "../support/organization-file";
import { rowsOf } from "../support/scenario";
import { aText, aTimestamp, blankSample, UNKNOWN_ID } from "../support/views";

const acme = await openOrganization();
const row = rowsOf(acme);
const oslo = await acme.create("ada", "accounts", { name: "Oslo Ltd", city: "Oslo" });
const rome = await acme.create("ada", "accounts", { name: "Rome Ltd", city: "Rome" });

const sample =
  (data: Record<string, unknown> = {}) =>
  () =>
    acme.create("ada", "samples", { name: "before", ...data });
const deal =
  (data: Record<string, unknown> = {}) =>
  () =>
    acme.create("ada", "deals", { title: "deal", ...data });
const safe =
  (data: Record<string, unknown> = {}) =>
  () =>
    acme.create("ada", "vault", { name: "safe", pin: "1", seal: "wax", ghost: "boo", ...data });

function patch(record: Made, data: unknown, as: MemberName = "wim", ifMatch: string = record.etag) {
  return { method: "PATCH", path: record.path, as, headers: { "if-match": ifMatch }, json: { data } };
}

async function moveTo(record: Made, ...stages: string[]): Promise<Made> {
  for (const stage of stages) {
    const answer = await acme.update("ada", record.path, { stage });
    if (answer.status !== 200) throw new Error(`Moving to ${stage}: ${answer.text}`);
    record = { ...record, etag: String(answer.headers.etag), view: dataOf<RecordView>(answer) };
  }
  return record;
}

/** The record is, for those who see everything, what it was. */
const unchanged = async (_: unknown, record: Made) => expect(await acme.read("ada", record.path)).toEqual(record.view);

describe("200", () => {
  row("given keys replace and the others stay; the answer is the envelope with the new version", {
    given: sample({ integer: 1, text: "kept" }),
    request: (record) => patch(record, { integer: 2 }),
    expect: (record) => ({
      status: 200,
      data: {
        id: record.id,
        entityKey: "samples",
        created: record.view.created,
        updated: aTimestamp,
        versionId: aText,
        data: { ...blankSample("before"), integer: 2, text: "kept" },
      },
    }),
    after: async (answer, record) => {
      const view = dataOf<RecordView>(answer);
      expect(view.versionId).not.toBe(record.view.versionId);
      expect(answer.headers.etag).toBe(`"${view.versionId}"`);
      expect(Date.parse(view.updated)).toBeGreaterThanOrEqual(Date.parse(record.view.updated));
      expect(await acme.read("wim", record.path)).toEqual(view);
    },
  });

  row("null clears a field", {
    given: sample({ integer: 1 }),
    request: (record) => patch(record, { integer: null }),
    expect: { status: 200 },
    after: (answer) => expect(dataOf<RecordView>(answer).data.integer).toBeNull(),
  });

  row("null clears a field with a default: the default is for create only", {
    given: sample(),
    request: (record) => patch(record, { level: null }),
    expect: { status: 200 },
    after: (answer) => expect(dataOf<RecordView>(answer).data.level).toBeNull(),
  });

  row("a multi-select and a json value are replaced, not merged", {
    given: sample({ multiselect: ["red"], json: { a: 1 } }),
    request: (record) => patch(record, { multiselect: ["blue"], json: { b: 2 } }),
    expect: { status: 200 },
    after: (answer) => expect(dataOf<RecordView>(answer).data).toMatchObject({ multiselect: ["blue"], json: { b: 2 } }),
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
    request: (record) => ({
      method: "PATCH",
      path: record.path,
      as: "wim",
      headers: { "if-match": record.etag, "content-type": "application/json" },
      body: '{"data":{"json":[-0,{"deep":-0.0}]}}',
    }),
    expect: (record) => ({ status: 200, headers: { etag: record.etag } }),
    after: unchanged,
  });

  row("an empty data object changes nothing", {
    given: sample(),
    request: (record) => patch(record, {}),
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
    expect: (record) => ({
      status: 200,
      data: {
        id: record.id,
        entityKey: "samples",
        created: record.view.created,
        updated: aTimestamp,
        versionId: aText,
        data: {},
      },
    }),
    after: async (_, record) => expect((await acme.read("ada", record.path)).data.integer).toBe(2),
  });

  row("a write-only field is changed and not shown", {
    given: safe(),
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

  row("the owner's own record is updated in a scope by creator", {
    given: () => acme.create("ann", "notes", { title: "mine" }),
    request: (record) => patch(record, { title: "still mine" }, "ann"),
    expect: { status: 200 },
  });

  row("a parent can be set, and cleared", {
    given: deal(),
    request: (record) => patch(record, { account: oslo.id }),
    expect: { status: 200 },
    after: async (answer, record) => {
      expect(dataOf<RecordView>(answer).data.account).toBe(oslo.id);
      const cleared = await acme.call("wim", patch(record, { account: null }, "wim", String(answer.headers.etag)));
      expect(dataOf<RecordView>(cleared).data.account).toBeNull();
    },
  });
});

describe("lifecycle", () => {
  row("who holds the verb may approve", {
    given: deal(),
    request: (record) => patch(record, { stage: "won" }, "apo"),
    expect: { status: 200 },
  });

  row("a token without the verb may not approve, whatever its owner holds", {
    given: async () => ({
      record: await deal()(),
      token: await acme.issue("apo", { scopes: [{ entity: "deals", verbs: ["list", "create", "update"] }] }),
    }),
    request: ({ record, token }) => ({ ...patch(record, { stage: "won" }), as: null, token: token.text }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: (answer, { record }) => unchanged(answer, record),
  });

  row("a token with the verb may", {
    given: async () => ({
      record: await deal()(),
      token: await acme.issue("apo", { scopes: [{ entity: "deals", verbs: ["list", "update", "approve"] }] }),
    }),
    request: ({ record, token }) => ({ ...patch(record, { stage: "won" }), as: null, token: token.text }),
    expect: { status: 200 },
  });

  row("a locked state cannot be edited", {
    given: async () => moveTo(await deal()(), "won"),
    request: (record) => patch(record, { amount: 5 }, "ada"),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: unchanged,
  });
});

describe("400", () => {
  for (const [guarantee, data, field] of [
    ["a wrong type", { integer: "2" }, "integer"],
    ["an unknown field", { nowhere: 1 }, "nowhere"],
    ["a required field cleared", { name: null }, "name"],
    ["a system member", { versionId: "x" }, "versionId"],
    ["the creator", { createdBy: UNKNOWN_ID }, "createdBy"],
    ["a value over its maximum", { level: 11 }, "level"],
    ["a value that is no option", { select: "z" }, "select"],
    ["a reference to nothing", { reference: UNKNOWN_ID }, "reference"],
  ] as const) {
    row(`update: ${guarantee} is refused, named, and nothing is written`, {
      given: sample(),
      request: (record) => patch(record, { text: "never", ...data }),
      expect: { status: 400, code: "INVALID_BODY", details: [field] },
      after: unchanged,
    });
  }

  row("a refusal does not repeat stored values", {
    given: () => acme.create("ada", "samples", { name: "before", hidden: "truffle", text: "stored text" }),
    request: (record) => patch(record, { hidden: 5, text: 5 }),
    expect: { status: 400, code: "INVALID_BODY" },
    after: (answer) => expect(answer.text).not.toMatch(/truffle|stored text/),
  });
});

describe("403", () => {
  row("a readable field behind a write verb is refused, right value or wrong, with one answer", {
    given: safe(),
    request: (record) => patch(record, { seal: "wax" }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: async (answer, record) => {
      const wrong = await acme.call("wim", patch(record, { seal: "lead" }));
      expect(errorOf(wrong)).toEqual({ ...errorOf(answer), requestId: expect.any(String) });
      await unchanged(answer, record);
    },
  });

  row("a read-only field is refused, even from those with every verb", {
    given: safe(),
    request: (record) => patch(record, { serial: 5 }, "ada"),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: unchanged,
  });

  row("one forbidden field refuses the whole update", {
    given: safe(),
    request: (record) => patch(record, { name: "new name", seal: "lead" }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: unchanged,
  });

  row("an update may not move the record out of the owner's own scope", {
    given: () => acme.create("red", "notes", { title: "red", team: "red" }),
    request: (record) => patch(record, { title: "gone", team: "blue" }, "red"),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: async (_, record) =>
      expect((await acme.read("ada", record.path)).data).toMatchObject({ title: "red", team: "red" }),
  });

  row("clearing the field of the scope moves the record out as well", {
    given: () => acme.create("red", "notes", { title: "red", team: "red" }),
    request: (record) => patch(record, { team: null }, "red"),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: async (_, record) => expect((await acme.read("ada", record.path)).data.team).toBe("red"),
  });
});

describe("404", () => {
  row("a record under another entity's key cannot be updated", {
    given: sample(),
    request: (record) => ({ ...patch(record, { name: "x" }), path: `${recordsPath("accounts")}/${record.id}` }),
    expect: { status: 404, code: "RECORD_NOT_FOUND" },
    after: unchanged,
  });
});

describe("409", () => {
  row("another record's label cannot be taken, and nothing else of the update is written", {
    given: async () => {
      await acme.create("wim", "accounts", { name: "Taken" });
      return acme.create("wim", "accounts", { name: "Free", city: "Bergen" });
    },
    request: (record) => patch(record, { name: " tAKEN", city: "Paris" }),
    expect: { status: 409, code: "DUPLICATE_LABEL" },
    after: async (_, record) =>
      expect((await acme.read("wim", record.path)).data).toMatchObject({ name: "Free", city: "Bergen" }),
  });

  row("a record cannot be its own parent", {
    given: () => acme.create("wim", "accounts", { name: "Self" }),
    request: (record) => patch(record, { parent: record.id }),
    expect: { status: 409, code: "PARENT_REFERENCE" },
    after: async (_, record) => expect((await acme.read("wim", record.path)).data.parent).toBeNull(),
  });

  row("no cycle of parents may close", {
    given: async () => {
      const top = await acme.create("wim", "accounts", { name: "Cycle top" });
      const middle = await acme.create("wim", "accounts", { name: "Cycle middle", parent: top.id });
      const bottom = await acme.create("wim", "accounts", { name: "Cycle bottom", parent: middle.id });
      return { top, bottom };
    },
    request: ({ top, bottom }) => patch(top, { parent: bottom.id }),
    expect: { status: 409, code: "PARENT_REFERENCE" },
    after: async (_, { top }) => expect((await acme.read("wim", top.path)).data.parent).toBeNull(),
  });

  for (const [guarantee, id] of [
    ["does not exist", UNKNOWN_ID],
    ["is of another entity", "self"],
  ] as const) {
    row(`update: a parent that ${guarantee} is refused`, {
      given: deal(),
      request: (record) => patch(record, { account: id === "self" ? record.id : id }),
      expect: { status: 409, code: "PARENT_REFERENCE" },
      after: unchanged,
    });
  }

  row("update: a parent that cannot be read is refused as one that does not exist", {
    given: async () => {
      const token = await acme.issue("sen");
      const record = await acme.create("ada", "deals", { title: "deal" });
      const file = structuredClone(acme.file);
      file.roles.find((role) => role.key === "sender")?.grants.push({ entity: "deals", verbs: ["update"] });
      await acme.apply(file);
      return { token, record };
    },
    request: ({ token, record }) => ({ ...patch(record, { account: rome.id }), as: null, token: token.text }),
    expect: { status: 409, code: "PARENT_REFERENCE" },
    after: async (answer, { token, record }) => {
      const unknown = await acme.call("sen", patch(record, { account: UNKNOWN_ID }));
      expect(errorOf(unknown)).toEqual({ ...errorOf(answer), requestId: expect.any(String) });
      expect(token.id).toBeTruthy();
      await unchanged(answer, record);
    },
  });
});
