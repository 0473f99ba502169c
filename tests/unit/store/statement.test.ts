/** What is repeated when PostgreSQL fails under a statement, and what never is. */
import { once } from "node:events";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { connectionSettings, pool } from "@/lib/store/client";
import { send } from "@/lib/store/sent-statement";
import { type Database, read, sqlState, transaction, write } from "@/lib/store/statement";
import { openTestDatabase, query } from "../configuration/database";

openTestDatabase();

const { sql } = Prisma;

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

async function stateOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no error",
    (error: unknown) => sqlState(error),
  );
}

/** Sends a first statement over a connection that is known to have broken, and others over the pool. */
async function brokenOnce(): Promise<Database> {
  const broken = new pg.Client(connectionSettings());
  await broken.connect();
  const hasBroken = once(broken, "error");
  await broken.query("SELECT pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
  await hasBroken;
  const ways: Database[] = [broken];
  return { query: (statement) => send(statement, ways.pop() ?? pool()) };
}

/** As the driver makes it of what a server says. */
function undefinedTable(message: string): Error {
  const error = new pg.DatabaseError(message, message.length, "error");
  error.code = "42P01";
  return error;
}

describe("a write", () => {
  it.each(["40001", "40P01"])("is tried up to three times where PostgreSQL undid it: %s", async (state) => {
    expect(await write(failUntil(3, state))).toEqual([["3"]]);
  });

  it("is given up after the third", async () => {
    expect(await stateOf(write(failUntil(4, "40001")))).toBe("40001");
    expect(await write(failUntil(0, "40001"))).toEqual([["4"]]);
  });

  it.each(["57P01", "08006", "23505", "XX000"])(
    "is not repeated where it may have happened, or cannot: %s",
    async (state) => {
      expect(await stateOf(write(failUntil(2, state)))).toBe(state);
    },
  );

  it("is not repeated alone where it is part of a transaction", async () => {
    const states: string[] = [];
    const work = transaction(async (database) => {
      const state = await stateOf(write(failUntil(2, "40001"), database));
      states.push(state);
    });
    await work;
    expect(states).toEqual(["40001"]);
  });

  it("is made once where the connection it was lent had just broken", async () => {
    expect(await write(failUntil(0, ""), await brokenOnce())).toEqual([["1"]]);
  });
});

describe("a read", () => {
  it("gives rows in the order of the statement's columns", async () => {
    expect(await read(sql`SELECT 1 AS a, 'x' AS a, ${"y"} AS b`)).toEqual([[1, "x", "y"]]);
  });

  it.each(["57P01", "57P02", "57P03", "08003", "08006"])(
    "is tried up to five times where its connection went: %s",
    async (state) => {
      expect(await read(failUntil(5, state))).toEqual([["5"]]);
    },
  );

  it("is given up after the fifth", async () => {
    expect(await stateOf(read(failUntil(6, "57P01")))).toBe("57P01");
  });

  it("is tried again where the connection it was lent had just broken", async () => {
    expect(await read(failUntil(0, ""), await brokenOnce())).toEqual([["1"]]);
  });

  it("is not repeated alone where it is part of a transaction", async () => {
    expect(await stateOf(transaction((database) => read(failUntil(2, "57P03"), database)))).toBe("57P03");
  });

  it("is not repeated for a fault of its own", async () => {
    expect(await stateOf(read(failUntil(2, "22P02")))).toBe("22P02");
  });

  it.each([
    ['relation "record_partitions.r_01" does not exist', "AccessChanged"],
    ["Relation »record_partitions.r_01« existiert nicht", "AccessChanged"],
    ["la relation « record_partitions.r_01 » n'existe pas", "AccessChanged"],
    ['リレーション"record_partitions.r_01"は存在しません', "AccessChanged"],
    ['relation "records" does not exist', "DatabaseError"],
  ])("of an entity that was removed is a change of rights in every language: %s", async (message, name) => {
    const refusing: Database = { query: () => Promise.reject(undefinedTable(message)) };
    const thrown: unknown = await read(sql`SELECT 1`, refusing).catch((error: unknown) => error);
    expect((thrown as Error).constructor.name).toBe(name);
  });

  it("survives the end of every idle connection", async () => {
    await Promise.all([1, 2, 3].map(() => read(sql`SELECT pg_sleep(0.01)`)));
    await query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    expect(await read(sql`SELECT 1`)).toEqual([[1]]);
  });
});

describe("a transaction", () => {
  const note = sql`INSERT INTO notes VALUES ('x')`;
  const count = async () => (await read(sql`SELECT count(*)::int FROM notes`))[0]?.[0];

  it("keeps all of its work, and answers what the work answers", async () => {
    expect(
      await transaction(async (database) => [await write(note, database), await write(note, database), "done"]),
    ).toEqual([[], [], "done"]);
    expect(await count()).toBe(2);
  });

  it("keeps nothing of it where the work throws, and passes the error on", async () => {
    const failed = transaction(async (database) => {
      await write(note, database);
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect(await count()).toBe(0);
  });

  it("keeps nothing of it where it lasts longer than ten seconds: what it wrote is dated by its beginning", async () => {
    const clock = vi.spyOn(performance, "now");
    const began = performance.now();
    const lasting = (milliseconds: number) =>
      transaction(async (database) => {
        await write(note, database);
        clock.mockImplementation(() => began + milliseconds);
      }).finally(() => clock.mockReset());
    await expect(lasting(11_000)).rejects.toThrow("The transaction did not end in its time.");
    expect(await count()).toBe(0);
    await lasting(9_000);
    expect(await count()).toBe(1);
  });

  it("keeps nothing of it where a statement fails, even if the work goes on", async () => {
    await transaction(async (database) => {
      await write(note, database);
      await write(sql`SELECT 1 / 0`, database).catch(() => undefined);
    });
    expect(await count()).toBe(0);
  });

  it.each(["40001", "40P01"])("is done again from its beginning where PostgreSQL undid it: %s", async (state) => {
    const done = await transaction(async (database) => {
      await write(note, database);
      return write(failUntil(3, state), database);
    });
    expect(done).toEqual([["3"]]);
    expect(await count()).toBe(1);
  });

  it("is given up after the third time, and nothing of it is kept", async () => {
    const failed = transaction(async (database) => {
      await write(note, database);
      await write(failUntil(4, "40P01"), database);
    });
    expect(await stateOf(failed)).toBe("40P01");
    expect(await count()).toBe(0);
    expect(await write(failUntil(0, ""))).toEqual([["4"]]);
  });

  it.each(["57P01", "08006", "23505", "55P03"])("is not done again for anything else: %s", async (state) => {
    expect(await stateOf(transaction((database) => write(failUntil(2, state), database)))).toBe(state);
  });

  it("is not done before PostgreSQL has committed it: what fails only then fails it too", async () => {
    await query("CREATE TABLE distinct_notes (text text UNIQUE DEFERRABLE INITIALLY DEFERRED)");
    const twice = transaction(async (database) => {
      await write(sql`INSERT INTO distinct_notes VALUES ('x'), ('x')`, database);
      return "done";
    });
    expect(await stateOf(twice)).toBe("23505");
    expect(await read(sql`SELECT FROM distinct_notes`)).toEqual([]);
  });

  it("does not show its work to others before its end", async () => {
    await transaction(async (database) => {
      await write(note, database);
      expect(await count()).toBe(0);
    });
    expect(await count()).toBe(1);
  });

  it("gives its connection back, clean, also after a failure", async () => {
    const busy = Array.from({ length: 30 }, (_, index) =>
      transaction(async (database) => {
        if (index % 2 === 0) throw new Error("no");
        return read(sql`SELECT 1`, database);
      }).catch(() => undefined),
    );
    await Promise.all(busy);
    expect(pool().idleCount).toBe(pool().totalCount);
    expect(pool().waitingCount).toBe(0);
  });

  it("does not give back a connection that broke", async () => {
    const broken = transaction((database) => read(sql`SELECT pg_terminate_backend(pg_backend_pid())`, database));
    await expect(broken).rejects.toThrow();
    expect(await read(sql`SELECT 1`)).toEqual([[1]]);
  });
});
