/** Three quarters of the connections are all that one organisation holds, with whatever; a write waits for one for 3 seconds. */
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { postgres } from "@/lib/postgres/postgres";
import { runtime } from "@/lib/process/runtime";
import { batchTurns } from "@/lib/records/load/batch-turns";
import { connectionShares } from "@/lib/records/load/connection-shares";
import { Departure } from "@/lib/time/departure";

// No connection is opened: shares know how many there may be. Of 10, two are of the pipelines.
process.env.DATABASE_URL ??= "postgres://nobody@127.0.0.1:1/nothing";
process.env.DATABASE_POOL_SIZE = "10";
const MOST = 6;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
afterAll(() => runtime.close());

it("batches and writes count together, others have room at once, and who waits in vain for 3 seconds is 429", async () => {
  const begun: string[] = [];
  const ask = (shares: typeof connectionShares | typeof batchTurns, organizationId: string, what: string) =>
    shares().run({ organizationId, tokenId: `${organizationId}/1` }, new Departure(), () => {
      begun.push(`${organizationId}: ${what}`);
      return new Promise<never>(() => {});
    });
  expect(postgres().connectionsOfOrganization).toBe(MOST);
  for (const what of ["batch", "batch"]) void ask(batchTurns, "greedy", what);
  for (const what of ["write", "write", "write", "write"]) void ask(connectionShares, "greedy", what);
  const oneMore = ask(connectionShares, "greedy", "one more").catch((error: unknown) => error);
  void ask(connectionShares, "other", "write");
  await vi.advanceTimersByTimeAsync(2_900);
  expect(begun.sort()).toEqual([...Array(2).fill("greedy: batch"), ...Array(4).fill("greedy: write"), "other: write"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await oneMore).toMatchObject({
    code: "RATE_LIMITED",
    retryAfterSeconds: 1,
    message: expect.stringMatching(/^Reads and writes of this token or its organisation fill their share/),
  });
});
