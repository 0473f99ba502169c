/** What callers who share a connection have of each other: nothing, whatever happens to their statements. */
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { longTransaction } from "@/lib/postgres/administration";
import { sqlState } from "@/lib/postgres/faults";
import { postgres } from "@/lib/postgres/postgres";
import { read } from "@/lib/postgres/query";
import { sql } from "../../../lib/query/sql";
import { openTestDatabase, query } from "../configuration/database";

openTestDatabase();

const shared = () => {
  const { pipelines } = postgres();
  if (pipelines === null) throw new Error("The tests have connections to spare.");
  return pipelines.records;
};
const on = "records";

beforeEach(() => shared().open());

/** Which connection answers. */
const backend = async () => (await read(sql`SELECT pg_backend_pid() AS pid, ${1}::int`, { on }))[0]?.pid;
const ask = (value: number) => read(sql`SELECT ${value}::int AS value`, { on });
const divide = (value: number) => read(sql`SELECT 100 / ${value}::int AS value`, { on });
const stateOf = (work: Promise<unknown>): Promise<string> => work.then(() => "no error", sqlState);

describe("statements on a shared connection", () => {
  it("sent at once, each get their own result, from one connection", async () => {
    const values = Array.from({ length: 50 }, (_, index) => index);
    expect(await Promise.all(values.map(ask))).toEqual(values.map((value) => [{ value }]));
    // A busy machine may hold up the connection long enough for some statements to go elsewhere.
    const backends = async () => new Set(await Promise.all(values.map(backend))).size;
    await expect.poll(backends, { timeout: 20_000 }).toBe(1);
  });

  it("with the same key are sent once, for those who ask before", async () => {
    const draw = (key: string) =>
      read<{ id: string }>(sql`SELECT gen_random_uuid()::text AS id, ${1}::int`, { on, key });
    const asked = [draw("a"), draw("a"), draw("b")];
    await setImmediate();
    // The first are sent by now, and none has its result.
    const [first, second, other, later] = (await Promise.all([...asked, draw("a")])).map(([row]) => row?.id);
    expect(second).toBe(first);
    expect(new Set([first, other, later]).size).toBe(3);
  });

  it("fail alone", async () => {
    const asked = [divide(4), stateOf(divide(0)), divide(5)];
    expect(await Promise.all(asked)).toEqual([[{ value: 25 }], "22012", [{ value: 20 }]]);
  });

  it("are prepared by name, and used by several callers at once", async () => {
    const prepared = (value: number) => read(sql`SELECT ${value}::int + 1 AS value`, { on, plan: "generic" });
    const answers: unknown[] = [];
    for (let round = 0; round < 10; round += 1) answers.push(...(await Promise.all([1, 2, 3, 4, 5].map(prepared))));
    expect(answers).toEqual(Array.from({ length: 10 }, () => [2, 3, 4, 5, 6].map((value) => [{ value }])).flat());
    const [row] = await read(sql`SELECT count(*)::int FROM pg_prepared_statements WHERE ${true}`, { on });
    expect(row).toEqual({ count: 1 });
  });

  it("fail each for its own reason if the first to be prepared fails", async () => {
    const missing = (value: number) => read(sql`SELECT ${value}::int FROM nowhere`, { on, plan: "generic" });
    const states: string[] = [];
    for (let round = 0; round < 10; round += 1)
      states.push(...(await Promise.all([1, 2, 3, 4, 5].map((value) => stateOf(missing(value))))));
    expect(states).toEqual(Array(50).fill("42P01"));
  });

  it("avoid a connection that slow ones occupy one after the other, until the last is finished", async () => {
    const before = await backend();
    const sleepers = [0.1, 0.6, 0.6].map((seconds) => read(sql`SELECT pg_sleep(${seconds}::float8)`, { on }));
    await sleepers[0];
    // The first was late, and the second is not late yet.
    expect(await backend()).not.toBe(before);
    await sleepers[1];
    expect(await backend()).not.toBe(before);
    await sleepers[2];
    expect(await backend()).toBe(before);
  });

  it("do not wait for the locks of others: the same fail with the first, the rest are asked again elsewhere", async () => {
    await query("CREATE TABLE taken (n int)");
    const before = await backend();
    await longTransaction(async (connection) => {
      await connection.send({ text: "LOCK TABLE taken", values: [] });
      const sent = performance.now();
      const waiting = Array.from({ length: 20 }, () => stateOf(read(sql`SELECT n FROM taken WHERE ${true}`, { on })));
      const behind = Array.from({ length: 20 }, (_, index) => ask(index));
      expect(await Promise.all(waiting)).toEqual(Array(20).fill("55P03"));
      expect(await Promise.all(behind)).toEqual(Array.from({ length: 20 }, (_, index) => [{ value: index }]));
      // One after the other, they would wait for 40 seconds.
      expect(performance.now() - sent).toBeLessThan(10_000);
    });
    await shared().open();
    expect(await backend()).not.toBe(before);
  });

  it("are retried on a new connection if theirs was ended", async () => {
    const ended = await backend();
    const underWay = Array.from({ length: 5 }, (_, index) =>
      read(sql`SELECT ${index}::int AS index, pg_sleep(0.2)`, { on }),
    );
    await query(`SELECT pg_terminate_backend(${ended})`);
    expect((await Promise.all(underWay)).map(([row]) => row?.index)).toEqual([0, 1, 2, 3, 4]);
    expect(await backend()).not.toBe(ended);
  });

  it("finish before the connection is closed, and reopen it afterwards", async () => {
    const before = await backend();
    const underWay = read(sql`SELECT ${7}::int AS seven, pg_sleep(0.1)`, { on });
    await shared().close();
    expect((await underWay)[0]?.seven).toBe(7);
    await expect.poll(() => query("SELECT FROM pg_stat_activity WHERE pid = $1", [before])).toEqual([]);
    expect(await backend()).not.toBe(before);
  });
});
