/** Large pages wait for each other; small ones do not. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noteRecordSize, type Room, reservePage } from "@/lib/records/page-budget";

const KIB = 1024;
const held: Room["release"][] = [];

/** So that 500 of its records fill a page of 16 MiB. */
const LARGE = "entity of large records";
const SMALL = "entity of small records";

beforeEach(() => {
  vi.useFakeTimers();
  noteRecordSize(LARGE, 1, 64 * KIB);
  noteRecordSize(SMALL, 1, KIB);
});
afterEach(() => {
  for (const release of held.splice(0)) release();
  vi.useRealTimers();
});

/** Whether a page finds room now; it keeps it until the test ends. */
function ask(entity: string, limit = 500): { state: () => "waiting" | "started" | "refused" } {
  let state: "waiting" | "started" | "refused" = "waiting";
  reservePage(entity, limit).then(
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

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("pages of 16 MiB", () => {
  it("are made two at a time, and the next begins when one has left", async () => {
    const pages = [ask(LARGE), ask(LARGE), ask(LARGE)];
    await settle();
    expect(pages.map(({ state }) => state())).toEqual(["started", "started", "waiting"]);
    held.shift()?.();
    await settle();
    expect(pages.map(({ state }) => state())).toEqual(["started", "started", "started"]);
  });

  it("do not hold up small ones", async () => {
    for (let page = 0; page < 3; page += 1) ask(LARGE);
    const small = ask(SMALL);
    await settle();
    expect(small.state()).toBe("started");
  });

  it("are refused after eight seconds without room, and leave the queue", async () => {
    const [, , third] = [ask(LARGE), ask(LARGE), ask(LARGE)];
    await vi.advanceTimersByTimeAsync(8_100);
    expect(third?.state()).toBe("refused");
    for (const release of held.splice(0)) release();
    const next = ask(LARGE);
    await settle();
    expect(next.state()).toBe("started");
  });

  it("give their room back after a minute, should nobody say that they have left", async () => {
    ask(LARGE);
    ask(LARGE);
    await vi.advanceTimersByTimeAsync(61_000);
    const next = ask(LARGE);
    await settle();
    expect(next.state()).toBe("started");
  });
});

describe("giving room back twice", () => {
  it("gives it back once", async () => {
    ask(LARGE);
    ask(LARGE);
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
    const room = await reservePage(entity, limit);
    held.push(room.release);
    return room.isShort;
  };
  expect(await isShort(SMALL, 500)).toBe(true);
  expect(await isShort(LARGE, 16)).toBe(true);
  expect(await isShort(LARGE, 17)).toBe(false);
  expect(await isShort("never seen", 100)).toBe(true);
  expect(await isShort("never seen", 500)).toBe(false);
});
