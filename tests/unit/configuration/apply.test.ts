/** Putting a file into force: once, whole, and without losing data that nobody gave up. */
import { randomBytes } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { applyConfiguration } from "@/lib/configuration/apply";
import { formatChange } from "@/lib/configuration/change/diff";
import { diffConfiguration, type Mode } from "@/lib/configuration/change/plan";
import { exportConfiguration } from "@/lib/configuration/export";
import type { FieldDocument } from "@/lib/configuration/field-schema";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { parseDocument } from "@/lib/configuration/parse";
import { pool } from "@/lib/store/client";
import {
  entityId,
  findRecord,
  indexesOf,
  insertRecord,
  openTestDatabase,
  partitionExists,
  partitionOf,
  query,
} from "./database";
import { type ExampleFile, exampleFile } from "./example";

openTestDatabase();

const newKey = () => `org${randomBytes(5).toString("hex")}`;
const apply = (file: ExampleFile, mode: Mode = "keep data") =>
  applyConfiguration(parseDocument(file), { mode, actor: "test" });

/** The example in force, under a key of its own. */
async function applied(change: (file: ExampleFile) => void = () => {}) {
  const file = exampleFile(newKey());
  change(file);
  const { organizationId } = await apply(file);
  const { key } = file.organization;
  return { file, key, organizationId, id: (entity: string) => entityId(key, entity) };
}

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "applied",
    (error: Error) => error.message,
  );

async function versionOf(key: string): Promise<number | undefined> {
  const rows = await query<{ v: number }>("SELECT configuration_version AS v FROM organizations WHERE key = $1", [key]);
  return rows[0]?.v;
}

function field(file: ExampleFile, entity: string, key: string): FieldDocument {
  const found = file.entities.find((item) => item.key === entity)?.fields.find((item) => item.key === key);
  if (found === undefined) throw new Error(`the example has no ${entity}.${key}`);
  return found;
}

function entity(file: ExampleFile, key: string) {
  const found = file.entities.find((item) => item.key === key);
  if (found === undefined) throw new Error(`the example has no ${key}`);
  return found;
}

function without(file: ExampleFile, entityKey: string, fieldKey: string): void {
  const from = entity(file, entityKey);
  from.fields = from.fields.filter((item) => item.key !== fieldKey);
}

describe("a new organisation", () => {
  it("has its entities, members and first version, and says so", async () => {
    const file = exampleFile(newKey());
    const { organizationId, version, changes, kept } = await apply(file);
    expect({ version, kept, changes: changes.map(formatChange) }).toEqual({
      version: 1,
      kept: [],
      changes: [
        `+ organization ${file.organization.key}`,
        "+ entity accounts",
        "+ entity deals",
        "+ role sales",
        "+ member ada@acme.test",
      ],
    });
    const events = await query("SELECT actor, action, subject FROM audit_events WHERE organization_id = $1", [
      organizationId,
    ]);
    expect(events).toEqual([{ actor: "test", action: "configuration.apply", subject: "version 1" }]);
  });

  it("takes records, each entity its own", async () => {
    const { id } = await applied();
    const record = await insertRecord(await id("accounts"), { name: "A", parent: null, note: null });
    expect((await findRecord(record))?.data).toEqual({ name: "A", parent: null, note: null });
  });

  it("has the indexes that the file asks for", async () => {
    const { id } = await applied((file) => {
      entity(file, "accounts").uniqueLabel = true;
    });
    expect(await indexesOf(await id("accounts"))).toEqual([
      "UNIQUE btree (entity_id, id)",
      "UNIQUE btree (label_key)",
      "btree (created DESC, id DESC)",
      "gin (search_text gin_trgm_ops)",
    ]);
    expect(await indexesOf(await id("deals"))).toEqual([
      "UNIQUE btree (entity_id, id)",
      "btree ((((data ->> 'amount'::text))::double precision), id)",
      "btree (((data ->> 'stage'::text)) COLLATE \"C\", id)",
      "btree (created DESC, id DESC)",
      "btree (parent_id)",
      "gin (search_text gin_trgm_ops)",
    ]);
  });

  it("is compiled from what was stored", async () => {
    const { organizationId, id } = await applied();
    const configuration = await loadCurrentConfiguration(organizationId);
    expect(configuration.version).toBe(1);
    expect(configuration.entities.get("deals")?.id).toBe(await id("deals"));
    expect([...configuration.roles.keys()]).toEqual(["sales"]);
  });
});

