import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_KEYS, memory } from "@/lib/rate-limit/memory";
import { openRedis } from "@/lib/rate-limit/redis";
import { type Connection, slidingWindow } from "@/lib/rate-limit/sliding-window";
import { HAS_REDIS, type RunningRedis, startRedis, WITHOUT_REDIS } from "../../support/redis";

const MINUTE = Date.UTC(2030, 0, 1, 12, 0, 0);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: MINUTE });
});

afterEach(() => {
  vi.useRealTimers();
});

it("bounds the keys of a minute: the first counted is forgotten, all later ones are kept", async () => {
  const limiter = memory({ name: "token", limit: 2, windowSeconds: 60 });
  for (let key = 0; key <= MAX_KEYS; key++) await limiter.take(String(key));
  expect(await limiter.take("0", 0)).toMatchObject({ remaining: 2 });
  expect(await limiter.take("1", 0)).toMatchObject({ remaining: 1 });
  expect(await limiter.take(String(MAX_KEYS), 0)).toMatchObject({ remaining: 1 });
});

describe.skipIf(!HAS_REDIS)(`against the script on a real Redis${HAS_REDIS ? "" : ` (${WITHOUT_REDIS})`}`, () => {
  let redis: RunningRedis;
  let connection: Connection;

  beforeAll(async () => {
    redis = await startRedis();
    connection = openRedis(redis.url);
  });

  afterAll(async () => {
    await connection.close();
    await redis.stop();
  });

  const step = fc.record({
    key: fc.constantFrom("a", "b"),
    amount: fc.constantFrom(1, 1, 1, 0),
    /** Whether a call that was counted is uncounted at once. */
    givesBack: fc.boolean(),
    forwardMs: fc.oneof(
      { weight: 12, arbitrary: fc.nat(2_000) },
      { weight: 4, arbitrary: fc.nat(70_000) },
      { weight: 1, arbitrary: fc.nat(200_000) },
    ),
    /** How far the clock is behind at this step: it may step back, by less than a minute. */
    behindMs: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(59_999)),
  });

  it("gives the same answer, call for call, whatever the clock does", async () => {
    let run = 0;
    const windowSeconds = fc.constantFrom(60, 600);
    const limit = fc.integer({ min: 1, max: 12 });
    const history = fc.record({ limit, windowSeconds, steps: fc.array(step, { maxLength: 60 }) });
    await fc.assert(
      fc.asyncProperty(history, async ({ limit, windowSeconds, steps }) => {
        run += 1;
        const rule = { name: `run-${run}`, limit, windowSeconds };
        const inMemory = memory(rule);
        const inRedis = slidingWindow(rule, connection.store);
        let clock = MINUTE;
        for (const { key, amount, givesBack, forwardMs, behindMs } of steps) {
          clock += forwardMs;
          vi.setSystemTime(clock - behindMs);
          const window = await inMemory.take(key, amount);
          expect(window).toEqual(await inRedis.take(key, amount));
          if (amount > 0 && window.allowed && givesBack) {
            await inMemory.giveBack(key);
            await inRedis.giveBack(key);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
