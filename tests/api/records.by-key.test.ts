/** One record by the value of a unique field: `/records/:value?by=<field>` (contract § 6, Keys). */
import { describe, expect, it } from "vitest";
import { type Answer, type Call, post, send } from "../support/http";
import { dataOf, errorOf, type RecordView, recordsPath } from "../support/organization";
import { tally } from "../support/parallel";
import { rowsOf } from "../support/scenario";
import { openSuppliersAndParts } from "../support/suppliers-and-parts";

const acme = await openSuppliersAndParts("bykey");
const row = rowsOf(acme);
const SUPPLIERS = recordsPath("suppliers");
const by = (field: string, value: string) => `${SUPPLIERS}/${encodeURIComponent(value)}?by=${field}`;
let count = 0;
const newSupplier = (data: Record<string, unknown>) => {
  count += 1;
  return acme.create("ada", "suppliers", { name: `Supplier ${count}`, ...data });
};
const NOT_FOUND = { status: 404, code: "RECORD_NOT_FOUND" };
const NOT_QUERYABLE = { status: 400, code: "FIELD_NOT_QUERYABLE" };

const VALUES = {
  name: "Zoë & Söhne / Oslo",
  city: "Oslo",
  code: "a/b%2F c+d?e#f",
  number: 42,
  rate: "12.50",
  mail: "zoe+1@suppliers.test",
  page: "https://suppliers.test/a?b=c",
  seal: "wax",
  shelf: "left",
};
const zoe = await newSupplier(VALUES);
await newSupplier({ city: "Rome", code: "rome" });
const word = await newSupplier({ code: "query" });

describe("GET", () => {
  for (const [field, value] of [
    ["code", "a/b%2F c+d?e#f"],
    ["number", "42"],
    ["rate", "12.50"],
    ["rate", "12.5"],
    ["name", "Zoë & Söhne / Oslo"],
    ["name", " ZOE\u0308 & SÖHNE / oslo "],
  ] as const) {
    row(`finds the record by ${field} ${JSON.stringify(value)}`, {
      request: { path: by(field, value), as: "ada" },
      expect: { status: 200, data: zoe.view, headers: { etag: zoe.etag } },
    });
  }

  for (const [field, value] of [
    ["code", "A/b%2F c+d?e#f"],
    ["code", "a\0"],
    ["number", "042"],
    ["number", "4.2e1"],
    ["rate", "1e1"],
    ["name", "   "],
  ] as const) {
    row(`a value that no record has, or can have, finds nothing: ${field} ${JSON.stringify(value)}`, {
      request: { path: by(field, value), as: "ada" },
      expect: NOT_FOUND,
      after: (answer) => {
        if (value.trim() !== "") expect(errorOf(answer).message).not.toContain(value);
      },
    });
  }

  row("HEAD is GET without a body", {
    request: { method: "HEAD", path: by("number", "42"), as: "rea" },
    expect: { status: 200, headers: { etag: zoe.etag } },
  });

  row("fields and expand go along", {
    request: { path: `${by("number", "42")}&fields=city`, as: "rea" },
    expect: { status: 200, data: { ...zoe.view, data: { city: "Oslo" } } },
  });

  row("a value that is a word of other paths", { path: by("code", "query"), as: "rea" }, 200, (answer) =>
    expect(dataOf<RecordView>(answer).id).toBe(word.id),
  );
});

describe("by", () => {
  it("gives unknown, hidden, unqueryable and other fields one response", async () => {
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const messages = new Set<string>();
      for (const field of ["nothing", "seal", "shelf", "city", "id", "versionId", "supplier.code", "__proto__"]) {
        const call = { method, path: by(field, "x"), ...(method === "PATCH" ? { json: { data: {} } } : {}) };
        const answer = await acme.call("wim", call);
        expect([answer.status, errorOf(answer).code], field).toEqual([400, "FIELD_NOT_QUERYABLE"]);
        messages.add(
          errorOf(answer)
            .message.replace(`"${field}"`, "…")
            .replace(/ Did you mean \w+\?/, ""),
        );
      }
      expect([...messages]).toEqual([
        "by: … is not a field that this token can find a record by. Its keys are name, code, number, rate, mail, page. GET /entities/:entityKey lists the fields that it can.",
      ]);
    }
  });

  row("a field that the token is denied is none of them", { path: by("seal", "wax"), as: "ada" }, 200, async () => {
    const { text: token } = await acme.issue("ada", {
      limits: { deniedFields: [{ entity: "suppliers", fields: ["seal"] }] },
    });
    const answer = await send(acme.origin, { path: by("seal", "wax"), token });
    expect([answer.status, errorOf(answer).code]).toEqual([400, "FIELD_NOT_QUERYABLE"]);
  });

  row("empty", { request: { path: by("", "x"), as: "rea" }, expect: NOT_QUERYABLE });
  row("elsewhere it is unknown", { path: `${SUPPLIERS}?by=code`, as: "rea" }, "400 INVALID_FILTERS");
  row("a method that no path takes stays refused", {
    request: { method: "PUT", path: by("code", "query"), as: "rea" },
    expect: { status: 405, code: "METHOD_NOT_ALLOWED", headers: { allow: "POST, OPTIONS" } },
    stage: "before the gate",
  });
  row("the word of a path stays one for its own method", {
    request: { method: "POST", path: `${SUPPLIERS}/query?by=code`, json: {}, as: "rea" },
    expect: { status: 400, code: "INVALID_FILTERS" },
  });
});