describe("applying again", () => {
  it("changes nothing and leaves no trace", async () => {
    const { file, key, organizationId } = await applied();
    const { changes, version } = await apply(file);
    expect({ changes, version, stored: await versionOf(key) }).toEqual({ changes: [], version: 1, stored: 1 });
    const events = await query("SELECT FROM audit_events WHERE organization_id = $1", [organizationId]);
    expect(events).toHaveLength(1);
  });

  it("changes nothing when it is what export printed", async () => {
    const { key } = await applied();
    const exported = await exportConfiguration(key);
    const { changes, version } = await applyConfiguration(parseDocument(exported), { mode: "prune", actor: "test" });
    expect({ changes, version }).toEqual({ changes: [], version: 1 });
  });

  it("by several at once makes one version", async () => {
    const file = exampleFile(newKey());
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => apply(file)));
    expect(outcomes.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
    expect(outcomes.filter(({ changes }) => changes.length > 0)).toHaveLength(1);
  });

  it("of different files at once gives each its own version", async () => {
    const { file, key } = await applied();
    const names = ["One", "Two", "Three"];
    await Promise.all(names.map((name) => apply({ ...file, organization: { key, name } })));
    expect(await versionOf(key)).toBe(4);
  });

  it("adds a version for a change, and keeps the former", async () => {
    const { file, key, organizationId } = await applied();
    field(file, "deals", "amount").indexed = false;
    const { changes, version } = await apply(file);
    expect(version).toBe(2);
    expect(changes.map(formatChange)).toEqual(["~ entity deals, field amount: indexed: true → false"]);
    expect(await versionOf(key)).toBe(2);
    const versions = await query("SELECT version FROM configurations WHERE organization_id = $1 ORDER BY 1", [
      organizationId,
    ]);
    expect(versions).toEqual([{ version: 1 }, { version: 2 }]);
    expect((await loadCurrentConfiguration(organizationId)).entities.get("deals")?.fields.get("amount")?.indexed).toBe(
      false,
    );
  });
});

describe("what the file no longer has", () => {
  it("stays while it holds records, and is told", async () => {
    const { file, key, id } = await applied();
    const deals = await id("deals");
    const record = await insertRecord(deals, { title: "T" });
    file.entities = file.entities.filter((item) => item.key !== "deals");
    for (const role of file.roles) role.grants = role.grants.filter((grant) => grant.entity !== "deals");

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
    file.entities = file.entities.filter((item) => item.key !== "deals");
    for (const role of file.roles) role.grants = role.grants.filter((grant) => grant.entity !== "deals");
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
    file.entities = file.entities.filter((item) => item.key !== "accounts");
    for (const role of file.roles) role.grants = role.grants.filter((grant) => grant.entity !== "accounts");
    const { kept } = await apply(file);
    expect(kept.map(formatChange)).toEqual([
      "= entity deals, field account (1 value)",
      "= entity accounts (a kept field refers to it)",
    ]);
    expect((await loadCurrentConfiguration(organizationId)).entities.has("accounts")).toBe(true);
  });
});

describe("a new field", () => {
  it("is null in every record, whose version and time stay", async () => {
    const { file, id } = await applied();
    const record = await insertRecord(await id("accounts"), { name: "A", parent: null, note: "x" });
    const before = await findRecord(record);
    entity(file, "accounts").fields.push({ key: "city", type: "text", default: "Bern" });
    await apply(file);
    const after = await findRecord(record);
    expect(after?.data).toEqual({ name: "A", parent: null, note: "x", city: null });
    expect([after?.version, after?.updated]).toEqual([before?.version, before?.updated]);
  });
});

describe("a record that is created while the file is applied", () => {
  it("has the new field, whether it was written before or after", async () => {
    const { file, id } = await applied();
    const accounts = await id("accounts");
    const insert = `INSERT INTO records (entity_id, id, data, version)
      VALUES ('${accounts}', gen_random_uuid(), '{"name": "A", "parent": null, "note": null}', gen_random_uuid())`;
    const early = await pool().connect();
    await early.query("BEGIN");
    await early.query(insert);
    entity(file, "accounts").fields.push({ key: "city", type: "text" });
    const applying = apply(file);
    await waitForLocks(accounts, 1);
    const late = query(insert);
    await waitForLocks(accounts, 2);
    await early.query("COMMIT");
    early.release();
    await Promise.all([applying, late]);
    const rows = await query("SELECT data FROM records WHERE entity_id = $1", [accounts]);
    const data = { name: "A", parent: null, note: null, city: null };
    expect(rows).toEqual([{ data }, { data }]);
  });

  /** Returns once so many sessions wait for the entity's partition. */
  async function waitForLocks(entityId: string | undefined, sessions: number): Promise<void> {
    await vi.waitUntil(async () => {
      const [row] = await query<{ waiting: number }>(
        "SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = to_regclass($1)",
        [`record_partitions.${partitionOf(entityId)}`],
      );
      return row?.waiting === sessions;
    });
  }
});

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
  ])("%j to %j is none with the value %j", async (from, to, value) => {
    const { file, id } = await applied((file) => entity(file, "accounts").fields.push(from));
    const data = { name: "A", parent: null, note: null, extra: value };
    const record = await insertRecord(await id("accounts"), data);
    entity(file, "accounts").fields[3] = to;
    expect(await refusal(apply(file))).toBe("applied");
    expect((await findRecord(record))?.data).toEqual(data);
  });
});

