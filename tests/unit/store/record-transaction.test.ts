/** A transaction that writes records never holds what a change of configuration waits for while it waits for that change. */
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectionSettings } from "@/lib/postgres/connection";
import { lockRecords, recordTransaction } from "@/lib/store/records/locks";
import { insertRecord, openTestDatabase, partitionOf, query } from "../configuration/database";
import { type Admitted, createAdmitted } from "./admitted";

openTestDatabase();

let admitted: Admitted;
let change: pg.Client;

beforeEach(async () => {
  admitted = await createAdmitted();
  change = new pg.Client(connectionSettings());
  await change.connect();
});
afterEach(() => change.end());

const waiting = () => query("SELECT mode FROM pg_locks WHERE NOT granted");

it("waits behind the change before it begins, and the change reaches every record meanwhile", async () => {
  const { deals } = admitted;
  const id = await insertRecord(deals.id, { title: "hot" });
  const partition = `record_partitions.${partitionOf(deals.id)}`;
  await change.query("BEGIN");
  await change.query(`LOCK TABLE ${partition} IN SHARE ROW EXCLUSIVE MODE`);

  let begun = false;
  const pending = recordTransaction(deals.id, async (database) => {
    begun = true;
    await lockRecords(deals.id, [id], database);
    await database.query(`UPDATE ${partition} SET updated = now() WHERE id = $1`, [id]);
  });
  await expect.poll(waiting).toEqual([{ mode: "RowExclusiveLock" }]);
  await change.query("SET LOCAL lock_timeout = '1ms'");
  await change.query(`UPDATE ${partition} SET data = data || '{"extra": null}' WHERE id = $1`, [id]);
  await change.query(`LOCK TABLE ${partition} IN ACCESS EXCLUSIVE MODE`);
  expect(begun).toBe(false);
  await change.query("COMMIT");
  await pending;
  expect(begun).toBe(true);
});

it("delays no other transaction that writes records of the entity", async () => {
  const { deals } = admitted;
  const other = () => recordTransaction(deals.id, async () => "done");
  expect(await recordTransaction(deals.id, other)).toBe("done");
});
