/** Stored records get another form: they are rewritten in one transaction, with unique labels and parents of other fields. */
import { expect, it } from "vitest";
import { applyConfiguration } from "@/lib/configuration/apply";
import { parseDocument } from "@/lib/configuration/parse";
import { applied, apply, entity, refusal, versionOf } from "./applied";
import { indexesOf, openTestDatabase, partitionOf, query } from "./database";
import type { ExampleFile } from "./example";

openTestDatabase();

/** Accounts with unique names, notes in another order, and one account as the other parent of all. */
async function filled(records: number, change: (file: ExampleFile) => void = () => {}) {
  const { file, key, id } = await applied((file) => {
    const accounts = entity(file, "accounts");
    accounts.uniqueLabel = true;
    accounts.parentField = "parent";
    accounts.fields.push({ key: "other", type: "reference", entity: "accounts" });
    accounts.fields.push({ key: "deal", type: "reference", entity: "deals" });
    change(file);
  });
  const accounts = await id("accounts");
  await query(
    `INSERT INTO records (entity_id, id, data, version, label_key)
     SELECT $1, md5(n::text)::uuid, jsonb_build_object('name', 'Name ' || n, 'parent', null, 'note', 'Name ' || ($2 + 1 - n),
              'other', CASE WHEN n > 1 THEN md5('1')::uuid END, 'deal', null), gen_random_uuid(), 'name ' || n
       FROM generate_series(1, $2::int) n`,
    [accounts, records],
  );
  return { file, key, id, accounts, table: `record_partitions.${partitionOf(accounts)}` };
}

const guards = async (accounts: string | undefined) =>
  (await indexesOf(accounts)).filter((index) => /label_key|parent_id/.test(index));

it("labels change places, and parents are held that were plain references", async () => {
  const { file, key, accounts, table } = await filled(1_100);
  Object.assign(entity(file, "accounts"), { labelField: "note", parentField: "other" });
  const done: number[] = [];
  await applyConfiguration(parseDocument(file), {
    mode: "keep data",
    actor: "test",
    onProgress: (progress) => progress.step === "records" && done.push(progress.done),
  });
  expect(done).toEqual([1_000, 1_100]);
  expect(await versionOf(key)).toBe(2);
  const [wrong] = await query(
    `SELECT count(*)::int AS count FROM ${table}
      WHERE label_key IS DISTINCT FROM lower(data->>'note') OR parent_id IS DISTINCT FROM (data->>'other')::uuid`,
  );
  expect(wrong).toEqual({ count: 0 });
  expect(await guards(accounts)).toEqual(["UNIQUE btree (label_key)", "btree (parent_id)"]);
  expect(await refusal(query(`DELETE FROM ${table} WHERE id = md5('1')::uuid`))).toMatch(/foreign key constraint/);
  expect(await refusal(query(`UPDATE ${table} SET label_key = 'name 5' WHERE label_key = 'name 6'`))).toMatch(
    /duplicate key/,
  );
});

it.each<[what: string, wasUnique: boolean, message: RegExp]>([
  [
    "where they were unique",
    true,
    /^entities\[0\]\.uniqueLabel: cannot be set: several records have the label "same" in "note"$/,
  ],
  [
    "where they were not",
    false,
    /^entities\[0\]\.uniqueLabel: cannot be set: 1 record has the label of another one in "note", such as " SAME" \(.{36}, .{36}\)$/,
  ],
])("labels that repeat are named %s, and nothing is changed", async (_, wasUnique, message) => {
  const { file, key, table } = await filled(10, (file) => {
    entity(file, "accounts").uniqueLabel = wasUnique;
  });
  await query(`UPDATE ${table} SET data = data || '{"note": " SAME"}' WHERE label_key = 'name 7'`);
  await query(`UPDATE ${table} SET data = data || '{"note": "same"}' WHERE label_key = 'name 8'`);
  Object.assign(entity(file, "accounts"), { labelField: "note", uniqueLabel: true });
  expect(await refusal(apply(file))).toMatch(message);
  expect(await versionOf(key)).toBe(1);
  expect(await query(`SELECT FROM ${table} WHERE label_key = 'name 7'`)).toHaveLength(1);
});

it("parents that refer to each other are counted, and nothing is changed", async () => {
  const { file, key, table } = await filled(10);
  await query(`UPDATE ${table} SET data = data || jsonb_build_object('other', md5('2')) WHERE id = md5('1')::uuid`);
  entity(file, "accounts").parentField = "other";
  expect(await refusal(apply(file))).toBe(
    "entities[0].parentField: cannot be set: 10 records are their own ancestors, or descend from one that is",
  );
  expect(await versionOf(key)).toBe(1);
});

it("labels that are unique no longer, and parents of another entity, are refused with what to do first", async () => {
  const { file, key } = await filled(1);
  Object.assign(entity(file, "accounts"), { labelField: "note", uniqueLabel: false, parentField: "deal" });
  expect(await refusal(apply(file))).toBe(
    [
      'entities[0].labelField: cannot be changed together with "uniqueLabel", for there are records: apply "uniqueLabel": false first',
      'entities[0].parentField: cannot be changed from "parent" to "deal", which refers to another entity, for there are records: apply the file without "parentField" first',
    ].join("\n"),
  );
  expect(await versionOf(key)).toBe(1);
});
