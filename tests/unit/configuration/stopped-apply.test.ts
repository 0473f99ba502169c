/** What an apply leaves that is stopped: nothing of it is in force, and the next one, of whatever file, clears up. */
import { expect, it } from "vitest";
import { isApplying } from "@/lib/store/configuration";
import { applied, apply, entity, field, refusal, versionOf, without } from "./applied";
import { fillAccounts, indexesOf, openTestDatabase, partitionOf, query } from "./database";
import type { ExampleFile } from "./example";
import { startHeld } from "./long-apply";

openTestDatabase();

/** Accounts with notes, of which the file makes remarks. Deals change too, so that the apply needs their lock afterwards. */
async function renaming() {
  const setting = await applied();
  const { file, key, id } = setting;
  const accounts = await id("accounts");
  await fillAccounts(accounts, 10, "Note");
  Object.assign(field(file, "accounts", "note"), { key: "remark", was: "note" });
  entity(file, "deals").fields.push({ key: "later", type: "text" });
  const keys = () =>
    query("SELECT DISTINCT jsonb_object_keys(data) AS key FROM records WHERE entity_id = $1 ORDER BY 1", [accounts]);
  const paused = () => query("SELECT paused_entities AS ids FROM organizations WHERE key = $1", [key]);
  return { ...setting, accounts, keys, paused };
}

it("records that a stopped apply rewrote still have their former data, and the next apply changes them", async () => {
  const { file, key, id, accounts, keys, paused } = await renaming();
  const former = [{ key: "name" }, { key: "note" }, { key: "parent" }];
  const long = await startHeld(file, await id("deals"));
  expect(await keys()).toEqual(former);
  expect([await paused(), await isApplying(key)]).toEqual([[{ ids: [accounts] }], true]);

  await query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  expect(await refusal(long.goOn())).not.toBe("applied");
  expect([await keys(), await versionOf(key)]).toEqual([former, 1]);
  // Nobody was there to take it back, and it pauses nobody.
  expect([await paused(), await isApplying(key)]).toEqual([[{ ids: [accounts] }], false]);

  expect((await apply(file)).version).toBe(2);
  expect(await keys()).toEqual([{ key: "name" }, { key: "parent" }, { key: "remark" }]);
  expect(await paused()).toEqual([{ ids: null }]);
});

it("an index that is only half built is rebuilt if it is needed, and dropped if it is not", async () => {
  const setUnique = (file: ExampleFile) => Object.assign(field(file, "accounts", "note"), { unique: true });
  const { file, id } = await applied(setUnique);
  const accounts = await id("accounts");
  const half = () =>
    query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_index WHERE NOT indisvalid AND indrelid = to_regclass($1)`,
      [`record_partitions.${partitionOf(accounts)}`],
    );
  const halve = () =>
    query(
      `UPDATE pg_index SET indisvalid = FALSE
          WHERE indrelid = to_regclass($1) AND indexrelid::regclass::text LIKE '%_unique_%'`,
      [`record_partitions.${partitionOf(accounts)}`],
    );
  await halve();
  const refused = structuredClone(file);
  without(refused, "accounts", "note");
  Object.assign(field(refused, "accounts", "name"), { was: "note" });
  expect(await refusal(apply(refused))).toContain("cannot be renamed");
  // A refusal does not wait for the index.
  expect(await half()).toEqual([{ count: 1 }]);
  await apply(file);
  expect(await half()).toEqual([{ count: 0 }]);
  expect((await indexesOf(accounts)).filter((index) => index.includes("sha256"))).toHaveLength(1);

  await halve();
  delete field(file, "accounts", "note").unique;
  await apply(file);
  expect(await half()).toEqual([{ count: 0 }]);
  expect((await indexesOf(accounts)).filter((index) => index.includes("sha256"))).toEqual([]);
});
