/** The client keeps within its token's window, as far as responses tell of it. */
import { setMaxListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { rateLimitHeaders } from "@/lib/public-api/response";
import { memory } from "@/lib/rate-limit/memory";
import { type Fate, gives, outcomeOf, RECORD, refuses, scripted } from "./scripted-fetch";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const withRoom = (remaining: number, seconds: number, name = "token") =>
  gives(RECORD, 200, { ratelimit: `"${name}";r=${remaining};t=${seconds}` });
const later =
  (milliseconds: number, fate: Fate): Fate =>
  async (sent, signal) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return fate(sent, signal);
  };
const secondsOf = (sent: { at: number }[]) => sent.map(({ at }) => (at - (sent[0]?.at ?? 0)) / 1000);

describe("a spent window", () => {
  it("lets one through first, whose response says for how many more", async () => {
    const { deals, sent } = scripted(withRoom(0, 3), later(100, withRoom(2, 60)), later(100, withRoom(1, 60)));
    await outcomeOf(
      deals.get("r1").then(() => Promise.all([deals.get("r1"), deals.get("r1"), deals.get("r1"), deals.get("r1")])),
    );
    expect(secondsOf(sent)).toEqual([0, 3, 3.1, 3.1, 3.2]);
  });

  it("of the address, which counts failures, delays nothing", async () => {
    const { deals, sent } = scripted(withRoom(0, 30, "address"));
    await outcomeOf(deals.get("r1").then(() => deals.get("r1")));
    expect(secondsOf(sent)).toEqual([0, 0]);
  });
});

describe("the room that is left", () => {
  it("is not reserved for a request that waits for changes", async () => {
    const changes = gives({ items: [], nextCursor: "c2", more: false, reset: false });
    const { deals, sent } = scripted(withRoom(3, 60), later(20_000, changes), withRoom(1, 60), withRoom(1, 60));
    const watching = deals.changes({ cursor: "c1", wait: 20 });
    const three = async () => {
      await deals.get("r1");
      void watching.next();
      await deals.get("r2");
      await deals.get("r3");
    };
    await outcomeOf(three());
    expect(secondsOf(sent)).toEqual([0, 0, 0, 0]);
  });

  it.each(["0", "99999999999", `1${"0".repeat(400)}`])(
    "is waited for from a second to an hour: t=%s",
    async (seconds) => {
      const { deals, sent } = scripted(gives(RECORD, 200, { ratelimit: `"token";r=0;t=${seconds}` }), withRoom(1, 60));
      await outcomeOf(deals.get("r1").then(() => deals.get("r1")));
      expect(secondsOf(sent)).toEqual([0, seconds === "0" ? 1 : 3_600]);
    },
  );

  it("is taken by a batch as the service counts it", async () => {
    const { deals, sent } = scripted(
      withRoom(10, 60),
      later(500, gives({ results: [] }, 200, { ratelimit: '"token";r=0;t=5' })),
      withRoom(9, 60),
    );
    const operations = Array.from({ length: 500 }, () => ({ op: "create" as const, data: {} }));
    await outcomeOf(deals.get("r1").then(() => Promise.all([deals.batch(operations), deals.get("r1")])));
    expect(secondsOf(sent)).toEqual([0, 0, 5.5]);
  });
});

const LONGEST_RESPONSE_MS = 45;

it.each([1, 30])(
  "the service's own limiter refuses none of %i concurrent callers of one client, and lets its limit pass",
  async (callers) => {
    vi.restoreAllMocks();
    vi.setSystemTime("2030-01-01T12:00:00.000Z");
    const limiter = memory({ name: "token", limit: 60, windowSeconds: 60 });
    let refused = 0;
    let passed = 0;
    const { deals } = scripted(async (request, signal) => {
      const window = await limiter.take("token");
      if (window.allowed) passed += 1;
      else refused += 1;
      // The first are not always the first to come back.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_RESPONSE_MS));
      const headers = rateLimitHeaders({ name: "token", window });
      if (window.allowed) return gives(RECORD, 200, headers)(request, signal);
      return refuses(429, "RATE_LIMITED", { ...headers, "retry-after": String(window.retryAfter) })(request, signal);
    });
    const controller = new AbortController();
    setMaxListeners(callers, controller.signal);
    const asking = Array.from({ length: callers }, async () => {
      while (!controller.signal.aborted) await deals.get("r1", { signal: controller.signal });
    });
    const ended = Promise.allSettled(asking);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    controller.abort();
    // Whoever was being served just then hears of it when the response comes.
    await vi.advanceTimersByTimeAsync(LONGEST_RESPONSE_MS);
    await ended;
    expect(refused).toBe(0);
    expect(passed).toBeGreaterThan(9.5 * 60);
  },
);

describe("429", () => {
  it("is waited out by every request of the client, and then retried", async () => {
    const { deals, sent } = scripted(refuses(429, "RATE_LIMITED", { "retry-after": "7" }), withRoom(5, 60));
    const { value } = await outcomeOf(
      Promise.all([deals.get("r1"), new Promise((resolve) => setTimeout(resolve, 50)).then(() => deals.get("r2"))]),
    );
    expect(value).toEqual([RECORD, RECORD]);
    expect(secondsOf(sent)).toEqual([0, 7, 7]);
  });

  it("that persists is reported with its message", async () => {
    const { deals, sent } = scripted(refuses(429, "RATE_LIMITED", { "retry-after": "2" }));
    const { error } = await outcomeOf(deals.get("r1"));
    expect(error).toMatchObject({ code: "RATE_LIMITED", status: 429, retryAfter: 2 });
    expect(sent).toHaveLength(6);
  });

  it("does not delay a caller that gives up", async () => {
    const controller = new AbortController();
    const { deals } = scripted(refuses(429, "RATE_LIMITED", { "retry-after": "60" }));
    const work = Promise.all([
      deals.get("r1", { signal: controller.signal }),
      deals.get("r1", { signal: controller.signal }),
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(new Error("enough"));
    const { error, seconds } = await outcomeOf(work);
    expect(error).toEqual(new Error("enough"));
    expect(seconds).toBeLessThan(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
