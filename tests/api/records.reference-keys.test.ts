/** References that are given by a key of the record that they lead to (contract § 7). */
import { describe, expect, it } from "vitest";
import { type Answer, post as postTo, send } from "../support/http";
import { dataOf, errorOf, type RecordView, recordsPath } from "../support/organization";
import type { MemberName } from "../support/organization-file";
import { rowsOf } from "../support/scenario";
import { openSuppliersAndParts } from "../support/suppliers-and-parts";

const acme = await openSuppliersAndParts("keys");
const row = rowsOf(acme);
const PARTS = recordsPath("parts");
const oslo = await acme.create("ada", "suppliers", {
  name: "Oslo Ltd",
  city: "Oslo",
  code: "OSL",
  number: 1,
  rate: "1.50",
  mail: "oslo@suppliers.test",
  seal: "wax",
  shelf: "left",
});
const rome = await acme.create("ada", "suppliers", { name: "Rome Ltd", city: "Rome", code: "ROM", number: 2 });

const post = (data: unknown, as: MemberName = "ada") => ({ method: "POST", path: PARTS, as, json: { data } });
const batch = (operations: unknown[], more = {}, as: MemberName = "ada") =>
  postTo(`${PARTS}/batch`, { operations, return: "representation", ...more }, { as });
const create = (data: unknown) => ({ op: "create", data });
type Results = { results: { status: number; record?: RecordView; error?: { code: string; message: string } }[] };
const recordsOf = (answer: Answer) => dataOf<Results>(answer).results.map(({ record }) => record);
const LOST = "points to a record that does not exist or cannot be seen";

describe("a create", () => {
  for (const key of [{ code: "OSL" }, { seal: "wax" }, { name: " oslo LTD" }]) {
    row(`has the id of the record with ${JSON.stringify(key)}`, post({ name: "Bolt", supplier: key }), 201, (answer) =>
      expect(dataOf<RecordView>(answer).data.supplier).toBe(oslo.id),
    );
  }

  for (const [says, supplier, as] of [
    ["nothing has the key", { code: "none" }, "wim"],
    ["the record is out of sight", { code: "ROM" }, "sen"],
  ] as const) {
    row(`is refused as by an id that is none: ${says}`, {
      request: post({ name: "Bolt", supplier }, as),
      expect: { status: 400, code: "INVALID_BODY" },
      after: async (answer) => {
        const byId = await acme.call(as, post({ name: "Bolt", supplier: "00000000-0000-4000-8000-000000000000" }));
        expect(errorOf(answer)).toEqual({ ...errorOf(byId), requestId: expect.any(String) });
        expect(errorOf(answer).details).toEqual([{ field: "supplier", message: LOST }]);
      },
    });
  }

  it("gives unknown, hidden, unqueryable and other fields one response", async () => {
    const messages = new Set<string>();
    for (const key of ["nothing", "seal", "shelf", "city", "id", "__proto__"]) {
      const answer = await acme.call("wim", post({ name: "Bolt", supplier: JSON.parse(`{"${key}": "wax"}`) }));
      expect([answer.status, errorOf(answer).code], key).toEqual([400, "INVALID_BODY"]);
      messages.add(errorOf(answer).message);
    }
    const form = '{"name": value}, or with code, number, rate, mail, page';
    expect([...messages]).toEqual([
      `The data is not valid: "supplier" must be the id of a record, or one field that tells records apart: ${form}.`,
    ]);
  });

  for (const [says, supplier, message] of [
    ["two keys", { code: "OSL", number: 1 }, "or one field that tells records apart"],
    ["a value of another type", { number: "1" }, "is given by number, which must be an integer"],
    ["no value", { code: null }, "is given by code, which must be a string"],
  ] as const) {
    row(`needs one key with its value: ${says}`, {
      request: post({ name: "Bolt", supplier }),
      expect: { status: 400, code: "INVALID_BODY", details: ["supplier"] },
      after: (answer) => expect(errorOf(answer).message).toContain(message),
    });
  }

  it("refuses every key without list on the other entity", async () => {
    const { text: token } = await acme.issue("ada", { scopes: [{ entity: "parts", verbs: ["list", "create"] }] });
    const answer = await send(acme.origin, { ...post({ name: "Bolt", supplier: { code: "OSL" } }), token });
    expect(errorOf(answer).message).toBe(
      'The data is not valid: "supplier" must be the id of a record, not an object: send the id alone.',
    );
  });

  row("can give what it cannot read", post({ name: "Bolt", maker: { code: "OSL" } }, "wim"), 201, async (answer) => {
    const { id } = dataOf<RecordView>(answer);
    expect((await acme.read("ada", `${PARTS}/${id}`)).data.maker).toBe(oslo.id);
  });

  it("is replayed for the body as sent, whatever record has the key by then", async () => {
    const made = await acme.create("ada", "suppliers", { name: "Moving", code: "MOV" });
    const call = { ...post({ name: "Nut", supplier: { code: "MOV" } }), headers: { "idempotency-key": "moving" } };
    const first = await acme.call("ada", call);
    await acme.update("ada", made.path, { code: "MOVED" });
    const again = await acme.call("ada", call);
    expect(dataOf<RecordView>(again).id).toBe(dataOf<RecordView>(first).id);
    expect(dataOf<RecordView>(again).data.supplier).toBe(made.id);
    const byId = { ...post({ name: "Nut", supplier: made.id }), headers: { "idempotency-key": "moving" } };
    expect(errorOf(await acme.call("ada", byId)).message).toContain("another body");
  });
});

