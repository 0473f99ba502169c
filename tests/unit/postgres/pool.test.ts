import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StallTolerantPool } from "@/lib/postgres/pool";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { pauseThisProcess } from "../../support/loop-time";
import { startRelay } from "../../support/relay";

const TIMEOUT_MS = 500;

/** A busy machine keeps this process away by chance, and then it waits again. */
const ONCE_MORE = { retry: 3 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("a connection that comes late", () => {
  let pool: StallTolerantPool;
  beforeAll(() => {
    pool = new StallTolerantPool({ connectionString: database.url, max: 1, connectionTimeoutMillis: TIMEOUT_MS });
  });
  afterAll(() => pool.end());

  it("because this process was paused is requested again", async () => {
    const asked = pool.query("SELECT 1 AS one");
    pauseThisProcess(2 * TIMEOUT_MS);
    expect((await asked).rows).toEqual([{ one: 1 }]);
    expect(pool.totalCount).toBe(1);
  });

  it("because all are lent out is no longer waited for", ONCE_MORE, async () => {
    const client = await pool.connect();
    const began = performance.now();
    await expect(pool.query("SELECT 1")).rejects.toThrow("timeout exceeded when trying to connect");
    expect(performance.now() - began).toBeLessThan(2 * TIMEOUT_MS);
    client.release();
  });
});

it("a connection that opens for the second of two who ask at once is reported as not opened in time: nothing was sent, so the work can be tried again", async () => {
  const relay = await startRelay(database.url);
  const pool = new StallTolerantPool({ connectionString: relay.url, max: 2, connectionTimeoutMillis: TIMEOUT_MS });
  (await pool.connect()).release();
  relay.hang();
  const [first, second] = await Promise.allSettled([pool.connect(), pool.connect()]);
  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ reason: { message: "Connection terminated due to connection timeout" } });
  relay.restore();
  if (first.status === "fulfilled") first.value.release();
  await pool.end();
  await relay.stop();
});
