/** Data that nobody gave up is there after a change, in the new shape. */
import { describe, expect, it, vi } from "vitest";
import { formatChange } from "@/lib/configuration/change/diff";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { postgres } from "@/lib/postgres/postgres";
import { applied, apply, entity, field, readRecords, versionOf, without, withoutEntity } from "./applied";
import { findRecord, insertRecord, openTestDatabase, partitionExists, partitionOf, query } from "./database";

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
    expect([await partitionExists(accounts), await partitionExists(deals), await findRecord(record)]).toEqual([
      false,
      false,
      undefined,
    ]);
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

describe("a record that is created while the file is applied", () => {
  it("is read with the new field, whether it was written before or after", async () => {
    const { file, id, organizationId } = await applied();
    const accounts = await id("accounts");
    const insert = `INSERT INTO records (entity_id, id, data, version)
      VALUES ('${accounts}', gen_random_uuid(), '{"name": "A", "parent": null, "note": null}', gen_random_uuid())`;
    const early = await postgres().pool.connect();
    await early.query("BEGIN");
    await early.query(insert);
    entity(file, "accounts").fields.push({ key: "city", type: "text" });
    const applying = apply(file);
    await waitsForLock(accounts);
    // Not kept waiting for what the change waits for.
    await query(insert);
    await early.query("COMMIT");
    early.release();
    await applying;
    const rows = await query<{ id: string }>("SELECT id FROM records WHERE entity_id = $1", [accounts]);
    const read = await readRecords(
      organizationId,
      "accounts",
      rows.map(({ id }) => id),
    );
    const data = { name: "A", parent: null, note: null, city: null };
    expect(read.map((record) => record.data)).toEqual([data, data]);
  });

  /** Returns once a session waits for the entity's partition. */
  async function waitsForLock(entityId: string | undefined): Promise<void> {
    await vi.waitUntil(
      async () => {
        const [row] = await query<{ waiting: boolean }>(
          "SELECT count(*) > 0 AS waiting FROM pg_locks WHERE NOT granted AND relation = to_regclass($1)",
          [`record_partitions.${partitionOf(entityId)}`],
        );
        return row?.waiting === true;
      },
      { interval: 10 },
    );
  }
});

describe("the search text", () => {
  it("follows the fields that are searched", async () => {
    const { file, id } = await applied();
    const data = { name: "Acme", parent: null, note: "Hidden" };
    const record = await insertRecord(await id("accounts"), data, { search: "acme\nhidden" });
    field(file, "accounts", "note").searchable = false;
    await apply(file);
    expect((await findRecord(record))?.search_text).toBe("acme");
  });
});