describe("the parent", () => {
  row("is given by its key", {
    given: () => acme.create("ada", "parts", { name: "Frame", code: "FRAME" }),
    request: post({ name: "Wheel", parent: { code: "FRAME" } }),
    expect: { status: 201 },
    after: (answer, frame) => expect(dataOf<RecordView>(answer).data.parent).toBe(frame.id),
  });
  row("that no record has is refused as a missing parent is", {
    request: post({ name: "Wheel", parent: { code: "none" } }),
    expect: { status: 409, code: "PARENT_REFERENCE", details: ["parent"] },
  });
});

describe("an update", () => {
  const patch = (path: string, supplier: unknown, as: MemberName = "ada") => acme.update(as, path, { supplier });

  it("sets it, and changes nothing if the key is that of the current record", async () => {
    const part = await acme.create("ada", "parts", { name: "Screw", supplier: rome.id });
    const changed = dataOf<RecordView>(await patch(part.path, { code: "OSL" }));
    expect(changed.data.supplier).toBe(oslo.id);
    const same = dataOf<RecordView>(await patch(part.path, { number: 1 }));
    expect(same.versionId).toBe(changed.versionId);
  });

  it("reveals no key of a record out of sight, not even of the one that it leads to already", async () => {
    const part = await acme.create("ada", "parts", { name: "Screw", supplier: rome.id });
    const right = errorOf(await patch(part.path, { code: "ROM" }, "sen"));
    const wrong = errorOf(await patch(part.path, { code: "none" }, "sen"));
    expect({ ...right, requestId: "" }).toEqual({ ...wrong, requestId: "" });
    expect(right.code).toBe("INVALID_BODY");
  });
});

describe("a batch", () => {
  row("resolves the keys of all operations", {
    request: batch([
      create({ name: "B1", supplier: { code: "OSL" } }),
      create({ name: "B2", supplier: { number: 2 }, maker: { code: "ROM" } }),
      { op: "upsert", match: { code: "B3" }, ifMatch: "*", data: { name: "B3", supplier: { code: "ROM" } } },
    ]),
    expect: { status: 200 },
    after: (answer) =>
      expect(recordsOf(answer).map((record) => record?.data.supplier)).toEqual([oslo.id, rome.id, rome.id]),
  });

  row("refers to records that earlier operations create, however they are named", {
    request: batch([
      create({ name: "Top", code: "T0" }),
      { op: "upsert", match: { code: "T1" }, ifMatch: "*", data: { name: "Middle", parent: { code: "T0" } } },
      create({ name: "Low", code: "T2", parent: { code: "T1" } }),
      create({ name: "Lowest", parent: { code: "T2" } }),
    ]),
    expect: { status: 200 },
    after: (answer) => {
      const [top, middle, low, lowest] = recordsOf(answer);
      expect([middle, low, lowest].map((record) => record?.data.parent)).toEqual([top?.id, middle?.id, low?.id]);
    },
  });

  it("sees keys that earlier operations move", async () => {
    const one = await acme.create("ada", "parts", { name: "One", code: "SWAP" });
    const other = await acme.create("ada", "parts", { name: "Other" });
    const answer = await acme.call(
      "ada",
      batch([
        { op: "update", id: one.id, ifMatch: "*", data: { code: null } },
        { op: "update", id: other.id, ifMatch: "*", data: { code: "SWAP" } },
        create({ name: "Child", parent: { code: "SWAP" } }),
      ]),
    );
    expect(recordsOf(answer)[2]?.data.parent).toBe(other.id);
  });

  row("500 whose parents are created before them, in 20 levels", {
    request: batch(
      Array.from({ length: 500 }, (_, index) =>
        create({ name: `C${index}`, code: `C${index}`, ...(index < 25 ? {} : { parent: { code: `C${index - 25}` } }) }),
      ),
    ),
    expect: { status: 200 },
    after: (answer) => {
      const records = recordsOf(answer);
      expect(records.slice(25).map((record) => record?.data.parent)).toEqual(
        records.slice(0, -25).map((record) => record?.id),
      );
    },
  });
});
