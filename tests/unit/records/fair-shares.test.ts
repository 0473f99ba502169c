/** Turns in the database: bounded for each token and organisation, fair among those who wait, and given up in time. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallerLeft } from "@/lib/errors";
import { FairShares, sharesOf } from "@/lib/records/load/fair-shares";
import { Departure } from "@/lib/time/departure";

const PLACES = { all: 6, ofOrganization: 3, ofToken: 2, waitMs: 1_000, wanted: "Lists" };

let shares: FairShares;
/** What is at work, in the order in which it began. */
let begun: { name: string; end: () => void }[];
/** Also what has ended since. */
let served: string[];

beforeEach(() => {
  vi.useFakeTimers();
  shares = new FairShares(PLACES);
  begun = [];
  served = [];
});
afterEach(() => void vi.useRealTimers());

/** `name` is `organisation/token`, and whatever tells two of them apart. */
function ask(name: string, departure = new Departure()): Promise<unknown> {
  const [organizationId = "", token = ""] = name.split("/");
  const share = { organizationId, tokenId: `${organizationId}/${token}` };
  const work = () =>
    new Promise<void>((end) => {
      begun.push({ name, end });
      served.push(name);
    });
  return shares.run(share, departure, work).catch((error: unknown) => error);
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const names = () => begun.map(({ name }) => name);

async function endFirst(): Promise<void> {
  begun.shift()?.end();
  await settle();
}

describe("places", () => {
  it("are bounded for a token", async () => {
    for (const call of ["a/1/x", "a/1/y", "a/1/z"]) void ask(call);
    await settle();
    expect(names()).toEqual(["a/1/x", "a/1/y"]);
  });

  it("are bounded for an organisation, however many tokens it has", async () => {
    for (const call of ["a/1", "a/2", "a/3", "a/4"]) void ask(call);
    await settle();
    expect(names()).toEqual(["a/1", "a/2", "a/3"]);
  });

  it("are bounded for all", async () => {
    for (const call of ["a/1", "a/2", "a/3", "b/1", "b/2", "b/3", "c/1"]) void ask(call);
    await settle();
    expect(names()).toHaveLength(6);
  });

  it("of an organisation that fills its share leave the others at once to whoever comes", async () => {
    for (let call = 0; call < 100; call += 1) void ask(`a/${call % 10}`);
    void ask("b/1");
    await settle();
    expect(names()).toContain("b/1");
  });
});

describe("whoever waits", () => {
  it("is served token by token: one that asks a lot does not keep another waiting", async () => {
    for (const call of ["a/1/1", "a/1/2", "a/2/1"]) void ask(call);
    for (const call of ["a/1/3", "a/1/4", "a/1/5", "a/3/1"]) void ask(call);
    await settle();
    await endFirst();
    await endFirst();
    expect(names()).toEqual(["a/2/1", "a/1/3", "a/3/1"]);
  });

  it("is served organisation by organisation", async () => {
    for (const call of ["a/1", "a/2", "a/3", "b/1", "b/2", "b/3"]) void ask(call);
    for (const call of ["a/4", "a/5", "c/1", "c/2"]) void ask(call);
    await settle();
    await endFirst();
    await endFirst();
    expect(names().slice(-2)).toEqual(["a/4", "c/1"]);
  });

  it("is told after a second that no place became free", async () => {
    for (const call of ["a/1/1", "a/1/2"]) void ask(call);
    const third = ask("a/1/3");
    await vi.advanceTimersByTimeAsync(999);
    void ask("a/1/4");
    await vi.advanceTimersByTimeAsync(1);
    expect(await third).toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 1 });
    await endFirst();
    expect(names()).toEqual(["a/1/2", "a/1/4"]);
  });

  it("and leaves, has its turn taken by the next", async () => {
    for (const call of ["a/1/1", "a/1/2"]) void ask(call);
    const leaving = new Departure();
    const left = ask("a/1/3", leaving);
    void ask("a/1/4");
    leaving.leave();
    expect(await left).toBeInstanceOf(CallerLeft);
    await endFirst();
    expect(names()).toEqual(["a/1/2", "a/1/4"]);
  });

  it("and had left before, is not even asked for", async () => {
    const left = new Departure();
    left.leave();
    expect(await ask("a/1", left)).toBeInstanceOf(CallerLeft);
    expect(begun).toEqual([]);
  });
});

it("whatever comes and ends in whatever order, no bound is passed, and nobody waits who has room", async () => {
  const call = fc.record({ organization: fc.integer({ min: 0, max: 3 }), token: fc.integer({ min: 0, max: 3 }) });
  const step = fc.oneof(call, fc.record({ end: fc.nat() }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      shares = new FairShares(PLACES);
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
          begun.length < PLACES.all &&
          count(keyOf(token, 1), 1) < PLACES.ofOrganization &&
          count(token, 2) < PLACES.ofToken;
        expect(begun.length).toBeLessThanOrEqual(PLACES.all);
        for (const name of names()) {
          expect(count(keyOf(name, 1), 1)).toBeLessThanOrEqual(PLACES.ofOrganization);
          expect(count(keyOf(name, 2), 2)).toBeLessThanOrEqual(PLACES.ofToken);
        }
        expect(waitingTokens(asked).filter(hasRoom)).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});

/** Tokens that have asked more often than they were served. */
function waitingTokens(asked: string[]): string[] {
  const times = (token: string, calls: string[]) => calls.filter((call) => call.startsWith(token)).length;
  return [...new Set(asked)].filter((token) => times(token, asked) > times(token, served));
}

describe("the shares of a process", () => {
  it.each([
    [8, 1, { ofOrganization: 4, ofToken: 4 }],
    [9, 1, { ofOrganization: 5, ofToken: 4 }],
    [8, 2, { ofOrganization: 2, ofToken: 2 }],
    [8, 3, { ofOrganization: 1, ofToken: 1 }],
    [8, 8, { ofOrganization: 1, ofToken: 1 }],
    [1, 1, { ofOrganization: 1, ofToken: 4 }],
  ])("of %i places, among %i processes of a host, are %j", (places, processes, shares) => {
    expect(sharesOf(places, processes)).toEqual(shares);
  });
});
