/** A field that is added to an entity with records: none of them is rewritten, and each is read as if it had null. */
import { describe, expect, it } from "vitest";
import { applyConfiguration } from "@/lib/configuration/apply";
import type { Progress } from "@/lib/configuration/change/tables";
import { diffConfiguration } from "@/lib/configuration/change/work";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { parseDocument } from "@/lib/configuration/parse";
import { changeTokenPolicy } from "@/lib/configuration/policy";
import { applied, apply, entity, field, readRecords, without } from "./applied";
import { fillAccounts, findRecord, indexesOf, insertRecord, openTestDatabase, partitionOf, query } from "./database";
import type { ExampleFile } from "./example";

openTestDatabase();

const MANY = 100;

const DATA = { name: "A", parent: null, note: "x" };
const addCity = (file: ExampleFile) =>
  entity(file, "accounts").fields.push({ key: "city", type: "text", default: "Bern" });

/** An account, stored before the field `city` was added. */
async function added() {
  const setting = await applied();
  const accounts = await setting.id("accounts");
  const record = await insertRecord(accounts, DATA, { search: "a\nx" });
  addCity(setting.file);
  await apply(setting.file);
  const read = async () => (await readRecords(setting.organizationId, "accounts", [record]))[0]?.data;
  const lacked = async () =>
    (await loadCurrentConfiguration(setting.organizationId)).entities.get("accounts")?.fieldsAddedLater;
  return { ...setting, accounts, record, read, lacked };
}

it.each<[what: string, add: (file: ExampleFile) => void]>([
  ["an optional one", addCity],
  ["a required one", (file) => entity(file, "accounts").fields.push({ key: "city", type: "text", required: true })],
  ["one that is indexed", (file) => entity(file, "accounts").fields.push({ key: "city", type: "date", indexed: true })],
  ["one that is unique", (file) => entity(file, "accounts").fields.push({ key: "city", type: "text", unique: true })],
  [
    "one that becomes part of a row scope",
    (file) => {
      addCity(file);
      file.roles[0]?.grants.push({ entity: "accounts", verbs: ["update"], where: ["city", "is_null", true] });
    },
  ],
])("a field added to many records, %s, rewrites none of them, and adds one version", async (_, add) => {
  const { file, id } = await applied();
  const accounts = await id("accounts");
  await fillAccounts(accounts, MANY);
  const rows = () =>
    query(`SELECT id, xmin::text, version FROM record_partitions.${partitionOf(accounts)} ORDER BY id`);
  const before = await rows();
  add(file);
  const document = parseDocument(file);
  const { work } = await diffConfiguration(document, "keep data");
  expect(work.filter(({ rewritten }) => rewritten)).toEqual([]);
  const steps = new Set<Progress["step"]>();
  const onProgress = ({ step }: Progress) => steps.add(step);
  const { version } = await applyConfiguration(document, { mode: "keep data", actor: "test", onProgress });
  expect(version).toBe(2);
  expect([...steps].filter((step) => step !== "indexes")).toEqual([]);
  expect(await rows()).toEqual(before);
  expect(await query("SELECT FROM changes WHERE entity_id = $1", [accounts])).toEqual([]);
});

describe("a record from before", () => {
  it("is read with null, and not with the default of records to come, under a policy that is changed on the pages", async () => {
    const { organizationId, record, read } = await added();
    expect((await findRecord(record))?.data).toEqual(DATA);
    expect(await read()).toEqual({ ...DATA, city: null });
    const { tokenPolicy } = await loadCurrentConfiguration(organizationId);
    const to = { ...tokenPolicy, requirePurpose: true };
    await changeTokenPolicy(organizationId, { from: tokenPolicy, to }, { actor: "test" });
    expect(await read()).toEqual({ ...DATA, city: null });
  });

  it("is read so after changes of permissions, of other entities, and of the entity itself", async () => {
    const { file, read } = await added();
    file.roles[0]?.grants.splice(0, 1);
    await apply(file);
    expect(await read()).toEqual({ ...DATA, city: null });
    entity(file, "deals").label = "Sale";
    await apply(file);
    expect(await read()).toEqual({ ...DATA, city: null });
    Object.assign(field(file, "accounts", "city"), { indexed: true });
    entity(file, "accounts").fields.push({ key: "zip", type: "integer" });
    await apply(file);
    expect(await read()).toEqual({ ...DATA, city: null, zip: null });
  });
});

describe("a rewrite of the entity for another reason", () => {
  it("gives the records the field, after which nothing has to be read for them", async () => {
    const { file, record, read, lacked } = await added();
    expect(await lacked()).toEqual(["city"]);
    Object.assign(field(file, "accounts", "note"), { searchable: false });
    await apply(file);
    expect(await lacked()).toBeUndefined();
    expect(await findRecord(record)).toMatchObject({ data: { ...DATA, city: null }, search_text: "a" });
    expect(await read()).toEqual({ ...DATA, city: null });
  });

  it("leaves alone the records of an entity that it does not concern", async () => {
    const { file, id, record, read } = await added();
    const deal = await insertRecord(await id("deals"), { title: "T", stage: "lead", price: "1" });
    Object.assign(field(file, "deals", "price"), { key: "cost", was: "price" });
    await apply(file);
    expect((await findRecord(deal))?.data).toEqual({ title: "T", stage: "lead", cost: "1" });
    expect([(await findRecord(record))?.data, await read()]).toEqual([DATA, { ...DATA, city: null }]);
  });
});

it("the field can be renamed before any record has it", async () => {
  const { file, record, read, lacked } = await added();
  Object.assign(field(file, "accounts", "city"), { key: "town", was: "city" });
  await apply(file);
  const renamed = { ...DATA, town: null };
  expect([(await findRecord(record))?.data, await read(), await lacked()]).toEqual([renamed, renamed, undefined]);
});

it("the field can be removed before any record has it, and come back", async () => {
  const { file, record, read, lacked } = await added();
  without(file, "accounts", "city");
  await apply(file);
  expect([(await findRecord(record))?.data, await read(), await lacked()]).toEqual([DATA, DATA, undefined]);
  addCity(file);
  await apply(file);
  expect([(await findRecord(record))?.data, await read()]).toEqual([DATA, { ...DATA, city: null }]);
});

it("the field can become unique and the label before any record has it", async () => {
  const { file, accounts, record, read } = await added();
  Object.assign(field(file, "accounts", "city"), { unique: true });
  Object.assign(entity(file, "accounts"), { labelField: "city", uniqueLabel: true });
  await apply(file);
  expect(await read()).toEqual({ ...DATA, city: null });
  expect((await findRecord(record))?.label_key).toBeNull();
  expect(await indexesOf(accounts)).toContain("UNIQUE btree (label_key)");
});
