/** Who may wait for a change, and who gets a response at once because too many do. */
import { afterEach, expect, it } from "vitest";
import { waiting } from "@/lib/changes/waiting";
import { runtime } from "@/lib/process/runtime";

// Nothing is looked for before the test is over.
process.env.DATABASE_URL ??= "postgres://nobody@127.0.0.1:1/nothing";
afterEach(() => runtime.close());

it("one token has 250 waiting requests; the next has its response at once, and other tokens wait", async () => {
  const position = { transaction: "1", sequence: "1" };
  const left: AbortController[] = [];
  let responses = 0;
  const wait = (tokenId: string) => {
    const feed = { organizationId: "acme", tokenId, entityId: "deals" };
    const leaving = new AbortController();
    left.push(leaving);
    const response = waiting().wait(feed, position, performance.now() + 20_000, leaving.signal);
    response.finally(() => (responses += 1)).catch(() => {});
    return response;
  };
  for (let index = 0; index < 250; index += 1) void wait("greedy");
  expect(await wait("greedy")).toBe(false);
  const neighbor = wait("other");
  await new Promise((resolve) => setImmediate(resolve));
  expect(responses).toBe(1);
  for (const leaving of left) leaving.abort(new Error("left"));
  await expect(neighbor).rejects.toThrow("left");
  expect(responses).toBe(252);
});
