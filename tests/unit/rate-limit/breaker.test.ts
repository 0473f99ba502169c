import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Breaker, openBreaker, PROBE_INTERVAL_MS } from "@/lib/rate-limit/breaker";

const answers = async () => "answer";
const refuses = async () => {
  throw new Error("refused");
};
const hangs = () => new Promise<never>(() => undefined);

let probe: ReturnType<typeof vi.fn<() => Promise<unknown>>>;
let reports: unknown[];
let breaker: Breaker;

beforeEach(() => {
  vi.useFakeTimers();
  probe = vi.fn<() => Promise<unknown>>(answers);
  reports = [];
  breaker = openBreaker(probe, {
    opened: (error) => reports.push((error as Error).message),
    closed: (outage) => reports.push(outage),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

it("while the store is well, the breaker leaves no timer behind", async () => {
  await breaker.attempt(answers);
  expect(vi.getTimerCount()).toBe(0);
});

describe("when a call fails", () => {
  it("gives up on a call that hangs after 200 ms", async () => {
    const attempt = breaker.attempt(hangs);
    await vi.advanceTimersByTimeAsync(199);
    expect(reports).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(await attempt).toBeNull();
    expect(reports).toEqual(["no answer within 200 ms"]);
  });

  it("still passes on the result of a call that was under way", async () => {
    let answer: (text: string) => void = () => undefined;
    const slow = breaker.attempt(() => new Promise<string>((resolve) => (answer = resolve)));
    await breaker.attempt(refuses);
    answer("late but good");
    expect(await slow).toBe("late but good");
    expect(breaker.missed()).toBe(1);
  });
});

describe("while open", () => {
  beforeEach(async () => {
    await breaker.attempt(refuses);
  });

  it("does not probe before two seconds have gone by", async () => {
    vi.advanceTimersByTime(1_999);
    await breaker.attempt(answers);
    expect(probe).not.toHaveBeenCalled();
  });

  it("probes once, in the background, however many calls come", async () => {
    probe.mockImplementation(hangs);
    vi.advanceTimersByTime(PROBE_INTERVAL_MS);
    const before = performance.now();
    const attempts = await Promise.all(Array.from({ length: 10 }, () => breaker.attempt(answers)));
    expect(attempts).toEqual(Array(10).fill(null));
    expect(performance.now()).toBe(before);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it("closes when the probe succeeds, and says for how long and how many calls it was open", async () => {
    await breaker.attempt(answers);
    vi.advanceTimersByTime(7_000);
    expect(await breaker.attempt(answers)).toBeNull();
    await vi.advanceTimersByTimeAsync(0);
    expect(reports).toEqual(["refused", { seconds: 7, missed: 3 }]);
    expect(await breaker.attempt(answers)).toBe("answer");
  });

  it("stays open when the probe fails, silently, and probes again two seconds later", async () => {
    probe.mockImplementation(refuses);
    vi.advanceTimersByTime(PROBE_INTERVAL_MS);
    await breaker.attempt(answers);
    await vi.advanceTimersByTimeAsync(1_999);
    await breaker.attempt(answers);
    expect(probe).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await breaker.attempt(answers);
    expect(probe).toHaveBeenCalledTimes(2);
    expect(reports).toEqual(["refused"]);
  });
});
