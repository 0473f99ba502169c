/**
 * Labels that are unique, or parents that are held, go by another field: of more records than are rewritten at once. What others
 * write meanwhile is in `tests/resilience/faults/changing-configuration.test.ts`.
 */
import { expect, it } from "vitest";
import { applyConfiguration } from "@/lib/configuration/apply";
import { parseDocument } from "@/lib/configuration/parse";
import { withOwnConnection } from "@/lib/postgres/transaction";
import { findHorizon, isWrittenInCycle } from "@/lib/store/records/entity-data";
import { applied, apply, entity, refusal, versionOf } from "./applied";
import { indexesOf, openTestDatabase, partitionOf, query } from "./database";

openTestDatabase();

const RECORDS = 1_100;

/** Accounts with unique names; notes in another order, and one account as the other parent of all. */
async function filled() {
  const { file, key, id } = await applied((file) => {
    const accounts = entity(file, "accounts");
    accounts.uniqueLabel = true;
    accounts.parentField = "parent";
    accounts.fields.push({ key: "other", type: "reference", entity: "accounts" });
  });
  const accounts = await id("accounts");
  await query(
    `INSERT INTO records (entity_id, id, data, version, label_key)
     SELECT $1, md5(n::text)::uuid, jsonb_build_object('name', 'Name ' || n, 'parent', null, 'note', 'Name ' || ($2 + 1 - n),
              'other', CASE WHEN n > 1 THEN md5('1')::uuid END), gen_random_uuid(), 'name ' || n
       FROM generate_series(1, $2::int) n`,
    [accounts, RECORDS],
  );
  return { file, key, accounts, table: `record_partitions.${partitionOf(accounts)}` };
}

const guards = async (accounts: string | undefined) =>
  (await indexesOf(accounts)).filter((index) => /label_key|parent_id/.test(index));

it("labels change places, and parents are held that were plain references", async () => {
  const { file, key, accounts, table } = await filled();
  Object.assign(entity(file, "accounts"), { labelField: "note", parentField: "other" });
  const steps: string[] = [];
  const onProgress = ({ step }: { step: string }) => steps.at(-1) !== step && steps.push(step);
  await applyConfiguration(parseDocument(file), { mode: "keep data", actor: "test", onProgress });

  // Filled, indexed and in force; then brought to the usual columns, and in force again.
  expect(steps).toEqual(["records", "indexes", "draining", "records", "indexes"]);
  expect(await versionOf(key)).toBe(3);
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

it("what is written meanwhile has its next label when the version switches, also where two change places", async () => {
  const { file, accounts, table } = await filled();
  const [first, second] = await query<{ id: string; note: string }>(
    `SELECT id, data->>'note' AS note FROM ${table} ORDER BY id LIMIT 2`,
  );
  const swap = () =>
    query(
      `WITH swapped AS (
         UPDATE ${table} SET data = data || jsonb_build_object('note', CASE id WHEN $2 THEN $5::text ELSE $3::text END)
          WHERE id IN ($2, $4) RETURNING id)
       INSERT INTO changes (entity_id, record_id) SELECT $1, id FROM swapped`,
      [accounts, first?.id, first?.note, second?.id, second?.note],
    );
  const atSwitch = () =>
    query(
      `SELECT id, next_label_key AS next, label_key AS present FROM ${table} WHERE next_label_key IS NOT NULL ORDER BY id`,
    );
  entity(file, "accounts").labelField = "note";
  let swapped: Promise<unknown> | undefined;
  let seen: Promise<unknown[]> | undefined;
  let passes = 0;
  await applyConfiguration(parseDocument(file), {
    mode: "keep data",
    actor: "test",
    onProgress: (progress) => {
      // Both have been looked at by then, and others not yet.
      if (progress.step === "records" && progress.done === 250) {
        swapped ??= swap();
        passes += 1;
      }
      if (progress.step === "draining") seen = atSwitch();
    },
  });
  await swapped;
  // Before the version and behind it: nothing had to be done again.
  expect(passes).toBe(2);
  const rows = (await seen) ?? [];
  expect(rows).toHaveLength(RECORDS);
  expect(rows.slice(0, 2)).toMatchObject([
    { id: first?.id, next: second?.note.toLowerCase() },
    { id: second?.id, next: first?.note.toLowerCase() },
  ]);
});

it("labels that repeat are named, and nothing is changed", async () => {
  const { file, key, accounts, table } = await filled();
  await query(
    `UPDATE ${table} SET data = data || '{"note": " SAME"}' WHERE label_key IN ('name 7', 'name 8', 'name 9')`,
  );
  await query(`UPDATE ${table} SET data = data || '{"note": "same"}' WHERE label_key = 'name 7'`);
  const ids = await query<{ id: string }>(
    `SELECT id FROM ${table} WHERE lower(data->>'note') LIKE '%same' ORDER BY id`,
  );
  entity(file, "accounts").labelField = "note";
  expect(await refusal(apply(file))).toBe(
    `entities[0].uniqueLabel: cannot be set: 2 records have the label of another one in "note", such as " SAME" (${ids.map(({ id }) => id).join(", ")})`,
  );
  expect(await versionOf(key)).toBe(1);
  expect(await guards(accounts)).toEqual(["UNIQUE btree (label_key)", "btree (parent_id)"]);
});

it("parents that are one another's are counted, and nothing is changed", async () => {
  const { file, key, accounts, table } = await filled();
  await query(`UPDATE ${table} SET data = data || jsonb_build_object('other', md5('2')) WHERE id = md5('1')::uuid`);
  entity(file, "accounts").parentField = "other";
  expect(await refusal(apply(file))).toBe(
    "entities[0].parentField: cannot be set: 1100 records are their own ancestors, or descend from one that is",
  );
  expect(await versionOf(key)).toBe(1);
  expect(await guards(accounts)).toEqual(["UNIQUE btree (label_key)", "btree (parent_id)"]);
});

it("a circle that somebody closes meanwhile is found from any record of it, in the columns that are asked about", async () => {
  const { accounts = "", table } = await filled();
  await withOwnConnection(async (connection) => {
    const since = await findHorizon(connection);
    const isIn = (held: "present" | "next") => isWrittenInCycle(connection, accounts, { since, held });
    const below = (child: number, parent: number) =>
      query(`UPDATE ${table} SET next_parent_id = md5($2::text)::uuid WHERE id = md5($1::text)::uuid`, [child, parent]);
    await query("INSERT INTO changes (entity_id, record_id) VALUES ($1, md5('2')::uuid)", [accounts]);
    await below(1, 2);
    await below(2, 3);
    expect(await isIn("next")).toBe(false);
    await below(3, 1);
    expect([await isIn("next"), await isIn("present")]).toEqual([true, false]);
  });
});
