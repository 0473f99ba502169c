/**
 * One suite for every place where windows can be kept (contract § 3). The clock is set, never waited for; keys are new
 * in every test, so that one Redis serves them all.
 */
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parseEnv } from "@/lib/process/env";
import { type Channel, countForWorkers } from "@/lib/rate-limit/cluster-limiter";
import type { Limiter } from "@/lib/rate-limit/limiter";
import { type Limiters, openLimiters, type RateLimitEnv } from "@/lib/rate-limit/open";
import { HAS_REDIS, type RunningRedis, startRedis, WITHOUT_REDIS } from "../support/redis";
import { startUpstash, type UpstashDouble } from "../support/upstash-rest";

/** Clients that do nothing but obey: they ask as fast as they are answered, and once refused wait as long as they are told. */
type Obedience = {
  /** Where the clock begins, in milliseconds. It is set, never waited for. */
  startMs: number;
  durationMs: number;
  /** What an answer takes. */
  answerMs: number;
};

/** How many calls pass. Each client calls a limiter of its own, which may be one for all of them. */
async function passedBy(limiters: Limiter[], key: string, obedience: Obedience): Promise<number> {
  const { startMs, durationMs, answerMs } = obedience;
  const clients = limiters.map((limiter) => ({ limiter, wakes: startMs }));
  let passed = 0;
  for (;;) {
    const next = clients.reduce((first, client) => (client.wakes < first.wakes ? client : first));
    if (next.wakes >= startMs + durationMs) return passed;
    vi.setSystemTime(next.wakes);
    const { allowed, retryAfter } = await next.limiter.take(key);
    if (allowed) passed += 1;
    next.wakes += allowed ? answerMs : answerMs + retryAfter * 1000;
  }
}

/** 12:00:00 on a full minute: where a clock minute, and so a count, begins. */
const MINUTE = Date.UTC(2030, 0, 1, 12, 0, 0);
const MINUTE_SECONDS = 1_893_499_200;

let redis: RunningRedis;
let upstash: UpstashDouble;

beforeAll(async () => {
  if (!HAS_REDIS) return;
  redis = await startRedis();
  upstash = await startUpstash(redis.url);
});

afterAll(async () => {
  if (!HAS_REDIS) return;
  await upstash.stop();
  await redis.stop();
});

type Place = {
  name: string;
  shared: boolean;
  needsRedis: boolean;
  variables: () => Partial<RateLimitEnv>;
  supervisor?: () => Channel;
};

const PLACES: Place[] = [
  { name: "in memory", shared: false, needsRedis: false, variables: () => ({}) },
  {
    name: "at the supervisor",
    shared: true,
    needsRedis: false,
    variables: () => ({}),
    supervisor: superviseWorker,
  },
  { name: "in Redis over TCP", shared: true, needsRedis: true, variables: () => ({ REDIS_URL: redis.url }) },
  {
    name: "in Upstash over REST",
    shared: true,
    needsRedis: true,
    variables: () => ({ UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: upstash.token }),
  },
];

