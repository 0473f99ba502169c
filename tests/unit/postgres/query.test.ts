/** What is repeated when PostgreSQL fails under a statement, and what never is. */
import { getEventListeners, once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, connectionSettings } from "@/lib/postgres/connection";
import { sqlState } from "@/lib/postgres/faults";
import { StallTolerantPool } from "@/lib/postgres/pool";
import { postgres } from "@/lib/postgres/postgres";
import { read, write } from "@/lib/postgres/query";
import { transaction } from "@/lib/postgres/transaction";
import { type Sql, sql } from "../../../lib/query/sql";
import { openTestDatabase, query } from "../configuration/database";

openTestDatabase();

beforeAll(async () => {
  await query("CREATE TABLE notes (text text)");
  await query("CREATE SEQUENCE attempts");
  // A sequence is not undone with the statement that asked it, and so counts the attempts.
  await query(`
    CREATE FUNCTION fail_until(succeeds int, state text) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE attempt bigint := nextval('attempts');
    BEGIN
      IF attempt < succeeds THEN RAISE EXCEPTION 'attempt %', attempt USING ERRCODE = state; END IF;
      RETURN attempt;
    END $$`);
});

beforeEach(async () => {
  await query("TRUNCATE notes");
  await query("ALTER SEQUENCE attempts RESTART");
});

const failUntil = (attempt: number, state: string) => sql`SELECT fail_until(${attempt}::int, ${state})`;

const stateOf = (work: Promise<unknown>): Promise<string> => work.then(() => "no error", sqlState);