describe("PATCH and DELETE", () => {
  const data = { city: "Bergen" };
  const patch = (field: string, value: string, more = {}) => ({
    method: "PATCH",
    path: by(field, value),
    as: "ada" as const,
    json: { data },
    ...more,
  });
  const ANY = { headers: { "if-match": "*" } };

  row("change the record, under its version", {
    given: () => newSupplier({ code: "p1" }),
    request: (made) => patch("code", "p1", { headers: { "if-match": made.etag } }),
    expect: { status: 200 },
    after: (answer, made) => {
      const { id, versionId, data: changed } = dataOf<RecordView>(answer);
      expect([id, changed.city, answer.headers.etag]).toEqual([made.id, "Bergen", `"${versionId}"`]);
    },
  });

  row("change the key itself", {
    given: () => newSupplier({ code: "p2" }),
    request: patch("code", "p2", { ...ANY, json: { data: { code: "p2-new" } } }),
    expect: { status: 200 },
    after: async () => {
      expect((await acme.call("ada", { path: by("code", "p2") })).status).toBe(404);
      expect((await acme.call("ada", { path: by("code", "p2-new") })).status).toBe(200);
    },
  });

  row("delete the record, and say which", {
    given: () => newSupplier({ code: "d1" }),
    request: { method: "DELETE", path: by("code", "d1"), as: "ada", ...ANY },
    expect: { status: 200 },
    after: (answer, made) => expect(dataOf(answer)).toEqual({ id: made.id, entityKey: "suppliers", deleted: true }),
  });

  row("412 for another record's version", {
    request: patch("code", "rome", { headers: { "if-match": zoe.etag } }),
    expect: { status: 412, code: "PRECONDITION_FAILED" },
  });
  row("403 for what is in sight and out of the verb's reach", {
    request: { method: "DELETE", path: by("number", "42"), as: "sen", ...ANY },
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: async () => expect((await acme.read("ada", zoe.path)).versionId).toBe(zoe.view.versionId),
  });
});

describe("at the same time", () => {
  const token = acme.token("ada");
  const together = (times: number, call: (index: number) => Call) =>
    Promise.all(Array.from({ length: times }, (_, index) => send(acme.origin, call(index))));
  const codesOf = (answers: Answer[]) => answers.map((answer) => dataOf<RecordView>(answer).data.code);

  it("changes the record that has the key at the time of the write, while the key moves between two", async () => {
    const [one, other] = [await newSupplier({ code: "moving" }), await newSupplier({ code: null })];
    const move = (from: string, to: string) =>
      post(
        `${SUPPLIERS}/batch`,
        {
          operations: [
            { op: "update", id: from, ifMatch: "*", data: { code: null } },
            { op: "update", id: to, ifMatch: "*", data: { code: "moving" } },
          ],
        },
        { token },
      );
    const moving = (async () => {
      for (let time = 0; time < 10; time += 1) {
        const [from, to] = time % 2 === 0 ? [one.id, other.id] : [other.id, one.id];
        expect((await send(acme.origin, move(from, to))).status).toBe(200);
      }
    })();
    const answers = await together(30, (index) => ({
      method: "PATCH",
      path: by("code", "moving"),
      token,
      headers: { "if-match": "*" },
      json: { data: { city: `City ${index}` } },
    }));
    await moving;
    expect(tally(answers)).toEqual({ "200": 30 });
    expect(new Set(codesOf(answers))).toEqual(new Set(["moving"]));
  });
});