for (const place of PLACES) {
  const skipped = place.needsRedis && !HAS_REDIS;
  describe.skipIf(skipped)(`a window ${place.name}${skipped ? ` (${WITHOUT_REDIS})` : ""}`, () => {
    const opened: Limiters[] = [];
    let key: string;

    function open(requests: number, failures = 60): Limiters {
      const limits = {
        ...parseEnv({}),
        RATE_LIMIT_REQUESTS_PER_MINUTE: requests,
        RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: failures,
      };
      const supervisor = place.supervisor?.();
      // A busy machine is no outage here: how long the service waits for its store is asked elsewhere.
      const limiters = openLimiters({ ...limits, ...place.variables() }, { supervisor, timeoutMs: 10_000 });
      opened.push(limiters);
      return limiters;
    }

    // The first call of all opens connections and loads scripts, which on a busy machine is no matter of 200 ms.
    beforeAll(async () => {
      const { requests, close } = open(1);
      await requests.take(randomUUID());
      opened.length = 0;
      await close();
    });

    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["Date"], now: MINUTE });
      key = randomUUID();
    });

    afterEach(async () => {
      vi.useRealTimers();
      for (const limiters of opened.splice(0)) {
        // A store that failed in between would have been replaced by memory, and the test would prove nothing.
        expect(limiters.degraded()).toBe(0);
        await limiters.close();
      }
    });

    it("does not count a call that was given back", async () => {
      const { requests } = open(2);
      await takes(requests, key, 2);
      await requests.giveBack(key);
      expect((await takes(requests, key, 2)).map(({ allowed }) => allowed)).toEqual([true, false]);
    });

    it("of failed sign-ins holds ten by address for a minute, and ten by account for ten", async () => {
      const { signInsByAddress, signInsByAccount } = open(1);
      expect(spent(await takes(signInsByAddress, key, 11))).toEqual({ allowed: 10, retryAfter: 60 });
      expect(spent(await takes(signInsByAccount, key, 11))).toEqual({ allowed: 10, retryAfter: 600 });
    });

    it("allows exactly the limit, remaining falls from limit − 1 to 0", async () => {
      const { requests } = open(3);
      const windows = await takes(requests, key, 5);
      expect(windows.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
        [false, 0],
      ]);
      expect(windows.map(({ limit }) => limit)).toEqual([3, 3, 3, 3, 3]);
    });

    it("holds a key to a lower limit of its own, over the same counts, and never to a higher one", async () => {
      const { requests } = open(4);
      const shown = async (atMost?: number, amount = 1) => {
        const { allowed, limit, remaining } = await requests.take(key, amount, atMost);
        return [allowed, limit, remaining];
      };
      expect([await shown(2), await shown(2), await shown(2)]).toEqual([
        [true, 2, 1],
        [true, 2, 0],
        [false, 2, 0],
      ]);
      expect(await shown(9)).toEqual([true, 4, 1]);
      expect(await shown(4, 2)).toEqual([false, 4, 1]);
      expect(await shown()).toEqual([true, 4, 0]);
      expect((await requests.take(randomUUID(), 1, 1)).retryAfter).toBe(60);
    });

    it("gives the reset in Unix seconds and the seconds until then", async () => {
      const { requests } = open(1);
      vi.setSystemTime(MINUTE + 10_200);
      await requests.take(key);
      expect(await requests.take(key)).toEqual({
        allowed: false,
        limit: 1,
        remaining: 0,
        reset: MINUTE_SECONDS + 60,
        retryAfter: 50,
      });
    });

    it("allows exactly 20 of 50 parallel takes with a limit of 20", async () => {
      const { requests } = open(20);
      const windows = await Promise.all(Array.from({ length: 50 }, () => requests.take(key)));
      expect(windows.filter(({ allowed }) => allowed)).toHaveLength(20);
    });

    it("does not count refused takes: they do not prolong the wait", async () => {
      const { requests } = open(10);
      await takes(requests, key, 110);
      vi.setSystemTime(MINUTE + 60_000 + 30_000);
      expect(await requests.take(key, 0)).toMatchObject({ remaining: 5 });
    });

    it("slides: past the edge of a clock minute only the part that has gone by is free again", async () => {
      const { requests } = open(10);
      vi.setSystemTime(MINUTE + 59_000);
      await takes(requests, key, 10);
      vi.setSystemTime(MINUTE + 60_000 + 5_999);
      const windows = await takes(requests, key, 3);
      expect(windows.map(({ allowed }) => allowed)).toEqual([true, false, false]);
    });

    it("names the moment at which a spent window has room, not the end of the clock minute", async () => {
      const { requests } = open(2);
      vi.setSystemTime(MINUTE + 59_000);
      await takes(requests, key, 2);
      vi.setSystemTime(MINUTE + 61_000);
      // Of the two before, less than one is left when half of the minute has gone by.
      expect(await requests.take(key)).toMatchObject({ allowed: true, remaining: 0, retryAfter: 30 });
      const refused = await requests.take(key);
      expect(refused).toMatchObject({ allowed: false, reset: MINUTE_SECONDS + 90, retryAfter: 30 });
      expect(await requests.take(key, 0)).toEqual(refused);
      vi.setSystemTime(MINUTE + 90_000);
      expect((await requests.take(key, 0)).allowed).toBe(false);
      vi.setSystemTime(MINUTE + 90_001);
      expect((await requests.take(key)).allowed).toBe(true);
    });

    it.each([
      [1, 10],
      [5, 10],
      [60, 10],
      [600, 3],
    ])("gives a client that obeys retryAfter all of a limit of %i, over %i minutes", async (limit, minutes) => {
      const { requests } = open(limit);
      const obedience = { startMs: MINUTE + 7_300, durationMs: minutes * 60_000, answerMs: 3 };
      const passed = await passedBy([requests], key, obedience);
      expect(passed).toBeGreaterThanOrEqual(0.95 * minutes * limit);
    });

    it("never has more than the limit to give, whatever is given back", async () => {
      const { requests } = open(2);
      await requests.giveBack(key);
      expect(await requests.take(key, 0)).toMatchObject({ allowed: true, remaining: 2 });
    });

    it("stays within the coming minute when the clock steps back", async () => {
      const { requests } = open(2);
      vi.setSystemTime(MINUTE + 300_000);
      await takes(requests, key, 3);
      vi.setSystemTime(MINUTE + 500);
      const window = await requests.take(key);
      expect(window).toMatchObject({ allowed: true, remaining: 1, reset: MINUTE_SECONDS + 60, retryAfter: 60 });
    });

    it("takes any text as a key", async () => {
      const { requests } = open(2);
      const odd = [`${key}:*?[]{}`, `${key}}{`, `${key}\r\n \u0000é`, `${key}__proto__`];
      for (const text of odd) expect(await requests.take(text)).toMatchObject({ remaining: 1 });
    });

    if (!place.shared) return;

    it("is one window for all processes", async () => {
      const first = open(30);
      const second = open(30);
      const both = [first.requests, second.requests];
      const windows = await Promise.all(both.flatMap((limiter) => Array.from({ length: 25 }, () => limiter.take(key))));
      expect(windows.filter(({ allowed }) => allowed)).toHaveLength(30);
      expect(await first.requests.take(key, 0)).toMatchObject({ allowed: false, remaining: 0 });
      expect(await second.requests.take(key, 0)).toMatchObject({ allowed: false, remaining: 0 });
    });

    it("gives clients that obey all of a limit over two processes", async () => {
      const both = [open(60).requests, open(60).requests];
      const obedience = { startMs: MINUTE + 7_300, durationMs: 600_000, answerMs: 20 };
      expect(await passedBy(both, key, obedience)).toBeGreaterThanOrEqual(570);
    });
  });
}

/** A worker's end of the wire to a supervisor; what is said goes through JSON, as between processes. */
function superviseWorker(): Channel {
  const [ofWorker, ofSupervisor] = [new EventEmitter(), new EventEmitter()];
  const end = (own: EventEmitter, other: EventEmitter): Channel => ({
    on: (event, listener) => own.on(event, listener),
    send: (message) => setImmediate(() => other.emit("message", JSON.parse(JSON.stringify(message)))),
  });
  const supervisor = end(ofSupervisor, ofWorker);
  countForWorkers(supervisor);
  return end(ofWorker, ofSupervisor);
}

async function takes(limiter: Limiter, key: string, times: number) {
  const windows = [];
  for (let count = 0; count < times; count++) windows.push(await limiter.take(key));
  return windows;
}

/** How many passed, and how long the last is to wait. */
function spent(windows: Awaited<ReturnType<Limiter["take"]>>[]) {
  return { allowed: windows.filter(({ allowed }) => allowed).length, retryAfter: windows.at(-1)?.retryAfter };
}
