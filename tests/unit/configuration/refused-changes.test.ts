/** Changes that stored data cannot follow are refused whole; those that it can follow, hold. */
import { describe, expect, it } from "vitest";
import { exportConfiguration } from "@/lib/configuration/export";
import type { FieldDocument } from "@/lib/configuration/field-schema";
import { applied, apply, entity, field, refusal, versionOf } from "./applied";
import { findRecord, indexesOf, insertRecord, openTestDatabase, partitionOf, query } from "./database";
import type { ExampleFile } from "./example";

openTestDatabase();

describe("a change that stored data cannot follow", () => {
  it.each<[name: string, value: string | number, from: FieldDocument, to: FieldDocument, message: string]>([
    [
      "text to number",
      "x",
      { key: "extra", type: "text" },
      { key: "extra", type: "number" },
      "entities[0].fields[3].type: cannot change from text to number: 1 record has a value. Add a field with another key instead",
    ],
    [
      "number to integer",
      1.5,
      { key: "extra", type: "number" },
      { key: "extra", type: "integer" },
      "entities[0].fields[3].type: cannot change from number to integer: 1 record has a value. Add a field with another key instead",
    ],
    [
      "a reference's entity",
      "00000000-0000-7000-8000-000000000001",
      { key: "extra", type: "reference", entity: "accounts" },
      { key: "extra", type: "reference", entity: "deals" },
      "entities[0].fields[3].entity: cannot change from accounts to deals: 1 record has a value. Add a field with another key instead",
    ],
    [
      "an index over long text",
      "x".repeat(501),
      { key: "extra", type: "text" },
      { key: "extra", type: "text", indexed: true },
      "entities[0].fields[3].indexed: cannot be set: 1 record has a value of more than 500 characters",
    ],
  ])("%s is refused, and nothing is written", async (_, value, from, to, message) => {
    const { file, key, id } = await applied((file) => entity(file, "accounts").fields.push(from));
    await insertRecord(await id("accounts"), { name: "A", parent: null, note: null, extra: value });
    entity(file, "accounts").fields[3] = to;
    file.members = [{ email: "new@acme.test", name: "New", roles: [] }];
    expect(await refusal(apply(file))).toBe(message);
    expect(await versionOf(key)).toBe(1);
    expect((await exportConfiguration(key))?.members?.map(({ email }) => email)).toEqual(["ada@acme.test"]);
  });

  it.each<[from: FieldDocument, to: FieldDocument, value: string | number | null]>([
    [{ key: "extra", type: "text" }, { key: "extra", type: "email" }, "x"],
    [{ key: "extra", type: "url" }, { key: "extra", type: "text" }, "https://a.test"],
    [{ key: "extra", type: "integer", indexed: true }, { key: "extra", type: "number", indexed: true }, 5],
    [{ key: "extra", type: "boolean" }, { key: "extra", type: "decimal" }, null],
  ])("%j to %j is accepted with the value %j", async (from, to, value) => {
    const { file, id } = await applied((file) => entity(file, "accounts").fields.push(from));
    const data = { name: "A", parent: null, note: null, extra: value };
    const record = await insertRecord(await id("accounts"), data);
    entity(file, "accounts").fields[3] = to;
    expect(await refusal(apply(file))).toBe("applied");
    expect((await findRecord(record))?.data).toEqual(data);
  });
});

it("unique labels are enforced from then on", async () => {
  const unique = (file: ExampleFile) => {
    entity(file, "accounts").uniqueLabel = true;
  };
  const { file, id } = await applied();
  await insertRecord(await id("accounts"), { name: "Acme", parent: null, note: null }, { label: "acme" });
  unique(file);
  await apply(file);
  const again = insertRecord(await id("accounts"), { name: "acme", parent: null, note: null }, { label: "acme" });
  expect(await refusal(again)).toMatch(/duplicate key value/);
});