describe("unique labels", () => {
  const unique = (file: ExampleFile) => {
    entity(file, "accounts").uniqueLabel = true;
  };

  it("are refused while two records share one", async () => {
    const { file, key, id } = await applied();
    await insertRecord(await id("accounts"), { name: "Acme", parent: null, note: null }, { label: "acme" });
    await insertRecord(await id("accounts"), { name: " ACME", parent: null, note: null }, { label: "acme" });
    unique(file);
    expect(await refusal(apply(file))).toBe(
      'entities[0].uniqueLabel: cannot be set: 1 record has the label of another one in "name"',
    );
    expect(await versionOf(key)).toBe(1);
  });

  it("hold from then on", async () => {
    const { file, id } = await applied();
    await insertRecord(await id("accounts"), { name: "Acme", parent: null, note: null }, { label: "acme" });
    unique(file);
    await apply(file);
    const again = insertRecord(await id("accounts"), { name: "acme", parent: null, note: null }, { label: "acme" });
    expect(await refusal(again)).toMatch(/duplicate key value/);
  });

  it("may change places with another field's values", async () => {
    const { file, id } = await applied(unique);
    const accounts = await id("accounts");
    const first = await insertRecord(accounts, { name: "One", parent: null, note: "Two" }, { label: "one" });
    const second = await insertRecord(accounts, { name: "Two", parent: null, note: "One" }, { label: "two" });
    entity(file, "accounts").labelField = "note";
    await apply(file);
    expect([(await findRecord(first))?.label_key, (await findRecord(second))?.label_key]).toEqual(["two", "one"]);
    expect(await indexesOf(accounts)).toContain("UNIQUE btree (label_key)");
  });

  it("follow the label field", async () => {
    const { file, id } = await applied(unique);
    const data = { name: "Acme", parent: null, note: "Note" };
    const record = await insertRecord(await id("accounts"), data, { label: "acme" });
    entity(file, "accounts").labelField = "note";
    await apply(file);
    expect((await findRecord(record))?.label_key).toBe("note");
  });
});