/** The first statement of the work is lent a connection that is known to have broken, the next one a sound one. */
async function brokenOnce<T>(work: () => Promise<T>): Promise<T> {
  const broken = new Connection(connectionSettings());
  await broken.connect();
  const hasBroken = once(broken, "error");
  await broken.query("SELECT pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
  await hasBroken;
  const lend = vi.spyOn(postgres().pool, "lend");
  lend.mockResolvedValueOnce(Object.assign(broken, { release: () => {} }));
  return work().finally(() => lend.mockRestore());
}

/** The first connection that the work is lent does not open in time, as on a busy machine. */
async function lateOnce<T>(work: () => Promise<T>): Promise<T> {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const late = new StallTolerantPool({ host: "127.0.0.1", port, connectionTimeoutMillis: 100 });
  const lend = vi.spyOn(postgres().pool, "lend");
  lend.mockImplementationOnce((mode) => late.lend(mode));
  return work().finally(() => {
    lend.mockRestore();
    silent.close();
  });
}

const inTransaction = (statement: Sql) => transaction((database) => write(statement, { on: database }));

it.each<[what: string, work: (statement: Sql) => Promise<unknown>, states: string[], times: number]>([
  ["a write that PostgreSQL undid", write, ["40001", "40P01"], 3],
  ["a write that may have happened, or cannot", write, ["57P01", "08006", "23505", "XX000"], 1],
  ["a read whose connection went", read, ["57P01", "57P02", "57P03", "08003", "08006"], 5],
  ["a read that has a fault of its own", read, ["22P02"], 1],
  ["a transaction that PostgreSQL undid", inTransaction, ["40001", "40P01"], 3],
  ["a transaction that ends with anything else", inTransaction, ["57P01", "08006", "23505", "55P03"], 1],
])("%s is tried this often, and then fails", async (_, work, states, times) => {
  for (const state of states) {
    await query("ALTER SEQUENCE attempts RESTART");
    expect([state, await stateOf(work(failUntil(times + 1, state)))]).toEqual([state, state]);
    expect([state, await write(failUntil(0, ""))]).toEqual([state, [{ fail_until: String(times + 1) }]]);
    await query("ALTER SEQUENCE attempts RESTART");
    expect([state, await work(failUntil(times, state))]).toEqual([state, [{ fail_until: String(times) }]]);
  }
});

describe("a write", () => {
  it("is not repeated alone where it is part of a transaction", async () => {
    const work = transaction((database) => stateOf(write(failUntil(2, "40001"), { on: database })));
    expect(await work).toBe("40001");
  });

  it("is made once if the connection it was lent had just broken", async () => {
    expect(await brokenOnce(() => write(failUntil(0, "")))).toEqual([{ fail_until: "1" }]);
  });

  it("is made once if no connection opened in time at first", async () => {
    expect(await lateOnce(() => write(failUntil(0, "")))).toEqual([{ fail_until: "1" }]);
  });
});

describe("a read", () => {
  it("is retried if the connection it was lent had just broken", async () => {
    expect(await brokenOnce(() => read(failUntil(0, "")))).toEqual([{ fail_until: "1" }]);
  });

  it("is not repeated alone where it is part of a transaction", async () => {
    expect(await stateOf(transaction((database) => read(failUntil(2, "57P03"), { on: database })))).toBe("57P03");
  });

  it("is canceled when its caller leaves, and throws the reason", async () => {
    const caller = new AbortController();
    const reason = new Error("The caller has left.");
    setTimeout(() => caller.abort(reason), 50);
    await expect(read(sql`SELECT pg_sleep(30)`, { signal: caller.signal })).rejects.toBe(reason);
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  });

  it("keeps no listener on the signal of its caller", async () => {
    const { signal } = new AbortController();
    for (let statement = 0; statement < 12; statement += 1) await read(sql`SELECT 1`, { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("a transaction", () => {
  const note = sql`INSERT INTO notes VALUES ('x')`;
  const count = async () => (await read(sql`SELECT count(*)::int FROM notes`))[0]?.count;

  it("keeps all of its work once it has ended, and returns what the work returns", async () => {
    const done = await transaction(async (database) => {
      for (const _ of [1, 2]) await write(note, { on: database });
      expect(await count()).toBe(0);
      return "done";
    });
    expect([done, await count()]).toEqual(["done", 2]);
  });

  it("is rolled back if it lasts longer than ten seconds: its writes are dated by its beginning", async () => {
    const clock = vi.spyOn(performance, "now");
    const began = performance.now();
    const lasting = (milliseconds: number) =>
      transaction(async (database) => {
        await write(note, { on: database });
        clock.mockImplementation(() => began + milliseconds);
      }).finally(() => clock.mockReset());
    await expect(lasting(11_000)).rejects.toThrow("The transaction did not end in its time.");
    expect(await count()).toBe(0);
    await lasting(9_000);
    expect(await count()).toBe(1);
  });

  it("is rolled back if a statement fails, even if the work continues", async () => {
    await transaction(async (database) => {
      await write(note, { on: database });
      await write(sql`SELECT 1 / 0`, { on: database }).catch(() => undefined);
    });
    expect(await count()).toBe(0);
  });

  it.each(["40001", "40P01"])("restarts from its beginning if PostgreSQL rolled it back: %s", async (state) => {
    const done = await transaction(async (database) => {
      await write(note, { on: database });
      return write(failUntil(3, state), { on: database });
    });
    expect(done).toEqual([{ fail_until: "3" }]);
    expect(await count()).toBe(1);
  });

  it("is done once if no connection opened in time at first", async () => {
    await lateOnce(() => transaction((database) => write(note, { on: database })));
    expect(await count()).toBe(1);
  });

  it("is not done before PostgreSQL has committed it: a failure at that point fails it, too", async () => {
    await query("CREATE TABLE distinct_notes (text text UNIQUE DEFERRABLE INITIALLY DEFERRED)");
    const twice = transaction(async (database) => {
      await write(sql`INSERT INTO distinct_notes VALUES ('x'), ('x')`, { on: database });
      return "done";
    });
    expect(await stateOf(twice)).toBe("23505");
    expect(await read(sql`SELECT FROM distinct_notes`)).toEqual([]);
  });

  it("gives its connection back, clean, also after a failure", async () => {
    const busy = Array.from({ length: 30 }, (_, index) =>
      transaction(async (database) => {
        if (index % 2 === 0) throw new Error("no");
        return read(sql`SELECT 1`, { on: database });
      }).catch(() => undefined),
    );
    await Promise.all(busy);
    expect(postgres().pool.idleCount).toBe(postgres().pool.totalCount);
    expect(postgres().pool.waitingCount).toBe(0);
  });

  it("does not give back a connection that broke", async () => {
    const broken = transaction((database) =>
      read(sql`SELECT pg_terminate_backend(pg_backend_pid())`, { on: database }),
    );
    await expect(broken).rejects.toThrow();
    expect(await read(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });
});
