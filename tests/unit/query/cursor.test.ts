/** Cursors show nothing, cannot be made or changed, and fit the query that produced them only (contract § 6). */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type LogicalQuery, readCursor, writeCursor } from "@/lib/query/page/cursor";
import type { Column, SortKey } from "@/lib/query/plan";
import { refusalOf } from "../refusal";
import { thingsEntity } from "./things-entity";

const KEY = randomBytes(32);
const POSITION = ["secret value", null, "00000000-0000-7000-8000-000000000001"];

function column(key: string): Column {
  const field = thingsEntity.fields.get(key);
  if (field === undefined) throw new Error(`there is no field ${key}`);
  return { kind: "data", field };
}

const asNumber = (each: Column): Column =>
  each.kind === "data" ? { ...each, field: { ...each.field, type: "number" } } : each;

const SORT: SortKey[] = [
  { column: column("title"), direction: "desc" },
  { column: { kind: "system", name: "id" }, direction: "desc" },
];

const QUERY: LogicalQuery = {
  organizationId: "organization",
  entityId: "entity",
  where: { field: "title", operator: "eq", value: "x" },
  sort: SORT,
  words: ["word"],
};

const MESSAGE =
  "The cursor does not belong to this query. Send nextCursor unchanged, with the same where, sort and search.";

function expectRefusal(text: string, query: LogicalQuery = QUERY, key: Buffer = KEY): void {
  const { code, message } = refusalOf(() => readCursor(text, query, key));
  expect([code, message]).toEqual(["INVALID_CURSOR", MESSAGE]);
}

describe("a cursor", () => {
  it("returns the position it was made from", () => {
    expect(readCursor(writeCursor(POSITION, QUERY, KEY), QUERY, KEY)).toEqual(POSITION);
  });

  it("still works after the description of a field in its order changed", () => {
    const described = SORT.map(({ column: each, direction }) => ({
      column: each.kind === "data" ? { ...each, field: { ...each.field, label: "Another" } } : each,
      direction,
    }));
    expect(readCursor(writeCursor(POSITION, QUERY, KEY), { ...QUERY, sort: described }, KEY)).toEqual(POSITION);
  });

  it("of an order by relevance belongs to that order", () => {
    const byRelevance: LogicalQuery = { ...QUERY, sort: "relevance" };
    const cursor = writeCursor(POSITION, byRelevance, KEY);
    expect(readCursor(cursor, byRelevance, KEY)).toEqual(POSITION);
    expectRefusal(cursor);
    expectRefusal(writeCursor(POSITION, QUERY, KEY), byRelevance);
  });

  it("keeps every text", () => {
    const position = ["", "😀\u0000\ud83d", '"', "\\"];
    expect(readCursor(writeCursor(position, QUERY, KEY), QUERY, KEY)).toEqual(position);
  });

  it("reveals nothing, and is different each time", () => {
    const cursors = [writeCursor(POSITION, QUERY, KEY), writeCursor(POSITION, QUERY, KEY)];
    expect(cursors[0]).not.toBe(cursors[1]);
    expect(Buffer.from(cursors[0] ?? "", "base64url").toString("latin1")).not.toContain("secret");
    expect(cursors[0]).toMatch(/^[A-Za-z0-9_-]+$/);
  });
});

describe("a cursor of another query", () => {
  const [title, id] = SORT;
  if (title === undefined || id === undefined) throw new Error("the order has two keys");

  it.each<[name: string, change: Partial<LogicalQuery>]>([
    ["organization", { organizationId: "other" }],
    ["entity", { entityId: "other" }],
    ["filter's value", { where: { field: "title", operator: "eq", value: "y" } }],
    ["filter's type of value", { where: { field: "title", operator: "eq", value: 1 } }],
    ["no filter", { where: null }],
    ["direction", { sort: [{ ...title, direction: "asc" }, id] }],
    ["field", { sort: [{ column: column("mail"), direction: "desc" }, id] }],
    ["type of the field", { sort: [{ column: asNumber(title.column), direction: "desc" }, id] }],
    ["order", { sort: [id] }],
    ["order by relevance", { sort: "relevance" }],
    ["words", { words: ["words"] }],
    ["no words", { words: [] }],
  ])("does not fit: another %s", (_, change) => {
    const text = writeCursor(POSITION, QUERY, KEY);
    expectRefusal(text, { ...QUERY, ...change });
  });

  it("does not fit another key", () => {
    expectRefusal(writeCursor(POSITION, QUERY, KEY), QUERY, randomBytes(32));
  });
});

describe("a changed cursor", () => {
  const text = writeCursor(POSITION, QUERY, KEY);
  const bytes = Buffer.from(text, "base64url");

  it("is refused, whichever byte is changed", () => {
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expectRefusal(changed.toString("base64url"));
    }
  });

  it("is refused, wherever it is cut", () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expectRefusal(bytes.subarray(0, length).toString("base64url"));
      expectRefusal(text.slice(0, length));
    }
  });

  it("is refused when something follows", () => {
    expectRefusal(Buffer.concat([bytes, Buffer.of(0)]).toString("base64url"));
  });

  it.each<[name: string, spelling: string]>([
    ["padding", `${text}=`],
    ["space before", ` ${text}`],
    ["what is no base64", `${text}*`],
    ["nothing", ""],
    ["more than a body can hold", "A".repeat(1024 * 1024 + 4)],
  ])("is refused: %s", (_, spelling) => {
    expectRefusal(spelling);
  });

  it("is refused in the other base64 alphabet", () => {
    // Of some cursors at least one character differs between the alphabets.
    const cursors = Array.from({ length: 50 }, () => writeCursor(POSITION, QUERY, KEY));
    const differing = cursors.filter((each) => /[-_]/.test(each));
    expect(differing.length).toBeGreaterThan(0);
    for (const each of differing) expectRefusal(each.replaceAll("-", "+").replaceAll("_", "/"));
  });

  it("is refused where its last character has spare bits set", () => {
    const cursors = [POSITION, ["a"], ["ab"], ["abc"]].map((position) => writeCursor(position, QUERY, KEY));
    const odd = cursors.filter((each) => each.length % 4 !== 0);
    expect(odd.length).toBeGreaterThan(0);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (const each of odd) {
      const last = alphabet.indexOf(each.at(-1) ?? "");
      expectRefusal(each.slice(0, -1) + alphabet[last + 1]);
    }
  });
});
