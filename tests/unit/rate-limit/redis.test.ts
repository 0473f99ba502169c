import { Redis } from "ioredis";
import { expect, it } from "vitest";
import { openRedis } from "@/lib/rate-limit/redis";
import { slidingWindow } from "@/lib/rate-limit/sliding-window";
import { HAS_REDIS, startRedis, WITHOUT_REDIS } from "../../support/redis";

const named = (name: string) => (HAS_REDIS ? name : `${name} (${WITHOUT_REDIS})`);

it.skipIf(!HAS_REDIS)(named("sends a script's text once, and its hash from then on"), async () => {
  const redis = await startRedis();
  const connection = openRedis(redis.url);
  const client = new Redis(redis.url);
  try {
    const limiter = slidingWindow({ name: "token", limit: 5, windowSeconds: 60 }, connection.store);
    for (let count = 0; count < 4; count++) await limiter.take("a");
    const statistics = await client.info("commandstats");
    expect(statistics).toMatch(/cmdstat_eval:calls=1,/);
    expect(statistics).toMatch(/cmdstat_evalsha:calls=3,/);
  } finally {
    client.disconnect();
    await connection.close();
    await redis.stop();
  }
});

it("keeps both counts of a key in one slot of a cluster", async () => {
  const keys: string[] = [];
  const recorder = { evalsha: async (_hash: string, names: string[]) => keys.push(...names) && [1, 1, 0] };
  const store = recorder as unknown as Parameters<typeof slidingWindow>[1];
  await slidingWindow({ name: "address", limit: 5, windowSeconds: 60 }, store).take("10.0.0.1");
  expect(keys.map((key) => key.replace(/:\d+$/, ""))).toEqual([
    "rate-limit:address:{10.0.0.1}",
    "rate-limit:address:{10.0.0.1}",
  ]);
});
