/** Large pages wait for each other; small ones do not. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pageBudget, type Room } from "@/lib/records/load/page-budget";

const KIB = 1024;
const MIB = 1024 * KIB;
const held: Room["release"][] = [];
const settle = () => vi.advanceTimersByTimeAsync(0);

/** So that 500 of its records fill a page of 16 MiB. */
const LARGE = "entity of large records";
const SMALL = "entity of small records";

beforeEach(async () => {
  vi.useFakeTimers();
  await read(LARGE, 64 * KIB);
  await read(SMALL, KIB);
});

/** A page with one record of that size. */
async function read(entity: string, characters: number): Promise<void> {
  const room = await pageBudget().reserve({ organizationId: "a reader", tokenId: "of its own" }, entity, { limit: 1 });
  await room.fit(1, characters);
  room.release();
}

afterEach(async () => {
  // Those that waited begin now, and hold room in their turn.
  while (held.length > 0) {
    for (const release of held.splice(0)) release();
    await settle();
  }
  vi.useRealTimers();
});

let organizations = 0;
/** Each time another organization's token. */
const another = () => `organization ${++organizations}/token`;

const sharerOf = (token: string) => ({ organizationId: token.split("/")[0] ?? "", tokenId: token });

/** Whether a page finds room now; it keeps it until the test ends. `token` is `organization/token`. */
function ask(entity: string, limit = 500, token = another()) {
  let state: "waiting" | "started" | "refused" = "waiting";
  let room: Room | undefined;
  pageBudget()
    .reserve(sharerOf(token), entity, { limit })
    .then(
      (reserved) => {
        state = "started";
        room = reserved;
        held.push(reserved.release);
      },
      () => {
        state = "refused";
      },
    );
  return { state: () => state, room: () => room };
}

async function statesOf(...pages: ReturnType<typeof ask>[]) {
  await settle();
  return pages.map(({ state }) => state());
}

describe("pages of 16 MiB", () => {
  it("are made three at a time, and the next begins when one has left", async () => {
    const pages = [ask(LARGE), ask(LARGE), ask(LARGE), ask(LARGE)];
    expect(await statesOf(...pages)).toEqual(["started", "started", "started", "waiting"]);
    held.shift()?.();
    expect(await statesOf(...pages)).toEqual(["started", "started", "started", "started"]);
  });

  it("do not hold up small ones", async () => {
    for (let page = 0; page < 4; page += 1) ask(LARGE);
    const small = ask(SMALL);
    expect(await statesOf(small)).toEqual(["started"]);
  });

  it("release their room after a minute, if nothing reports that they were sent", async () => {
    for (let page = 0; page < 3; page += 1) ask(LARGE);
    await vi.advanceTimersByTimeAsync(61_000);
    const next = ask(LARGE);
    expect(await statesOf(next)).toEqual(["started"]);
  });
});

describe("of one organization", () => {
  it("are made two at a time, and keep no room from another one", async () => {
    const own = [ask(LARGE, 500, "one/1"), ask(LARGE, 500, "one/2"), ask(LARGE, 500, "one/3")];
    const other = ask(LARGE, 500, "another/1");
    expect(await statesOf(...own, other)).toEqual(["started", "started", "waiting", "started"]);
    held.shift()?.();
    expect(await statesOf(...own)).toEqual(["started", "started", "started"]);
  });

  it("are made one at a time for one token, and keep no room from another token", async () => {
    const unread = [ask(LARGE, 500, "one/1"), ask(LARGE, 500, "one/1")];
    const neighbor = ask(LARGE, 500, "one/2");
    expect(await statesOf(...unread, neighbor)).toEqual(["started", "waiting", "started"]);
  });
});

describe("once a page has been read", () => {
  it("its unused room is released, all of it if the page is small", async () => {
    const [first, second, third] = [ask(LARGE, 500, "one/1"), ask(LARGE, 128, "one/1"), ask(LARGE, 128, "one/1")];
    await settle();
    await first.room()?.fit(128, 8 * MIB);
    expect(await statesOf(second, third)).toEqual(["started", "waiting"]);
    await second.room()?.fit(1, 64 * KIB);
    expect(await statesOf(third)).toEqual(["started"]);
  });

  it("it waits for the room that it needs beyond the estimate, and is refused without", async () => {
    const surprise = ask("all but never seen", 100, "one/1");
    ask(LARGE, 500, "one/1");
    await settle();
    expect(surprise.room()?.isShort).toBe(true);
    const fitted = surprise.room()?.fit(17, 16 * MIB + 1);
    const refused = expect(fitted).rejects.toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 1 });
    await vi.advanceTimersByTimeAsync(1_100);
    await refused;
  });

  it("the part that has been sent makes room for others", async () => {
    const first = ask(LARGE, 500, "one/1");
    const next = ask(LARGE, 128, "one/1");
    await settle();
    first.room()?.release(8 * MIB + 1);
    expect(await statesOf(next)).toEqual(["waiting"]);
    first.room()?.release(8 * MIB);
    expect(await statesOf(next)).toEqual(["started"]);
  });
});

it("a page that ends at a mebibyte needs no room, however large the records are", async () => {
  for (const token of ["one/1", "one/2"]) ask(LARGE, 500, token);
  const room = await pageBudget().reserve(sharerOf("one/3"), LARGE, { limit: 500, maxBytes: MIB });
  expect(room.isShort).toBe(true);
});

it("says of a page whether it is short, going by the last pages of the entity", async () => {
  const isShort = async (entity: string, limit: number) => {
    const room = await pageBudget().reserve(sharerOf(another()), entity, { limit });
    held.push(room.release);
    return room.isShort;
  };
  expect(await isShort(SMALL, 500)).toBe(true);
  expect(await isShort(LARGE, 16)).toBe(true);
  expect(await isShort(LARGE, 17)).toBe(false);
  expect(await isShort("never seen", 100)).toBe(true);
  expect(await isShort("never seen", 500)).toBe(false);
});
