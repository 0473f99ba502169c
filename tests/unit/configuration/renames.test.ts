/** What is called otherwise by now keeps what it holds: fields their values, options the records that have them. */
import { describe, expect, it } from "vitest";
import { formatChange } from "@/lib/configuration/change/diff";
import { diffConfiguration } from "@/lib/configuration/change/work";
import { exportConfiguration } from "@/lib/configuration/export";
import { parseDocument } from "@/lib/configuration/parse";
import type { JsonObject } from "@/lib/model";
import { applied, apply, entity, field, refusal, versionOf, without } from "./applied";
import { findRecord, indexesOf, insertRecord, openTestDatabase, query } from "./database";
import type { ExampleFile } from "./example";

openTestDatabase();

const DEAL: JsonObject = { title: "T", stage: "lead", amount: 5, price: "1.50", account: null, extra: null };

/** `stage` becomes `phase`, in all that names it. */
function renameStage(file: ExampleFile): void {
  Object.assign(field(file, "deals", "stage"), { key: "phase", was: "stage" });
  Object.assign(entity(file, "deals").lifecycle ?? {}, { field: "phase" });
}

/** `lead` becomes `prospect`, in all that names it. */
function renameLead(file: ExampleFile): void {
  const options = [{ value: "prospect", was: "lead" }, "won", "lost"];
  Object.assign(field(file, "deals", "stage"), { options, default: "prospect" });
  Object.assign(entity(file, "deals").lifecycle ?? {}, {
    initial: ["prospect"],
    transitions: [{ from: "prospect", to: "won", verb: "approve" }],
  });
}

describe("a field that is renamed", () => {
  it("keeps its values, and its records their versions", async () => {
    const { file, id } = await applied();
    const record = await insertRecord(await id("deals"), DEAL);
    const before = await findRecord(record);
    renameStage(file);
    const { changes, kept, version } = await apply(file);
    expect({ changes: changes.map(formatChange), kept, version }).toEqual({
      changes: ['~ entity deals, field phase: key: "stage" → "phase"'],
      kept: [],
      version: 2,
    });
    const { stage, ...rest } = DEAL;
    const after = await findRecord(record);
    expect(after?.data).toEqual({ ...rest, phase: stage });
    expect([after?.version, after?.updated]).toEqual([before?.version, before?.updated]);
  });

  it("still limits the tokens that cannot read it, or that reach records by its values", async () => {
    const { file, id } = await applied();
    const organization = "(SELECT organization_id FROM entities WHERE id = $1::uuid)";
    const limitedBy = (field: string, lead: string) => ({
      deniedFields: [
        { entity: "accounts", fields: ["stage"] },
        { entity: "deals", fields: ["amount", field] },
      ],
      rows: [
        { entityKey: "accounts", where: ["stage", "eq", "lead"] },
        { entityKey: "deals", where: { or: [{ not: [field, "in", [lead, "won"]] }, ["title", "eq", "lead"]] } },
        { entityKey: "deals", where: [field, "neq", "constructor"] },
        { entityKey: "deals", where: ["constructor", "neq", "name"] },
      ],
      allowedAddresses: [],
      requestsPerMinute: null,
    });
    await query(
      `INSERT INTO tokens (id, organization_id, member_id, name, secret_hash, limits)
       SELECT left(md5($2::text), 22), m.organization_id, m.id, 'T', sha256(''), $2::text::jsonb FROM members m WHERE m.organization_id = ${organization}`,
      [await id("deals"), JSON.stringify(limitedBy("stage", "lead"))],
    );
    renameLead(file);
    renameStage(file);
    await apply(file);
    const rows = await query(`SELECT limits FROM tokens WHERE organization_id = ${organization}`, [await id("deals")]);
    expect(rows).toEqual([{ limits: limitedBy("phase", "prospect") }]);
  });

  it("keeps its indexes, which are over the new name then", async () => {
    const { file, id } = await applied();
    renameStage(file);
    await apply(file);
    const indexes = (await indexesOf(await id("deals"))).filter((index) => /phase|stage/.test(index));
    expect(indexes).toEqual([
      "btree ((((data ->> 'amount'::text))::double precision), id, ((data ->> 'phase'::text)) COLLATE \"C\")",
      "btree (((data ->> 'phase'::text)) COLLATE \"C\", created DESC, id DESC)",
      "btree (((data ->> 'phase'::text)) COLLATE \"C\", id)",
    ]);
  });

  it("still serves as the label and the parent, and can be searched", async () => {
    const { file, id } = await applied((file) => {
      entity(file, "accounts").uniqueLabel = true;
      entity(file, "accounts").parentField = "parent";
    });
    const accounts = await id("accounts");
    const root = await insertRecord(
      accounts,
      { name: "Root", parent: null, note: null },
      { label: "root", search: "root" },
    );
    const under = { label: "leaf", search: "leaf", parentEntityId: accounts ?? "", parentId: root };
    const leaf = await insertRecord(accounts, { name: "Leaf", parent: root, note: null }, under);
    Object.assign(field(file, "accounts", "name"), { key: "title", was: "name" });
    Object.assign(field(file, "accounts", "parent"), { key: "above", was: "parent" });
    Object.assign(entity(file, "accounts"), { labelField: "title", parentField: "above" });
    await apply(file);
    const after = await findRecord(leaf);
    expect([after?.data, after?.label_key, after?.search_text]).toEqual([
      { title: "Leaf", above: root, note: null },
      "leaf",
      "leaf",
    ]);
    expect(await refusal(query("DELETE FROM records WHERE id = $1", [root]))).toMatch(/foreign key constraint/);
    expect(await indexesOf(accounts)).toContain("UNIQUE btree (label_key)");
  });

  it("is not renamed again by the same file, nor told in the exported one", async () => {
    const { file, key } = await applied();
    renameStage(file);
    await apply(file);
    expect((await apply(file)).changes).toEqual([]);
    const exported = await exportConfiguration(key);
    expect(JSON.stringify(exported)).not.toContain('"was"');
    const again = await apply(exported, "prune");
    expect([again.changes, again.version]).toEqual([[], 2]);
  });

  it("cannot take the name of another field that exists, and nothing is written", async () => {
    const { file, key, id } = await applied();
    const record = await insertRecord(await id("deals"), { ...DEAL, extra: { kept: true } });
    without(file, "deals", "extra");
    Object.assign(field(file, "deals", "stage"), { key: "extra", was: "stage" });
    Object.assign(entity(file, "deals").lifecycle ?? {}, { field: "extra" });
    expect(await refusal(apply(file, "prune"))).toBe(
      'entities[1].fields[1].was: cannot be renamed: "deals" has a field "extra" beside "stage"',
    );
    expect([await versionOf(key), (await findRecord(record))?.data]).toEqual([1, { ...DEAL, extra: { kept: true } }]);
  });

  it("cannot change to a type that its values do not fit", async () => {
    const { file, id } = await applied();
    await insertRecord(await id("deals"), DEAL);
    Object.assign(field(file, "deals", "title"), { key: "name", was: "title" });
    Object.assign(field(file, "deals", "amount"), { key: "sum", was: "amount", type: "integer" });
    entity(file, "deals").labelField = "name";
    expect(await refusal(apply(file))).toBe(
      "entities[1].fields[2].type: cannot change from number to integer: 1 record has a value. Add a field with another key instead",
    );
  });

  it("can become unique where its values are", async () => {
    const { file, id } = await applied();
    const deals = await id("deals");
    await insertRecord(deals, DEAL);
    const second = await insertRecord(deals, DEAL);
    Object.assign(field(file, "deals", "title"), { key: "name", was: "title", unique: true });
    entity(file, "deals").labelField = "name";
    expect(await refusal(apply(file))).toMatch(
      /^entities\[1\]\.fields\[0\]\.unique: cannot be set: 1 value is in more/,
    );
    await query("DELETE FROM records WHERE id = $1", [second]);
    await apply(file);
    expect(await refusal(insertRecord(deals, { name: "T" }))).toMatch(/duplicate key value/);
  });
});

