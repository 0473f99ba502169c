/** The readiness check is open to anybody, and takes nothing from callers. */
import { expect, it, vi } from "vitest";
import { ready } from "@/lib/health";
import { Connection } from "@/lib/postgres/connection";
import { postgres } from "@/lib/postgres/postgres";
import { checkReadiness } from "@/lib/store/server";
import { openTestDatabase } from "./configuration/database";

openTestDatabase();

it("shares one check among concurrent callers, and runs another for later ones", async () => {
  const send = vi.spyOn(Connection.prototype, "send");
  const responses = await Promise.all(Array.from({ length: 200 }, () => ready()));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  // A check sends its statement twice.
  expect(send).toHaveBeenCalledTimes(2);
  await expect.poll(async () => (await ready()) && send.mock.calls.length).toBe(4);
});

it("does not wait for requests that have taken the whole pool", async () => {
  const { pool } = postgres();
  const lent = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.lend("custom")));
  expect(await checkReadiness()).toEqual({ ready: true });
  expect(pool.idleCount).toBe(0);
  for (const connection of lent) connection.release();
});

it("opens another connection if the former one has ended", async () => {
  expect((await checkReadiness()).ready).toBe(true);
  const { pool } = postgres();
  await pool.query(
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await expect.poll(async () => (await checkReadiness()).ready).toBe(true);
});
