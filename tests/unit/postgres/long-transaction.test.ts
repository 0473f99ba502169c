/** Transactions of the administration: whole or not at all, as long as they need, and no danger to the process. */
import { describe, expect, it } from "vitest";
import { longTransaction } from "@/lib/postgres/administration";
import { read, write } from "@/lib/postgres/query";
import { raw, sql } from "../../../lib/query/sql";
import { openTestDatabase, query } from "../configuration/database";

openTestDatabase();

const insert = (key: string) =>
  sql`INSERT INTO organizations (id, key, name) VALUES (gen_random_uuid(), ${key}, 'Name')`;
/** As if PostgreSQL had found this out. */
const raise = (state: string) => raw(`DO $$ BEGIN RAISE EXCEPTION 'driver text' USING ERRCODE = '${state}'; END $$`);
const find = (key: string) => query("SELECT key FROM organizations WHERE key = $1", [key]);

describe("a long transaction", () => {
  it("has no timeouts but one for locks, and leaves the pool's as they are", async () => {
    const settings = sql`SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('lock_timeout') AS lock`;
    const [inside] = await longTransaction((transaction) => read(settings, { on: transaction }));
    expect(inside).toEqual({ statement: "0", idle: "0", lock: "1min" });
    const [outside] = await query(settings.text);
    expect(outside).toEqual({ statement: "5s", idle: "5s", lock: "2s" });
  });

  it("restarts from its beginning if PostgreSQL rolled it back", async () => {
    let attempts = 0;
    await longTransaction(async (transaction) => {
      attempts += 1;
      await write(insert("again"), { on: transaction });
      if (attempts < 3) await write(raise("40P01"), { on: transaction });
    });
    expect(attempts).toBe(3);
    expect(await find("again")).toEqual([{ key: "again" }]);
  });

  it.each([
    ["40P01", 3],
    ["40001", 3],
    ["55P03", 1],
  ])("says in a sentence that other work was in the way: %s", async (state, times) => {
    let attempts = 0;
    const failing = longTransaction(async (transaction) => {
      attempts += 1;
      await write(insert(`never ${state}`), { on: transaction });
      await write(raise(state), { on: transaction });
    });
    await expect(failing).rejects.toThrow(
      "Other work on the same records kept the database from doing this. Nothing of it was done: try it again.",
    );
    expect(attempts).toBe(times);
    expect(await find(`never ${state}`)).toEqual([]);
  });

  it("waits for an end that takes longer than any statement of a request could", async () => {
    await longTransaction(async (transaction) => {
      const statements = [
        sql`CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(6.2); RETURN NULL; END'`,
        sql`CREATE CONSTRAINT TRIGGER take_long AFTER INSERT ON organizations DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW WHEN (NEW.key = 'slow end') EXECUTE FUNCTION take_long()`,
        insert("slow end"),
      ];
      for (const statement of statements) await write(statement, { on: transaction });
    });
    expect(await find("slow end")).toEqual([{ key: "slow end" }]);
  });

  it("fails, and nothing else does, when its connection breaks between two statements", async () => {
    const failing = longTransaction(async (transaction) => {
      await write(insert("broken"), { on: transaction });
      const [row] = await read<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`, { on: transaction });
      await query("SELECT pg_terminate_backend($1, 5000)", [row?.pid]);
      await write(insert("broken too"), { on: transaction });
    });
    await expect(failing).rejects.toThrow();
    expect(await find("broken")).toEqual([]);
  });
});
