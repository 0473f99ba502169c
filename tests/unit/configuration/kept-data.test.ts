/** Data that nobody gave up is there after a change, in the new shape. */
import { describe, expect, it } from "vitest";
import { formatChange } from "@/lib/configuration/change/diff";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { applied, apply, entity, versionOf, without, withoutEntity } from "./applied";
import { findRecord, insertRecord, openTestDatabase, partitionExists } from "./database";

openTestDatabase();

describe("what the file no longer has", () => {
  it("stays while it holds records, and is told", async () => {
    const { file, key, id } = await applied();
    const deals = await id("deals");
    const record = await insertRecord(deals, { title: "T" });
    withoutEntity(file, "deals");

    const { kept, changes } = await apply(file);
    expect(kept.map(formatChange)).toEqual(["= entity deals (1 record)"]);
    expect(changes.map((change) => change.subject)).toEqual(["role sales"]);
    expect(await findRecord(record)).toBeDefined();
    expect((await apply(file)).version).toBe(2);
    expect(await versionOf(key)).toBe(2);
  });

  it("goes when it holds none", async () => {
    const { file, id } = await applied();
    const deals = await id("deals");
    withoutEntity(file, "deals");
    const { changes } = await apply(file);
    expect(changes.map(formatChange)).toContain("- entity deals (0 records)");
    expect([await partitionExists(deals), await id("deals")]).toEqual([false, undefined]);
  });

  it("goes with its records when pruned, parents and children at once", async () => {
    const { file, id } = await applied();
    const [accounts, deals] = [await id("accounts"), await id("deals")];
    const parent = await insertRecord(accounts, { name: "A", parent: null, note: null });
    const child = { parentEntityId: accounts ?? "", parentId: parent };
    const record = await insertRecord(deals, { title: "T", account: parent }, child);
    const { changes } = await apply({ ...file, entities: [], roles: [], members: [] }, "prune");
    expect(changes.map(formatChange)).toEqual([
      "- entity accounts (1 record)",
      "- entity deals (1 record)",
      "- role sales",
      "~ member ada@acme.test: active: true → false",
    ]);
    expect([await partitionExists(accounts), await partitionExists(deals)]).toEqual([false, false]);
    expect(await findRecord(record)).toBeUndefined();
  });

  it("stays as a field while a record has a value in it", async () => {
    const { file, id, organizationId } = await applied();
    const record = await insertRecord(await id("accounts"), { name: "A", parent: null, note: "kept" });
    without(file, "accounts", "note");
    const { kept } = await apply(file);
    expect(kept.map(formatChange)).toEqual(["= entity accounts, field note (1 value)"]);
    expect((await findRecord(record))?.data).toEqual({ name: "A", parent: null, note: "kept" });
    expect((await loadCurrentConfiguration(organizationId)).entities.get("accounts")?.fields.has("note")).toBe(true);
  });

  it("leaves the records when it is a field without values", async () => {
    const { file, id } = await applied();
    const record = await insertRecord(await id("accounts"), { name: "A", parent: null, note: null });
    without(file, "accounts", "note");
    const { changes } = await apply(file);
    expect(changes.map(formatChange)).toEqual(["- entity accounts, field note (0 values)"]);
    expect((await findRecord(record))?.data).toEqual({ name: "A", parent: null });
  });

  it("leaves the records with its values, and the search, when pruned", async () => {
    const { file, id } = await applied();
    const data = { name: "Abc", parent: null, note: "Gone" };
    const record = await insertRecord(await id("accounts"), data, { label: "abc", search: "abc\ngone" });
    without(file, "accounts", "note");
    await apply(file, "prune");
    expect(await findRecord(record)).toMatchObject({ data: { name: "Abc", parent: null }, search_text: "abc" });
  });

  it("stays while a kept reference leads to it", async () => {
    const { file, id, organizationId } = await applied();
    const account = "00000000-0000-7000-8000-000000000001";
    await insertRecord(await id("deals"), { title: "T", account }, {});
    without(file, "deals", "account");
    delete entity(file, "deals").parentField;
    withoutEntity(file, "accounts");
    const { kept } = await apply(file);
    expect(kept.map(formatChange)).toEqual([
      "= entity deals, field account (1 value)",
      "= entity accounts (a kept field refers to it)",
    ]);
    expect((await loadCurrentConfiguration(organizationId)).entities.has("accounts")).toBe(true);
  });
});