describe("a parent field", () => {
  it("is refused with its place too where it takes the place of another", async () => {
    const { file, id } = await applied((file) => {
      setParent(file);
      entity(file, "accounts").fields.push({ key: "other", type: "reference", entity: "accounts" });
    });
    const other = "00000000-0000-7000-8000-000000000001";
    await insertRecord(await id("accounts"), { name: "A", parent: null, note: null, other });
    entity(file, "accounts").parentField = "other";
    expect(await refusal(apply(file))).toBe(
      "entities[0].parentField: cannot be set: 1 record refers to a record that is not there",
    );
  });

  it("may lead to another entity than the former one", async () => {
    const { file, id } = await applied((file) => {
      entity(file, "deals").fields.push({ key: "part", type: "reference", entity: "deals" });
    });
    const [accounts, deals] = [await id("accounts"), await id("deals")];
    const account = await insertRecord(accounts, { name: "A", parent: null, note: null });
    const under = { parentEntityId: accounts ?? "", parentId: account };
    const whole = await insertRecord(deals, { title: "Whole", account, part: null }, under);
    await insertRecord(deals, { title: "Part", account, part: whole }, under);
    entity(file, "deals").parentField = "part";
    await apply(file);
    expect(await refusal(query("DELETE FROM records WHERE id = $1", [account]))).toBe("applied");
    expect(await refusal(query("DELETE FROM records WHERE id = $1", [whole]))).toMatch(/foreign key constraint/);
  });

  const setParent = (file: ExampleFile) => {
    entity(file, "accounts").parentField = "parent";
  };

  it("is refused while a record refers to one that is not there", async () => {
    const { file, key, id } = await applied();
    const parent = "00000000-0000-7000-8000-000000000001";
    await insertRecord(await id("accounts"), { name: "A", parent, note: null });
    setParent(file);
    expect(await refusal(apply(file))).toBe(
      "entities[0].parentField: cannot be set: 1 record refers to a record that is not there",
    );
    expect(await versionOf(key)).toBe(1);
  });

  it("is refused while records are one another's ancestors", async () => {
    const { file, id } = await applied();
    const accounts = await id("accounts");
    const first = await insertRecord(accounts, { name: "A", parent: null, note: null });
    const second = await insertRecord(accounts, { name: "B", parent: first, note: null });
    await query("UPDATE records SET data = data || jsonb_build_object('parent', $1::text) WHERE id = $2", [
      second,
      first,
    ]);
    setParent(file);
    expect(await refusal(apply(file))).toBe(
      "entities[0].parentField: cannot be set: 2 records are their own ancestors, or descend from one that is",
    );
  });

  it("keeps parents from being deleted, from then on", async () => {
    const { file, id } = await applied();
    const accounts = await id("accounts");
    const parent = await insertRecord(accounts, { name: "A", parent: null, note: null });
    await insertRecord(accounts, { name: "B", parent, note: null });
    setParent(file);
    await apply(file);
    expect(await refusal(query("DELETE FROM records WHERE id = $1", [parent]))).toMatch(/foreign key constraint/);
  });

  it("lets go of the parents when it is taken back", async () => {
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
  it("come and go with the file, those of other people stay", async () => {
    const { file, id } = await applied();
    const accounts = await id("accounts");
    await query(`CREATE INDEX somebody_elses ON record_partitions.${partitionOf(accounts)} (updated)`);
    field(file, "accounts", "note").indexed = true;
    field(file, "accounts", "name").searchable = false;
    field(file, "accounts", "note").searchable = false;
    await apply(file);
    expect(await indexesOf(accounts)).toEqual([
      "UNIQUE btree (entity_id, id)",
      "btree (((data ->> 'note'::text)) COLLATE \"C\", id)",
      "btree (created DESC, id DESC)",
      "btree (updated)",
    ]);
  });

  it("follow the type of their field", async () => {
    const { file, id } = await applied();
    const at = entity(file, "deals").fields.findIndex((item) => item.key === "amount");
    entity(file, "deals").fields[at] = { key: "amount", type: "decimal", indexed: true };
    await apply(file);
    const indexes = await indexesOf(await id("deals"));
    expect(indexes).toContain("btree ((((data ->> 'amount'::text))::numeric), id)");
    expect(indexes.filter((index) => index.includes("amount"))).toHaveLength(1);
  });
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

describe("members", () => {
  const BEN = { email: "ben@acme.test", name: "Ben", roles: [] };

  async function membersOf(key: string) {
    const { members = [] } = (await exportConfiguration(key)) ?? {};
    return members.map(({ email, active }) => `${email} ${active ? "active" : "inactive"}`);
  }

  it("who are not in the file stay as they are", async () => {
    const { file, key } = await applied();
    await apply({ ...file, members: [BEN] });
    expect(await membersOf(key)).toEqual(["ada@acme.test active", "ben@acme.test active"]);
  });

  it("who are not in the file are deactivated when pruned", async () => {
    const { file, key } = await applied();
    await apply({ ...file, members: [BEN] }, "prune");
    expect(await membersOf(key)).toEqual(["ada@acme.test inactive", "ben@acme.test active"]);
  });

  it("all stay when the file says nothing of members, pruned or not", async () => {
    const { file, key } = await applied();
    const { members, ...rest } = file;
    await applyConfiguration(parseDocument(rest), { mode: "prune", actor: "test" });
    expect(members).toHaveLength(1);
    expect(await membersOf(key)).toEqual(["ada@acme.test active"]);
  });

  it("stay inactive unless the file says that they are active", async () => {
    const { file, key, organizationId } = await applied();
    await query("UPDATE members SET active = FALSE WHERE organization_id = $1", [organizationId]);
    await apply(file);
    expect(await membersOf(key)).toEqual(["ada@acme.test inactive"]);
    for (const member of file.members) member.active = true;
    await apply(file);
    expect(await membersOf(key)).toEqual(["ada@acme.test active"]);
  });

  it("change without a new version of the configuration", async () => {
    const { file, key } = await applied();
    const { version, changes } = await apply({ ...file, members: [{ ...BEN, admin: true }] });
    expect([version, changes.map(formatChange), await versionOf(key)]).toEqual([1, ["+ member ben@acme.test"], 1]);
  });
});

describe("config diff", () => {
  it("says what apply would do, and does nothing", async () => {
    const { file, key } = await applied();
    entity(file, "accounts").exposed = false;
    const planned = await diffConfiguration(parseDocument(file), "keep data");
    expect(planned.changes.map(formatChange)).toEqual(["~ entity accounts: exposed: not set → false"]);
    expect(await versionOf(key)).toBe(1);
    expect((await apply(file)).changes).toEqual(planned.changes);
  });
});
