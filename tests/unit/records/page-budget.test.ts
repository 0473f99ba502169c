/** Large pages wait for each other; small ones do not. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pageBudget, type Room } from "@/lib/records/load/page-budget";

const KIB = 1024;
const held: Room["release"][] = [];
const settle = () => vi.advanceTimersByTimeAsync(0);

/** So that 500 of its records fill a page of 16 MiB. */
const LARGE = "entity of large records";
const SMALL = "entity of small records";

beforeEach(() => {
  vi.useFakeTimers();
  pageBudget().noteRecordSize(LARGE, 1, 64 * KIB);
  pageBudget().noteRecordSize(SMALL, 1, KIB);
});
afterEach(async () => {
  // Those that waited begin now, and hold room in their turn.
  while (held.length > 0) {
    for (const release of held.splice(0)) release();
    await settle();
  }
  vi.useRealTimers();
});

let organizations = 0;
const anotherOrganization = () => `organization ${++organizations}`;

/** Whether a page finds room now; it keeps it until the test ends. */
function ask(
  entity: string,
  limit = 500,
  organization = anotherOrganization(),
): { state: () => "waiting" | "started" | "refused" } {
  let state: "waiting" | "started" | "refused" = "waiting";
  pageBudget()
    .reserve(organization, entity, limit)
    .then(
      ({ release }) => {
        state = "started";
        held.push(release);
      },
      () => {
        state = "refused";
      },
    );
  return { state: () => state };
}

describe("pages of 16 MiB", () => {
  it("are made three at a time, and the next begins when one has left", async () => {
    const pages = [ask(LARGE), ask(LARGE), ask(LARGE), ask(LARGE)];
    await settle();
    expect(pages.map(({ state }) => state())).toEqual(["started", "started", "started", "waiting"]);
    held.shift()?.();
    await settle();
    expect(pages.map(({ state }) => state())).toEqual(["started", "started", "started", "started"]);
  });

  it("do not hold up small ones", async () => {
    for (let page = 0; page < 4; page += 1) ask(LARGE);
    const small = ask(SMALL);
    await settle();
    expect(small.state()).toBe("started");
  });

  it("are refused after eight seconds without room, and leave the queue", async () => {
    const [, , , fourth] = [ask(LARGE), ask(LARGE), ask(LARGE), ask(LARGE)];
    await vi.advanceTimersByTimeAsync(8_100);
    expect(fourth?.state()).toBe("refused");
    for (const release of held.splice(0)) release();
    const next = ask(LARGE);
    await settle();
    expect(next.state()).toBe("started");
  });

  it("give their room back after a minute, should nobody say that they have left", async () => {
    for (let page = 0; page < 3; page += 1) ask(LARGE);
    await vi.advanceTimersByTimeAsync(61_000);
    const next = ask(LARGE);
    await settle();
    expect(next.state()).toBe("started");
  });
});

describe("of one organisation", () => {
  it("are made two at a time, and keep no room from another one", async () => {
    const own = [ask(LARGE, 500, "one"), ask(LARGE, 500, "one"), ask(LARGE, 500, "one")];
    const other = ask(LARGE, 500, "another");
    await settle();
    expect([...own, other].map(({ state }) => state())).toEqual(["started", "started", "waiting", "started"]);
    held.shift()?.();
    await settle();
    expect(own.map(({ state }) => state())).toEqual(["started", "started", "started"]);
  });

  it("come in turn: a small one does not pass a large one that waits", async () => {
    ask(LARGE, 500, "one");
    ask(LARGE, 400, "one");
    const large = ask(LARGE, 500, "one");
    const middling = ask(LARGE, 50, "one");
    await settle();
    expect([large.state(), middling.state()]).toEqual(["waiting", "waiting"]);
  });
});

describe("giving room back twice", () => {
  it("gives it back once", async () => {
    for (let page = 0; page < 3; page += 1) ask(LARGE);
    await settle();
    const first = held.shift();
    first?.();
    first?.();
    const pages = [ask(LARGE), ask(LARGE)];
    await settle();
    expect(pages.map(({ state }) => state())).toEqual(["started", "waiting"]);
  });
});

it("says of a page whether it is short, going by the last pages of the entity", async () => {
  const isShort = async (entity: string, limit: number) => {
    const room = await pageBudget().reserve(anotherOrganization(), entity, limit);
    held.push(room.release);
    return room.isShort;
  };
  expect(await isShort(SMALL, 500)).toBe(true);
  expect(await isShort(LARGE, 16)).toBe(true);
  expect(await isShort(LARGE, 17)).toBe(false);
  expect(await isShort("never seen", 100)).toBe(true);
  expect(await isShort("never seen", 500)).toBe(false);
});
