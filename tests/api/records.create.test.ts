/** POST /entities/:entityKey/records (spec: Create; contract §§ 7, 8). */
import { describe, expect } from "vitest";
import { post as create } from "../support/http";
import { dataOf, openOrganization, type Page, type RecordView, recordsPath } from "../support/organization";
import { rowsOf } from "../support/scenario";
import { blankSample, envelope } from "../support/views";

const acme = await openOrganization();
const row = rowsOf(acme);
const SAMPLES = recordsPath("samples");
const post = (entity: string, data: unknown) => create(recordsPath(entity), { data }, { as: "wim" });
/** A body that `JSON.stringify` would not write. */
const postText = (body: string | Buffer, headers: Record<string, string> = {}) => ({
  method: "POST",
  path: SAMPLES,
  as: "wim" as const,
  body,
  headers,
});
const countOf = async (entity: string) => (await acme.page("ada", `${recordsPath(entity)}?limit=500`)).items.length;

describe("201", () => {
  row("a created record is answered with envelope, ETag and Location", {
    request: post("samples", { name: "One", integer: 5 }),
    expect: { status: 201, data: envelope("samples", { ...blankSample("One"), integer: 5 }) },
    after: async (answer) => {
      const { id, versionId } = dataOf<RecordView>(answer);
      expect(answer.headers.etag).toBe(`"${versionId}"`);
      const location = new URL(String(answer.headers.location), acme.origin);
      expect(location.pathname).toBe(`/api/v1/entities/samples/records/${id}`);
      const read = await acme.call("wim", { path: `${SAMPLES}/${id}` });
      expect(read.json).toEqual(answer.json);
      expect(read.headers.etag).toBe(answer.headers.etag);
    },
  });

  row("a default is taken when the key is absent", {
    request: post("deals", { title: "new" }),
    expect: { status: 201, data: envelope("deals", { title: "new", stage: "lead", amount: null, account: null }) },
  });

  row("an explicit null is no absent key: the field stays empty", {
    request: post("samples", { name: "no level", level: null }),
    expect: { status: 201, data: envelope("samples", { ...blankSample("no level"), level: null }) },
  });

  row("a write-only required field is taken and never shown", {
    request: post("vault", { name: "safe", pin: "4711", memo: "under the mat" }),
    expect: { status: 201, data: envelope("vault", { name: "safe", seal: null, serial: null }) },
    after: async (answer) => {
      expect(answer.text).not.toMatch(/4711|mat/);
      const { id } = dataOf<RecordView>(answer);
      const stored = await acme.read("ada", `${recordsPath("vault")}/${id}`);
      const empty = { seal: null, serial: null, ghost: null };
      expect(stored.data).toEqual({ name: "safe", pin: "4711", memo: "under the mat", ...empty });
    },
  });

  row("a number with 17 digits that are those of a double comes back in its shortest form", {
    request: postText('{"data":{"name":"Berlin","number":52.520007999999997}}'),
    expect: { status: 201 },
    after: (answer) => expect(answer.text).toContain('"number": 52.520008,'),
  });

  row("an empty list in a multi-select is a value: it is kept, and not null", {
    request: post("samples", { name: "no colors", multiselect: [] }),
    expect: { status: 201 },
    after: async (answer) => {
      const { id, data } = dataOf<RecordView>(answer);
      expect(data.multiselect).toEqual([]);
      const found = async (isNull: boolean) => {
        const where = ["multiselect", "is_null", isNull];
        const response = await acme.post("ada", `${SAMPLES}/query`, { where: { and: [["id", "eq", id], where] } });
        return dataOf<Page>(response).items.length;
      };
      expect([await found(true), await found(false)]).toEqual([0, 1]);
    },
  });

  row("a query string beside the body is refused, and nothing written", {
    request: { ...post("samples", { name: "query string" }), path: `${SAMPLES}?name=other` },
    expect: { status: 400, code: "INVALID_FILTERS" },
    after: async () => expect((await acme.page("ada", `${SAMPLES}?search=query+string`)).items).toEqual([]),
  });
});

