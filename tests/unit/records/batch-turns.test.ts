/** Batches of one organisation leave a place to others, and one whose turn does not come is told so. */
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { postgres } from "@/lib/postgres/postgres";
import { runtime } from "@/lib/process/runtime";
import { batchTurns } from "@/lib/records/load/batch-turns";
import { Departure } from "@/lib/time/departure";

// No connection is opened: turns know how many there may be.
process.env.DATABASE_URL ??= "postgres://nobody@127.0.0.1:1/nothing";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
afterAll(() => runtime.close());

it("a place stays for another organisation, and whoever waits in vain for 5 seconds is 429", async () => {
  const begun: string[] = [];
  const ask = (organizationId: string) =>
    batchTurns().run({ organizationId, tokenId: `${organizationId}/1` }, new Departure(), () => {
      begun.push(organizationId);
      return new Promise<never>(() => {});
    });
  const places = postgres().batchesAtOnce;
  expect(places).toBeGreaterThan(1);
  for (let batch = 1; batch < places; batch += 1) void ask("greedy");
  const oneMore = ask("greedy").catch((error: unknown) => error);
  void ask("other");
  await vi.advanceTimersByTimeAsync(4_900);
  expect(begun).toEqual([...Array(places - 1).fill("greedy"), "other"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await oneMore).toMatchObject({
    code: "RATE_LIMITED",
    reason: { step: "turn" },
    retryAfterSeconds: 1,
    message:
      "Batches of this token or its organisation fill their share of the service. Send fewer at a time, and try again in 1 second.",
  });
});
