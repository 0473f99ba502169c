/** What one token and one organization can have at work in the database, and how long the rest waits. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postgres } from "@/lib/postgres/postgres";
import { runtime } from "@/lib/process/runtime";
import { inShare, sharesOf } from "@/lib/records/load/shares";

// No connection is opened: shares know how many there may be. Of 10, two are of the pipelines.
process.env.DATABASE_URL ??= "postgres://nobody@127.0.0.1:1/nothing";
process.env.DATABASE_POOL_SIZE = "10";
const MOST = 6;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  return runtime.close();
});

/** Requests that never end; `token` is `organization/token`. */
function openRequests() {
  const begun: string[] = [];
  const { signal } = new AbortController();
  const ask = (kind: Parameters<typeof inShare>[0], token: string) => {
    const [organizationId = ""] = token.split("/");
    return inShare(kind, { organizationId, tokenId: token }, signal, () => {
      begun.push(`${organizationId}: ${kind}`);
      return new Promise<never>(() => {});
    });
  };
  return { begun, ask };
}

it("three quarters of the connections are all that an organization holds, and a token has one less; a write waits 3 seconds", async () => {
  const { begun, ask } = openRequests();
  expect(postgres().connectionsOfOrganization).toBe(MOST);
  for (const kind of ["batch", "batch"] as const) void ask(kind, "greedy/1");
  await vi.advanceTimersByTimeAsync(0);
  for (const kind of ["write", "write", "write"] as const) void ask(kind, "greedy/1");
  const oneMore = ask("write", "greedy/1").catch((error: unknown) => error);
  void ask("write", "greedy/2");
  void ask("write", "other/1");
  await vi.advanceTimersByTimeAsync(2_900);
  expect(begun.sort()).toEqual([...Array(2).fill("greedy: batch"), ...Array(4).fill("greedy: write"), "other: write"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await oneMore).toMatchObject({
    code: "RATE_LIMITED",
    retryAfterSeconds: 1,
    message: expect.stringMatching(/^Reads and writes of this token or its organization fill their share/),
  });
});

it("batches of one token leave a place to others of its organization, these one to other organizations, and one that waits in vain for 5 seconds is 429", async () => {
  const { begun, ask } = openRequests();
  const places = postgres().batchesAtOnce;
  expect(places).toBeGreaterThan(1);
  for (let batch = 2; batch < places; batch += 1) void ask("batch", "greedy/1");
  const oneMore = ask("batch", "greedy/1").catch((error: unknown) => error);
  void ask("batch", "greedy/2");
  void ask("batch", "other/1");
  await vi.advanceTimersByTimeAsync(4_900);
  expect(begun).toEqual([...Array(places - 1).fill("greedy: batch"), "other: batch"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await oneMore).toMatchObject({
    code: "RATE_LIMITED",
    reason: { step: "turn" },
    retryAfterSeconds: 1,
    message:
      "Batches of this token or its organization fill their share of the service. Send fewer at a time, and try again in 1 second.",
  });
});

it.each([
  [7, 1, { organization: 4, token: 3 }],
  [20, 1, { organization: 10, token: 4 }],
  [20, 2, { organization: 5, token: 2 }],
  [7, 2, { organization: 2, token: 1 }],
  [3, 1, { organization: 2, token: 1 }],
  [1, 1, { organization: 1, token: 1 }],
])("the shares of a process of %i places, among %i processes of a host, are %j", (places, processes, shares) => {
  expect(sharesOf(places, processes)).toEqual(shares);
});