describe("201: values come back exactly", () => {
  for (const [guarantee, field, sent, stored = sent] of [
    ["text with quotes and angle brackets", "text", `"'<script>&amp;\\`],
    ["a four-byte emoji", "text", "👩‍👩‍👧‍👦"],
    ["a decomposed letter, not composed", "text", "e\u0301"],
    ["the sum that is not three tenths", "number", 0.1 + 0.2],
    ["a decimal with its scale", "decimal", "12.50"],
    ["a moment with another offset, in UTC", "datetime", "2024-01-31T12:00:00.000+02:00", "2024-01-31T10:00:00.000Z"],
    ["a json object", "json", { a: [1, "x", null, true, { b: {} }] }],
    ["a json null, which is empty", "json", null],
  ] as const) {
    row(`${guarantee} (${field})`, {
      request: post("samples", { name: "value", [field]: sent }),
      expect: { status: 201, data: envelope("samples", { ...blankSample("value"), [field]: stored }) },
    });
  }

  row("minus zero is zero", {
    request: postText('{"data":{"name":"minus","number":-0,"integer":-0}}'),
    expect: { status: 201, data: envelope("samples", { ...blankSample("minus"), number: 0, integer: 0 }) },
    after: (answer) => expect(answer.text).not.toContain("-0,"),
  });

  row("__proto__ inside a json field is an ordinary key", {
    request: postText('{"data":{"name":"proto","json":{"__proto__":{"admin":true},"constructor":1}}}'),
    expect: { status: 201 },
    after: async (answer) => {
      expect(answer.text).toContain('"__proto__"');
      const again = await acme.call("wim", { path: `${SAMPLES}/${dataOf<RecordView>(answer).id}` });
      expect(again.text).toContain('"__proto__"');
    },
  });

  row("a body of exactly 1 MiB is allowed", {
    request: () => {
      const shell = Buffer.byteLength('{"data":{"name":"big","json":""}}');
      return postText(`{"data":{"name":"big","json":"${"x".repeat(1_048_576 - shell)}"}}`);
    },
    expect: { status: 201 },
  });
});

describe("400: the data", () => {
  row("a missing write-only required field is named", {
    request: post("vault", { name: "no pin" }),
    expect: { status: 400, code: "INVALID_BODY", details: ["pin"] },
  });

  row("all wrong fields are named at once", {
    request: post("samples", { text: 1, integer: "1", nowhere: 1 }),
    expect: { status: 400, code: "INVALID_BODY", details: ["name", "text", "integer", "nowhere"] },
  });

  row("__proto__ inside data is an unknown field, and pollutes nothing", {
    request: postText('{"data":{"name":"x","__proto__":{"polluted":true,"required":false}}}'),
    expect: { status: 400, code: "INVALID_BODY", details: ["__proto__"] },
    after: async () => {
      for (let time = 0; time < 20; time += 1) {
        expect((await acme.call("wim", { path: "/me" })).text).not.toContain("polluted");
      }
      expect((await acme.call("wim", post("samples", {}))).status).toBe(400);
    },
  });
});

describe("403", () => {
  row("a create outside the owner's create scope is refused and writes nothing", {
    given: () => countOf("notes"),
    request: { ...post("notes", { title: "blue", team: "blue" }), as: "red" },
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: async (_, before) => expect(await countOf("notes")).toBe(before),
  });

  row("who may create but not list gets CREATED_RECORD_NOT_READABLE, and the record is kept", {
    given: () => countOf("deals"),
    request: { ...post("deals", { title: "unseen" }), as: "cleo" },
    expect: { status: 403, code: "CREATED_RECORD_NOT_READABLE", headers: { etag: null } },
    after: async (_, before) => expect(await countOf("deals")).toBe(before + 1),
  });

  row("a record outside the owner's list scope is created and not shown", {
    request: { ...post("notes", { title: "sent to blue", team: "blue" }), as: "sen" },
    expect: { status: 403, code: "CREATED_RECORD_NOT_READABLE" },
    after: async (answer) => {
      expect(answer.text).not.toContain("sent to blue");
      const newest = await acme.page("ada", `${recordsPath("notes")}?limit=1`);
      expect(newest.items[0]?.data.title).toBe("sent to blue");
    },
  });
});

describe("409: labels", () => {
  const account = (name: string) => post("accounts", { name });
  for (const [guarantee, kept, sent] of [
    ["another Unicode form", "Caf\u00e9 Mole", "Cafe\u0301 Mole"],
    ["all three at once", "\u00c5ngstr\u00f6m", " a\u030angstro\u0308m "],
  ] as const) {
    row(`${guarantee} is a duplicate, with no hint of the other record`, {
      given: () => acme.create("wim", "accounts", { name: kept }),
      request: account(sent),
      expect: { status: 409, code: "DUPLICATE_LABEL" },
      after: (answer, other) => {
        expect(answer.text).not.toContain(other.id);
        expect(answer.text).not.toContain(kept);
      },
    });
  }

  row("the label is free again once its record is deleted", {
    given: async () => {
      const gone = await acme.create("wim", "accounts", { name: "Ebb" });
      await acme.remove("wim", gone.path);
    },
    request: account("Ebb"),
    expect: { status: 201 },
  });

  row("a label may repeat in another entity", {
    given: () => acme.create("wim", "accounts", { name: "Shared word" }),
    request: post("samples", { name: "Shared word" }),
    expect: { status: 201 },
  });
});
