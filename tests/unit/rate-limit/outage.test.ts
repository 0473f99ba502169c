/**
 * A real Redis that goes away and comes back, under the limiter as it is opened in service. The breaker's clock is set;
 * the sockets are real.
 */
import { EventEmitter, once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseEnv } from "@/lib/process/env";
import { PROBE_INTERVAL_MS } from "@/lib/rate-limit/breaker";
import { type Limiters, openLimiters } from "@/lib/rate-limit/open";
import { pauseThisProcess } from "../../support/loop-time";
import { HAS_REDIS, type RunningRedis, startRedis, WITHOUT_REDIS } from "../../support/redis";

/** 2030-01-01T12:00:10Z */
const NOW = Date.UTC(2030, 0, 1, 12, 0, 10);

describe.skipIf(!HAS_REDIS)(`an outage of Redis${HAS_REDIS ? "" : ` (${WITHOUT_REDIS})`}`, () => {
  let redis: RunningRedis;
  let limiters: Limiters;
  let reports: string[];
  let breaker: EventEmitter;

  beforeEach(async () => {
    redis = await startRedis();
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: NOW });
    reports = [];
    breaker = new EventEmitter();
    limiters = open();
  });

  function open(): Limiters {
    const report = (what: string) => () => {
      reports.push(what);
      breaker.emit(what);
    };
    return openLimiters(
      {
        ...parseEnv({ REDIS_URL: redis.url }),
        RATE_LIMIT_REQUESTS_PER_MINUTE: 5,
        RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: 5,
      },
      { report: { opened: report("opened"), closed: report("closed") } },
    );
  }

  afterEach(async () => {
    vi.useRealTimers();
    await limiters.close();
    redis.thaw();
    await redis.stop();
  });

  it("does not hand out a fresh window: what this process counted before still counts", async () => {
    await takes("a", 3);
    redis.freeze();
    expect((await takes("a", 3)).map(({ allowed }) => allowed)).toEqual([true, true, false]);
    expect(limiters.degraded()).toBe(3);
  });

  it("counts here only what was allowed: refused takes leave this process's own window as it was", async () => {
    const neighbor = open();
    await takes("a", 4);
    await takes("a", 4, neighbor);
    redis.freeze();
    expect(await neighbor.requests.take("a")).toMatchObject({ allowed: true, remaining: 3 });
    await neighbor.close();
  });

  it("returns to the shared window when Redis is back", async () => {
    await takes("a", 3);
    await outage();
    expect(await limiters.requests.take("a")).toMatchObject({ allowed: true, remaining: 1 });
    expect(limiters.degraded()).toBe(2);
    expect(reports).toEqual(["opened", "closed"]);
  });

  it("writes with every probe: a Redis that is read-only is not healthy", async () => {
    await outage();
    await outage();
    const client = new Redis(redis.url);
    expect(await client.keys("rate-limit:probe:*")).toHaveLength(2);
    client.disconnect();
  });

  it("continues after FLUSHALL and a loss of the scripts", async () => {
    await takes("a", 3);
    const client = new Redis(redis.url);
    await client.flushall();
    await client.script("FLUSH");
    client.disconnect();
    expect(await limiters.requests.take("a")).toMatchObject({ allowed: true, remaining: 4 });
    expect(limiters.degraded()).toBe(0);
  });

  it("does not mistake a pause of its own for an outage", async () => {
    await takes("a", 1);
    const window = limiters.requests.take("a");
    await nextTurn();
    pauseThisProcess(300);
    expect(await window).toMatchObject({ allowed: true, remaining: 3 });
    expect(limiters.degraded()).toBe(0);
  });

  /** Two calls miss Redis: the one that finds it frozen, and the one that sets off the probe. */
  async function outage(): Promise<void> {
    redis.freeze();
    await limiters.requests.take("a", 0);
    redis.thaw();
    vi.advanceTimersByTime(PROBE_INTERVAL_MS);
    const closed = once(breaker, "closed");
    await limiters.requests.take("a", 0);
    await closed;
  }

  async function takes(key: string, times: number, by = limiters) {
    const windows = [];
    for (let count = 0; count < times; count++) windows.push(await by.requests.take(key));
    return windows;
  }
});