describe("an option that is renamed", () => {
  it("updates the records that have it", async () => {
    const { file, id } = await applied();
    const deals = await id("deals");
    const lead = await insertRecord(deals, DEAL);
    const won = await insertRecord(deals, { ...DEAL, stage: "won" });
    const none = await insertRecord(deals, { ...DEAL, stage: null });
    renameLead(file);
    const { changes } = await apply(file);
    expect(changes.map(formatChange)).toEqual(['~ entity deals, field stage: option: "lead" → "prospect"']);
    const stages = await Promise.all([lead, won, none].map(async (each) => (await findRecord(each))?.data.stage));
    expect(stages).toEqual(["prospect", "won", null]);
    expect((await apply(file)).changes).toEqual([]);
  });

  it("in a list is renamed in its place, and once", async () => {
    const TAGS = { key: "tags", type: "multiselect" as const, options: ["a", "b", "c"] };
    const { file, id } = await applied((file) => entity(file, "accounts").fields.push(TAGS));
    const account = { name: "A", parent: null, note: null };
    const both = await insertRecord(await id("accounts"), { ...account, tags: ["c", "a", "b"] });
    const empty = await insertRecord(await id("accounts"), { ...account, tags: [] });
    Object.assign(field(file, "accounts", "tags"), { options: [{ value: "b", was: "a" }, "c"] });
    await apply(file);
    expect((await findRecord(both))?.data.tags).toEqual(["c", "b"]);
    expect((await findRecord(empty))?.data.tags).toEqual([]);
  });

  it("in a searched field is found by its new name", async () => {
    const { file, id } = await applied((file) => Object.assign(field(file, "deals", "stage"), { searchable: true }));
    const record = await insertRecord(await id("deals"), DEAL, { search: "t\nlead" });
    renameLead(file);
    await apply(file);
    expect((await findRecord(record))?.search_text).toBe("t\nprospect");
  });

  it("and its field at once", async () => {
    const { file, id } = await applied();
    const record = await insertRecord(await id("deals"), DEAL);
    renameLead(file);
    renameStage(file);
    await apply(file);
    const { stage: _, ...rest } = DEAL;
    expect((await findRecord(record))?.data).toEqual({ ...rest, phase: "prospect" });
  });
});

it.each([
  ["a field that is renamed", renameStage],
  ["an option that is renamed", renameLead],
])("followers of the records start over after %s", async (_, rename) => {
  const { file, id } = await applied();
  const deals = await id("deals");
  await insertRecord(deals, DEAL);
  rename(file);
  await apply(file);
  const notes = await query("SELECT record_id FROM changes WHERE entity_id = $1", [deals]);
  expect(notes).toEqual([{ record_id: null }]);
});

it("config diff says what is renamed, and how many records are rewritten", async () => {
  const { file, key, id } = await applied();
  await insertRecord(await id("deals"), DEAL);
  renameStage(file);
  const { changes, work } = await diffConfiguration(parseDocument(file), "keep data");
  expect(changes.map(formatChange)).toEqual(['~ entity deals, field phase: key: "stage" → "phase"']);
  expect(work).toEqual([{ entity: "deals", records: 1, rewritten: true, indexes: 3, writers: "paused", seconds: 2 }]);
  expect(await versionOf(key)).toBe(1);
});
