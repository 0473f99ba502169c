/** Places: limited in all and under each key, fair among those who wait, and given up in time. */

import { getEventListeners } from "node:events";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Semaphore } from "@/lib/semaphore";

const [ALL, OF_ORGANIZATION, OF_TOKEN] = [6, 3, 2];
const WAIT_MS = 1_000;

let semaphore: Semaphore;
/** What has a place, in the order in which it got one. */
let begun: { name: string; end: () => void }[];
/** Also what has ended since. */
let served: string[];

beforeEach(() => {
  vi.useFakeTimers();
  semaphore = new Semaphore([ALL, OF_ORGANIZATION, OF_TOKEN]);
  begun = [];
  served = [];
});
afterEach(() => void vi.useRealTimers());

/** `name` is `organization/token`, and whatever tells two of them apart. */
function ask(name: string, signal?: AbortSignal): Promise<unknown> {
  const keys = name.split("/").slice(0, 2);
  return semaphore.acquire(keys, { waitMs: WAIT_MS, signal, refusal: () => new Error("no room") }).then(
    (end) => {
      begun.push({ name, end });
      served.push(name);
    },
    (error: unknown) => error,
  );
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const names = () => begun.map(({ name }) => name);

async function endFirst(): Promise<void> {
  begun.shift()?.end();
  await settle();
}

it("places of an organization that fills its share leave the others at once to whoever comes", async () => {
  for (let call = 0; call < 100; call += 1) void ask(`a/${call % 10}`);
  void ask("b/1");
  await settle();
  expect(names()).toContain("b/1");
});

describe("whoever waits", () => {
  it("is served token by token: one with many requests does not keep another waiting", async () => {
    for (const call of ["a/1/1", "a/1/2", "a/2/1"]) void ask(call);
    for (const call of ["a/1/3", "a/1/4", "a/1/5", "a/3/1"]) void ask(call);
    await settle();
    await endFirst();
    await endFirst();
    expect(names()).toEqual(["a/2/1", "a/1/3", "a/3/1"]);
  });

  it("is told after a second that no place became free", async () => {
    for (const call of ["a/1/1", "a/1/2"]) void ask(call);
    const third = ask("a/1/3");
    await vi.advanceTimersByTimeAsync(999);
    void ask("a/1/4");
    await vi.advanceTimersByTimeAsync(1);
    expect(await third).toEqual(new Error("no room"));
    await endFirst();
    expect(names()).toEqual(["a/1/2", "a/1/4"]);
  });

  it("and leaves, passes the turn to the next", async () => {
    for (const call of ["a/1/1", "a/1/2"]) void ask(call);
    const leaving = new AbortController();
    const left = ask("a/1/3", leaving.signal);
    void ask("a/1/4");
    leaving.abort("left");
    expect(await left).toBe("left");
    await endFirst();
    expect(names()).toEqual(["a/1/2", "a/1/4"]);
  });

  it("and had already left, gets no turn", async () => {
    expect(await ask("a/1", AbortSignal.abort("left"))).toBe("left");
    expect(begun).toEqual([]);
  });

  it("leaves no listener on its signal, however it ended", async () => {
    const { signal } = new AbortController();
    for (const call of ["a/1/1", "a/1/2", "a/1/3", "a/1/4"]) void ask(call, signal);
    await settle();
    expect(getEventListeners(signal, "abort")).toHaveLength(2);
    await endFirst();
    await vi.advanceTimersByTimeAsync(WAIT_MS);
    expect(names()).toEqual(["a/1/2", "a/1/3"]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("demands of different weight", () => {
  const refusal = () => new Error("no room");

  /** Whether the demand has room; its room is given back at the end of another one. */
  function weigh(key: string, weight: number, signal?: AbortSignal) {
    const demand = { weight, signal, waitMs: WAIT_MS, refusal };
    const state = { isHeld: false, release: () => {} };
    semaphore.acquire([key], demand).then(
      (release) => Object.assign(state, { isHeld: true, release }),
      () => {},
    );
    return state;
  }

  beforeEach(() => {
    semaphore = new Semaphore([10, 6]);
  });

  it("do not pass a larger one of the same key that waits, but those of another key do", async () => {
    const [first, large, small, other] = [weigh("a", 4), weigh("a", 5), weigh("a", 1), weigh("b", 6)];
    await settle();
    expect([first, large, small, other].map(({ isHeld }) => isHeld)).toEqual([true, false, false, true]);
    first.release();
    other.release();
    await settle();
    expect([large.isHeld, small.isHeld]).toEqual([true, true]);
  });

  it("give their room back once, even if released twice", async () => {
    const first = weigh("a", 6);
    await settle();
    first.release();
    first.release();
    expect(semaphore.tryAcquire(["a"], 7)).toBeNull();
    expect(semaphore.tryAcquire(["a"], 6)).not.toBeNull();
  });

  it("of zero leave nothing behind", () => {
    semaphore.tryAcquire(["a"], 0)?.();
    expect(semaphore).toEqual(new Semaphore([10, 6]));
  });
});

it("in any order of arrivals and ends, no limit is exceeded, and no one waits while there is room", async () => {
  const call = fc.record({ organization: fc.integer({ min: 0, max: 3 }), token: fc.integer({ min: 0, max: 3 }) });
  const step = fc.oneof({ weight: 3, arbitrary: call }, { weight: 1, arbitrary: fc.record({ end: fc.nat() }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: "max" }), async (steps) => {
      semaphore = new Semaphore([ALL, OF_ORGANIZATION, OF_TOKEN]);
      begun = [];
      served = [];
      const asked: string[] = [];
      for (const each of steps) {
        if ("end" in each) begun.splice(each.end % Math.max(begun.length, 1), 1)[0]?.end();
        else {
          asked.push(`${each.organization}/${each.token}`);
          void ask(`${each.organization}/${each.token}/${asked.length}`);
        }
        await settle();
        const keyOf = (name: string, parts: number) => name.split("/").slice(0, parts).join("/");
        const count = (key: string, parts: number) => names().filter((name) => keyOf(name, parts) === key).length;
        const hasRoom = (token: string) =>
          begun.length < ALL && count(keyOf(token, 1), 1) < OF_ORGANIZATION && count(token, 2) < OF_TOKEN;
        expect(begun.length).toBeLessThanOrEqual(ALL);
        for (const name of names()) {
          expect(count(keyOf(name, 1), 1)).toBeLessThanOrEqual(OF_ORGANIZATION);
          expect(count(keyOf(name, 2), 2)).toBeLessThanOrEqual(OF_TOKEN);
        }
        expect(waitingTokens(asked).filter(hasRoom)).toEqual([]);
      }
    }),
    { numRuns: 30 },
  );
});

/** Tokens that have asked more often than they were served. */
function waitingTokens(asked: string[]): string[] {
  const times = (token: string, calls: string[]) => calls.filter((call) => call.startsWith(token)).length;
  return [...new Set(asked)].filter((token) => times(token, asked) > times(token, served));
}