describe("a parent field", () => {
  it("can point to another entity in two steps", async () => {
    const { file, id } = await applied((file) => {
      entity(file, "deals").fields.push({ key: "part", type: "reference", entity: "deals" });
    });
    const [accounts, deals] = [await id("accounts"), await id("deals")];
    const account = await insertRecord(accounts, { name: "A", parent: null, note: null });
    const under = { parentEntityId: accounts ?? "", parentId: account };
    const whole = await insertRecord(deals, { title: "Whole", account, part: null }, under);
    await insertRecord(deals, { title: "Part", account, part: whole }, under);
    entity(file, "deals").parentField = "part";
    expect(await refusal(apply(file))).toMatch(/ apply the file without "parentField" first$/);
    delete entity(file, "deals").parentField;
    await apply(file);
    entity(file, "deals").parentField = "part";
    await apply(file);
    expect(await refusal(query("DELETE FROM records WHERE id = $1", [account]))).toBe("applied");
    expect(await refusal(query("DELETE FROM records WHERE id = $1", [whole]))).toMatch(/foreign key constraint/);
  });

  const setParent = (file: ExampleFile) => {
    entity(file, "accounts").parentField = "parent";
  };

  it.each([null, "other"])("is refused while a record refers to one that is not there, after %j", async (former) => {
    const { file, key, id } = await applied((file) => {
      entity(file, "accounts").fields.push({ key: "other", type: "reference", entity: "accounts" });
      if (former !== null) entity(file, "accounts").parentField = former;
    });
    const parent = "00000000-0000-7000-8000-000000000001";
    await insertRecord(await id("accounts"), { name: "A", parent, note: null });
    setParent(file);
    expect(await refusal(apply(file))).toBe(
      "entities[0].parentField: cannot be set: 1 record refers to a record that does not exist",
    );
    expect(await versionOf(key)).toBe(1);
  });

  it("releases the parents when it is reverted", async () => {
    const { file, id } = await applied(setParent);
    const accounts = await id("accounts");
    const parent = await insertRecord(accounts, { name: "A", parent: null, note: null });
    const child = { parentEntityId: accounts ?? "", parentId: parent };
    await insertRecord(accounts, { name: "B", parent, note: null }, child);
    delete entity(file, "accounts").parentField;
    await apply(file);
    expect(await refusal(query("DELETE FROM records WHERE id = $1", [parent]))).toBe("applied");
  });
});

describe("indexes", () => {
  it("come and go with the file; other people's stay", async () => {
    const { file, id } = await applied();
    const accounts = await id("accounts");
    await query(`CREATE INDEX somebody_elses ON record_partitions.${partitionOf(accounts)} (updated)`);
    field(file, "accounts", "note").indexed = true;
    field(file, "accounts", "name").searchable = false;
    field(file, "accounts", "note").searchable = false;
    await apply(file);
    expect(await indexesOf(accounts)).toEqual([
      "UNIQUE btree (entity_id, id)",
      "btree (((data ->> 'note'::text)) COLLATE \"C\", created DESC, id DESC)",
      "btree (((data ->> 'note'::text)) COLLATE \"C\", id)",
      "btree (created DESC, id DESC)",
      "btree (updated)",
    ]);
  });

  it("exist for those who list what they made, as long as a role says so", async () => {
    const { file, id } = await applied();
    const byCreator = "btree (created_by, created DESC, id DESC)";
    // Its grant to update what one made is found by the record's key.
    expect(await indexesOf(await id("deals"))).not.toContain(byCreator);
    const grant = { entity: "deals", verbs: ["list"], where: { or: [["createdBy", "eq", "$member.id"]] } };
    file.roles.push({ key: "own", name: "Own", grants: [grant] } as (typeof file.roles)[number]);
    await apply(file);
    expect(await indexesOf(await id("deals"))).toContain(byCreator);
    expect(await indexesOf(await id("accounts"))).not.toContain(byCreator);
    file.roles.pop();
    await apply(file, "prune");
    expect(await indexesOf(await id("deals"))).not.toContain(byCreator);
  });

  it("follow the type of their field", async () => {
    const { file, id } = await applied();
    const at = entity(file, "deals").fields.findIndex((item) => item.key === "amount");
    entity(file, "deals").fields[at] = { key: "amount", type: "decimal", indexed: true };
    await apply(file);
    const indexes = await indexesOf(await id("deals"));
    expect(indexes.filter((index) => index.includes("amount"))).toEqual([
      "btree ((((data ->> 'amount'::text))::numeric), created DESC, id DESC)",
      "btree ((((data ->> 'amount'::text))::numeric), id, ((data ->> 'stage'::text)) COLLATE \"C\")",
    ]);
  });
});
