/**
 * Fields that a caller may not read are to it as fields that do not exist: in every place that takes a field's name, with
 * every operator and kind of value, the two answers are the same bytes (contract §§ 6, 7).
 */
import { describe, expect, it } from "vitest";
import { OPERATORS } from "@/lib/model";
import { openGuardedOrganization } from "../../support/guarded-organization";
import { type Call, post, patch as update } from "../../support/http";
import { dataOf, type RecordView, recordsPath } from "../../support/organization";
import { expectSameAnswer } from "../../support/same-response";
import { UNKNOWN_ID } from "../../support/views";

const acme = await openGuardedOrganization();
const token = acme.token("wim");

const account = await acme.create("ada", "accounts", { name: "Open", city: "Oslo", secret: "sesame" });
const sample = await acme.create("ada", "samples", { name: "one", hidden: "sesame" });
const safe = await acme.create("ada", "vault", { name: "safe", pin: "sesame", memo: "sesame", ghost: "sesame" });

/** Each kind of field that `wim` cannot read: guarded both ways, or only against reading. */
const HIDDEN = [
  { entity: "accounts", hidden: "secret", unknown: "secreq", record: account.path },
  { entity: "samples", hidden: "hidden", unknown: "hiddex", record: sample.path },
  { entity: "vault", hidden: "pin", unknown: "pix", record: safe.path },
  { entity: "vault", hidden: "memo", unknown: "memq", record: safe.path },
  { entity: "vault", hidden: "ghost", unknown: "ghosq", record: safe.path },
];
const VALUES = ["sesame", "", null, 5, true, {}, ["sesame"], ["a", "b"], ["a", null], { not: null }];

const OF_NONE = ["id", "eq", UNKNOWN_ID];
const where = (condition: unknown): Partial<Call> => ({ method: "POST", json: { where: condition } });

/** Where a query can name a field. */
const QUERY_PLACES: [string, (field: string) => Partial<Call> & { query?: string }][] = [
  ["a sort in the query string", (field) => ({ query: `?sort=${field}:asc` })],
  ["a sort in a body", (field) => ({ method: "POST", json: { sort: [{ field, direction: "desc" }] } })],
  ["fields in the query string", (field) => ({ query: `?fields=${field}` })],
  ["a filter inside and", (field) => where({ and: [OF_NONE, [field, "eq", "sesame"]] })],
  ["a filter inside not", (field) => where({ not: [field, "eq", "sesame"] })],
  ["a path below it", (field) => where([`${field}.x`, "eq", "sesame"])],
  [
    "a cursor that is none, and a filter",
    (field) => ({ method: "POST", json: { where: [field, "eq", "x"], cursor: "AAAA" } }),
  ],
];

for (const { entity, hidden, unknown, record } of HIDDEN) {
  const list = recordsPath(entity);
  describe(`${entity}.${hidden} is as a field that does not exist`, () => {
    it.each(OPERATORS)("in a filter with %s and every kind of value", async (operator) => {
      for (const value of VALUES) {
        await expectSameAnswer(acme.origin, { hidden, unknown }, (field) =>
          post(`${list}/query`, { where: [field, operator, value] }, { token }),
        );
      }
    });

    it.each(QUERY_PLACES)("in %s", async (_place, callFor) => {
      const answer = await expectSameAnswer(acme.origin, { hidden, unknown }, (field) => {
        const { query = "", ...call } = callFor(field);
        return { token, path: (call.method === "POST" ? `${list}/query` : list) + query, ...call };
      });
      expect(answer.status).toBe(400);
    });

    it("among the fields picked from one record", async () => {
      for (const headers of [{}, { "if-none-match": "*" }] as Record<string, string>[]) {
        await expectSameAnswer(acme.origin, { hidden, unknown }, (field) => ({
          token,
          path: `${record}?fields=${field}`,
          headers,
        }));
      }
    });

    it("in what a record and its description show", async () => {
      const shown = [`/entities/${entity}`, record, list, "/entities"];
      for (const path of shown)
        expect((await acme.call("wim", { path })).text).not.toMatch(/sesame|ghost|hidden|secret/);
      expect(Object.keys((await acme.read("wim", record)).data)).not.toContain(hidden);
    });
  });
}

/** Those that `wim` may not write either. */
const SEALED = HIDDEN.filter(({ hidden }) => ["secret", "ghost"].includes(hidden));
const IF_MATCH = [undefined, "", "*", '"stale"', "current"];

describe.each(SEALED)("$entity.$hidden cannot be written, and is as a field that does not exist", (field) => {
  const { entity, hidden, unknown, record } = field;
  const required = { name: "new", ...(entity === "vault" ? { pin: "1" } : {}) };

  it("in a create, with every kind of value", async () => {
    for (const value of VALUES) {
      const answer = await expectSameAnswer(acme.origin, { hidden, unknown }, (key) =>
        post(recordsPath(entity), { data: { ...required, [key]: value } }, { token }),
      );
      expect(answer.status).toBe(400);
    }
  });

  it("in an update, whether the value is right or wrong, and with every If-Match", async () => {
    const { versionId } = await acme.read("wim", record);
    for (const ifMatch of IF_MATCH) {
      const current = ifMatch?.replace("current", `"${versionId}"`);
      const headers = { ...(current !== undefined && { "if-match": current }) };
      for (const value of VALUES) {
        await expectSameAnswer(acme.origin, { hidden, unknown }, (key) => ({
          ...update(record, { [key]: value }, { token }),
          headers,
        }));
      }
    }
    expect((await acme.read("ada", record)).data[hidden]).toBe("sesame");
  });
});

