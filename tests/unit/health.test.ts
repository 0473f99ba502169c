/** The readiness check is open to anybody, and takes next to nothing from callers. */
import { expect, it, vi } from "vitest";
import { ready } from "@/lib/health";
import { postgres } from "@/lib/postgres/postgres";
import { openTestDatabase } from "./configuration/database";

openTestDatabase();

it("takes one connection for all who ask at once, and looks again for those who ask later", async () => {
  const lend = vi.spyOn(postgres().pool, "lend");
  const responses = await Promise.all(Array.from({ length: 200 }, () => ready()));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(lend).toHaveBeenCalledTimes(1);
  await expect.poll(async () => (await ready()) && lend.mock.calls.length).toBe(2);
});
