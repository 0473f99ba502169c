/**
 * A token that is limited to rows: beyond them nothing is there for it, whatever it asks and writes (docs/contract.md, Limits of
 * a token). The oracle has the limits of generated tokens as well; here is each place once, by hand.
 */
import { describe, expect, it } from "vitest";
import type { RowLimit } from "@/lib/model";
import { sql } from "../../support/database-client";
import { patch, send } from "../../support/http";
import { followOnce } from "../../support/mirror";
import { dataOf, errorOf, type IssuedTo, openOrganization, type Page, recordsPath } from "../../support/organization";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const turin = await acme.create("ada", "accounts", { name: "Truffle & Sons", city: "Turin" });
const rome = await acme.create("ada", "accounts", { name: "Roman Truffles", city: "Rome" });
const inside = await acme.create("ada", "samples", { name: "In", select: "a", integer: 1, reference: turin.view.id });
const outside = await acme.create("ada", "samples", { name: "Out", select: "b", integer: 2, reference: rome.view.id });
await acme.create("ada", "samples", { name: "Empty", integer: 4 });

const SAMPLES: RowLimit[] = [{ entityKey: "samples", where: ["select", "eq", "a"] }];
const ACCOUNTS: RowLimit[] = [{ entityKey: "accounts", where: ["city", "eq", "Turin"] }];
/** Of a member with every verb. */
const issue = (rows: RowLimit[] = SAMPLES, more = {}) => acme.issue("ada", { limits: { rows, ...more } });
const records = recordsPath("samples");

const WHERE_SEEN = "It is limited to some records of this entity: GET /entities/samples shows which, as limitedTo.";

const namesIn = (page: Page) => page.items.map(({ data }) => data.name);

describe("what is read", () => {
  row("in CSV is within the rows", {
    given: () => issue(),
    request: ({ text }) => ({ path: records, token: text, headers: { accept: "text/csv" } }),
    expect: { status: 200 },
    after: (answer) => expect([answer.text.includes("In"), /Out|Empty/.test(answer.text)]).toEqual([true, false]),
  });

  row("through a reference is within the rows of the other entity", {
    given: () => issue(ACCOUNTS),
    request: ({ text }) => ({ path: `${records}?expand=reference`, token: text }),
    expect: { status: 200 },
    after: (answer) => expect(answer.text.includes("Turin") && !answer.text.includes("Rom")).toBe(true),
  });
});

describe("what is written", () => {
  for (const [what, data] of Object.entries({ "another value": { select: "b" }, "no value": {} })) {
    row(`as a new record with ${what} is refused`, {
      given: () => issue(),
      request: ({ text }) => ({ method: "POST", path: records, token: text, json: { data: { name: "x", ...data } } }),
      expect: { status: 403, code: "PERMISSION_DENIED" },
      after: (answer) =>
        expect(errorOf(answer).message).toBe(`This token cannot create a record with these values. ${WHERE_SEEN}`),
    });
  }

  for (const [what, value] of [
    ["another value", "b"],
    ["no value", null],
  ] as const) {
    row(`does not move a record out of the rows, by ${what}`, {
      given: () => issue(),
      request: ({ text }) => patch(inside.path, { select: value }, { token: text }),
      expect: { status: 403, code: "PERMISSION_DENIED" },
      after: async (answer) => {
        expect(errorOf(answer).message).toBe(`This token cannot change this record to these values. ${WHERE_SEEN}`);
        expect((await acme.read("ada", inside.path)).data.select).toBe("a");
      },
    });
  }
});

describe("the feed", () => {
  const follow = ({ text }: IssuedTo, cursor: string | null) => followOnce(acme.origin, text, "samples", cursor);
  const set = (path: string, select: string | null) => acme.update("ada", path, { select });

  it("reports what enters and leaves the rows, and nothing else", async () => {
    const token = await issue();
    const [enters, leaves, never] = [
      await acme.create("ada", "samples", { name: "enters", select: "b" }),
      await acme.create("ada", "samples", { name: "leaves", select: "a" }),
      await acme.create("ada", "samples", { name: "never", select: "b" }),
    ];
    const { nextCursor } = await follow(token, null);
    await set(enters.path, "a");
    await set(leaves.path, null);
    await set(never.path, "c");
    await acme.remove("ada", never.path);
    const { items, reset } = await follow(token, nextCursor);
    expect(reset).toBe(false);
    expect(items.map((item) => [item.type, item.type === "removed" ? item.id : item.record.id])).toEqual([
      ["removed", leaves.view.id],
      ["changed", enters.view.id],
    ]);
  });

  it("resets once the rows are limited further, and the next read is within them", async () => {
    const token = await issue([]);
    const { nextCursor } = await follow(token, null);
    expect((await follow(token, nextCursor)).reset).toBe(false);
    const limits = { deniedFields: [], rows: SAMPLES, allowedAddresses: [], requestsPerMinute: null };
    await sql("update tokens set limits = $1 where id = $2", [JSON.stringify(limits), token.id]);
    expect((await follow(token, nextCursor)).reset).toBe(true);
    expect((await send(acme.origin, { path: outside.path, token: token.text })).status).toBe(404);
  });
});

describe("the limit", () => {
  row("is in /me", {
    given: () => issue([...SAMPLES, ...ACCOUNTS]),
    request: ({ text }) => ({ path: "/me", token: text }),
    expect: { status: 200 },
    after: (answer) => expect(dataOf<{ limits: unknown }>(answer).limits).toEqual({ rows: [...ACCOUNTS, ...SAMPLES] }),
  });

  row("is in the description of its entity", {
    given: () => issue(),
    request: ({ text }) => ({ path: "/entities/samples", token: text }),
    expect: { status: 200 },
    after: (answer) => expect(dataOf<object>(answer)).toMatchObject({ limitedTo: [["select", "eq", "a"]] }),
  });

  row("is a sentence in the document of the token", {
    given: () => issue(),
    request: ({ text }) => ({ path: "/openapi.json", token: text }),
    expect: { status: 200 },
    after: (answer) => expect(answer.text).toContain("Samples. The token reaches only those where select is a."),
  });

  row("by a field that the token cannot read holds, and is not shown", {
    given: () => issue(SAMPLES, { deniedFields: [{ entity: "samples", fields: ["select"] }] }),
    request: ({ text }) => ({ path: records, token: text }),
    expect: { status: 200 },
    after: async (answer, { text }) => {
      const names = namesIn(dataOf<Page>(answer));
      expect([names.includes("In"), names.includes("Out"), names.includes("Empty")]).toEqual([true, false, false]);
      const me = await send(acme.origin, { path: "/me", token: text });
      expect(dataOf<object>(me)).not.toHaveProperty("limits");
    },
  });

  row("that can no longer be used leaves no rows", {
    given: () => issue([{ entityKey: "samples", where: ["integer", "gte", 0] }]),
    request: ({ text }) => ({ path: records, token: text }),
    expect: { status: 404, code: "ENTITY_NOT_FOUND" },
  });
});