describe("a field that can be written but not read reveals nothing of its value", () => {
  const guess = (who: "wim" | "una", path: string, data: Record<string, unknown>) =>
    acme.update(who, `${path}?dryRun=true`, data);

  it.each(["pin", "memo"])("%s is changed by every guess, including the right one", async (key) => {
    const { versionId, updated } = await acme.read("ada", safe.path);
    for (const value of ["sesame", "wrong"]) {
      const view = dataOf<RecordView>(await guess("wim", safe.path, { [key]: value }));
      expect([view.versionId === versionId, view.updated > updated]).toEqual([false, true]);
    }
  });

  it("a record reveals nothing to those who can update but not list it", async () => {
    const { versionId } = await acme.read("ada", sample.path);
    for (const name of ["one", "wrong"]) {
      const answer = await guess("una", sample.path, { name });
      expect([answer.status, answer.headers.etag === `"${versionId}"`]).toEqual([200, false]);
    }
  });
});

describe("a lifecycle tells nothing of hidden values", () => {
  const patch = (path: string, data: object): Call => update(path, data, { token });

  it("a hidden value of a locked record cannot be guessed", async () => {
    const deal = await acme.create("ada", "deals", { title: "locked", margin: "sesame" });
    for (const stage of ["lost", "archived"]) await acme.update("ada", deal.path, { stage });
    expect((await acme.read("ada", deal.path)).data.stage).toBe("archived");
    for (const value of ["sesame", "wrong", null]) {
      await expectSameAnswer(acme.origin, { hidden: "margin", unknown: "margix" }, (key) =>
        patch(deal.path, { [key]: value }),
      );
    }
  });

  it("a hidden state cannot be guessed, moved or named", async () => {
    const record = await acme.create("ada", "cases", { title: "one" });
    const answers: number[] = [];
    for (const value of ["begun", "sealed", "ended", "none", null, 5]) {
      const names = { hidden: "phase", unknown: "phasq" };
      const patched = await expectSameAnswer(acme.origin, names, (key) => patch(record.path, { [key]: value }));
      const created = await expectSameAnswer(acme.origin, names, (key) =>
        post(recordsPath("cases"), { data: { title: "two", [key]: value } }, { token }),
      );
      answers.push(patched.status, created.status);
    }
    expect(new Set(answers)).toEqual(new Set([400]));
  });

  it("a refusal does not name a hidden state", async () => {
    const record = await acme.create("ada", "cases", { title: "shut", phase: "begun" });
    const sealed = await acme.update("ada", record.path, { phase: "sealed" });
    expect(sealed.status).toBe(200);
    const edited = await acme.update("wim", record.path, { remark: "x" });
    const deleted = await acme.remove("wim", record.path);
    expect([edited.status, deleted.status]).toEqual([403, 403]);
    expect(edited.text + deleted.text).not.toMatch(/sealed|phase|begun|ended/);
  });
});

describe("hidden values do not show in how records are found, ordered or versioned", () => {
  it("a search finds no word of a hidden field", async () => {
    for (const { entity } of HIDDEN) {
      expect((await acme.page("wim", `${recordsPath(entity)}?search=sesame`)).items).toEqual([]);
    }
  });

  it("the order of a list and the length of its cursors are the same, whatever is hidden", async () => {
    const pages = async () => {
      const path = `${recordsPath("accounts")}?limit=1&fields=name`;
      const first = await acme.page("wim", path);
      const second = await acme.page("wim", `${path}&cursor=${first.nextCursor}`);
      return { order: [...first.items, ...second.items].map(({ id }) => id), length: first.nextCursor?.length };
    };
    await acme.create("ada", "accounts", { name: "Second", secret: "a" });
    const before = await pages();
    const changed = await acme.update("ada", account.path, { secret: "z".repeat(500) });
    expect(changed.status).toBe(200);
    expect(await pages()).toEqual(before);
  });

  it("two callers with different rights see one version", async () => {
    const [ada, wim] = [await acme.call("ada", { path: safe.path }), await acme.call("wim", { path: safe.path })];
    expect(wim.headers.etag).toBe(ada.headers.etag);
    expect(wim.headers.vary).toMatch(/\bauthorization\b/);
  });

  it("a cursor made with more rights opens nothing with fewer", async () => {
    const bySecret = { where: ["secret", "is_null", false], sort: [{ field: "secret", direction: "asc" }] };
    const ofAda = await acme.post("ada", `${recordsPath("accounts")}/query`, { ...bySecret, limit: 1 });
    const { nextCursor } = dataOf<{ nextCursor: string | null }>(ofAda);
    expect(nextCursor).not.toBeNull();
    for (const more of [{}, bySecret]) {
      const answer = await acme.post("wim", `${recordsPath("accounts")}/query`, { cursor: nextCursor, ...more });
      expect(answer.status).toBe(400);
    }
  });

  it("a validation failure repeats neither what was sent nor what is stored", async () => {
    const answer = await acme.update("wim", safe.path, { pin: 90210, memo: ["open"], name: 31337 });
    expect(answer.status).toBe(400);
    expect(answer.text.replace(/"requestId":"[^"]*"/, "")).not.toMatch(/90210|open|31337|sesame/);
  });
});
