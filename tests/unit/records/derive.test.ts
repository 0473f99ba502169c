/** What is stored beside a record's data: the key of its label, its parent, and the text that searches look into. */
import { describe, expect, it } from "vitest";
import { compileEntity } from "@/lib/configuration/compile";
import type { JsonValue } from "@/lib/model";
import { deriveColumns } from "@/lib/records/rules/derive";

const entity = compileEntity(
  {
    key: "deals",
    labelField: "title",
    parentField: "account",
    fields: [
      { key: "title", type: "text" },
      { key: "mail", type: "email" },
      { key: "hidden", type: "text", searchable: false },
      { key: "amount", type: "integer" },
      { key: "account", type: "reference", entity: "accounts" },
    ],
  },
  "id of deals",
);
const ENTITIES = new Map([["accounts", { id: "id of accounts" }]]);

const labelKey = (title: JsonValue) => deriveColumns(entity, { title }, ENTITIES).labelKey;

describe("the key of a label", () => {
  it.each([
    ["Ada", "ADA"],
    ["  Ada\t", "ada"],
    ["\u00e9t\u00e9", "E\u0301TE\u0301"],
    ["\u01f0", "J\u030c"],
    ["\u212bngstr\u00f6m", "\u00e5ngstro\u0308m"],
    ["x".repeat(501), "X".repeat(501)],
    [`${"é".repeat(600)}`, ` ${"E\u0301".repeat(600)}`],
  ])("is the same for %.20j and %.20j", (left, right) => {
    expect(labelKey(left)).toBe(labelKey(right));
  });

  it("is compared as written beyond its first 4,000 characters", () => {
    const long = "x".repeat(4_000);
    expect(labelKey(`${long}a`)).toBe(labelKey(` ${long.toUpperCase()}a`));
    expect(labelKey(`${long}a`)).not.toBe(labelKey(`${long}A`));
    expect(labelKey(long)).not.toBe(labelKey(`${long}a`));
  });

  it.each([null, "", " \t"])("is null for %j", (title) => {
    expect(labelKey(title)).toBeNull();
  });

  it.each([
    ["Ada", "Ada B"],
    ["Ada B", "Ada  B"],
    ["été", "ete"],
    ["1", "１"],
    [`${"x".repeat(500)}a`, `${"x".repeat(500)}b`],
  ])("distinguishes %.20j from %.20j", (left, right) => {
    expect(labelKey(left)).not.toBe(labelKey(right));
  });

  it("is never longer than an index can hold", () => {
    expect(labelKey("x".repeat(500))).toBe("x".repeat(500));
    expect(labelKey("x".repeat(501))).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(labelKey("x".repeat(1_000_000))).toHaveLength(71);
  });
});

describe("the parent", () => {
  it("is a record of the entity that the parent field points to", () => {
    const { parentEntityId, parentId } = deriveColumns(entity, { account: "id of an account" }, ENTITIES);
    expect([parentEntityId, parentId]).toEqual(["id of accounts", "id of an account"]);
  });

  it("is complete or absent", () => {
    const { parentEntityId, parentId } = deriveColumns(entity, { account: null }, ENTITIES);
    expect([parentEntityId, parentId]).toEqual([null, null]);
  });
});

describe("the search text", () => {
  it("is every searchable text, folded and without accents, and nothing else", () => {
    const data = { title: "ÂDA Σ", mail: "Ada@Example.org", hidden: "secret", amount: 7, account: "x" };
    expect(deriveColumns(entity, data, ENTITIES).searchText).toBe("ada σ\nada@example.org");
  });

  it("is folded in full where it is long, wherever its pieces end", () => {
    const long = `${"É".repeat(5_000)} ${"É😀".repeat(3_000)}e\u0301`;
    expect(deriveColumns(entity, { title: long }, ENTITIES).searchText).toBe(
      `${"e".repeat(5_000)} ${"e😀".repeat(3_000)}e`,
    );
  });

  it("is not split between a letter and its mark, if a space is near", () => {
    const long = `${"か\u3099".repeat(100)} `.repeat(40);
    expect(deriveColumns(entity, { title: long }, ENTITIES).searchText).toBe(`${"が".repeat(100)} `.repeat(40));
  });

  it("ends after 128 Ki of a text", () => {
    expect(deriveColumns(entity, { title: "A".repeat(300_000) }, ENTITIES).searchText).toHaveLength(131_072);
  });
});
