/** The list of tokens as the database finds it: search, filters, orders, pages, rotations, and the status of each. */
import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Scopes } from "@/lib/model";
import { listAllTokens } from "@/lib/tokens/read/list";
import { listAllMatching, listChoices, listTokensOf, TOKEN_ORDERS, type TokenSearch } from "@/lib/tokens/read/listing";
import { ownTokens, visibleTokens } from "@/lib/tokens/read/visibility";
import { TOKEN_STATUSES } from "@/lib/tokens/status";
import { openTestDatabase, query } from "../configuration/database";
import { type Owners, openOwners } from "./owners";

openTestDatabase();

const NOW = new Date("2026-11-21T12:00:00.000Z");
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

const ANY: TokenSearch = { text: "", order: "created" };

type Stored = {
  owner?: "ada" | "ben";
  purpose?: string;
  scopes?: Scopes;
  created?: Date;
  expires?: Date | null;
  revoked?: Date;
  lastUsed?: Date;
  replaces?: string;
};

let owners: Owners;

/** Its id. */
async function store(name: string, stored: Stored = {}): Promise<string> {
  const { owner = "ada", purpose = "", scopes = null, created = days(-10), expires = days(30), revoked } = stored;
  const id = randomBytes(11).toString("hex");
  await query(
    `INSERT INTO tokens (id, organization_id, member_id, name, purpose, secret_hash, scopes, created, expires, revoked, replaces_id)
     VALUES ($1, $2, $3, $4, $5, sha256('s'), $6, $7, $8, $9, $10)`,
    [
      ...[id, owners.organizationId, owners[owner].id, name, purpose, scopes && JSON.stringify(scopes)],
      ...[created, expires, revoked ?? null, stored.replaces ?? null],
    ],
  );
  if (stored.lastUsed !== undefined) {
    await query("INSERT INTO token_uses VALUES ($1, $2, '192.0.2.7')", [id, stored.lastUsed]);
  }
  return id;
}

async function find(part: Partial<TokenSearch> = {}): Promise<string[]> {
  const { groups } = await listTokensOf(visibleTokens(owners.ada), { ...ANY, ...part }, { now: NOW });
  return groups.flatMap((group) => group.map(({ name }) => name));
}

beforeEach(async () => {
  owners = await openOwners();
});

describe("a search", () => {
  it("covers names, purposes, ids, hints and owners, for every word, in any case", async () => {
    const id = await store("Website sync", { purpose: "Publishes deals", created: days(-1) });
    await store("Ünlü 100%_export", { owner: "ben", created: days(-2) });
    const found = {
      sync: ["Website sync"],
      WEBSITE: ["Website sync"],
      "sync  website": ["Website sync"],
      publishes: ["Website sync"],
      [id]: ["Website sync"],
      [`service_v1_${id.slice(0, 4)}…${id.slice(-4)}`]: ["Website sync"],
      "ben@": ["Ünlü 100%_export"],
      üNLÜ: ["Ünlü 100%_export"],
      "100%_": ["Ünlü 100%_export"],
      "100%x": [],
      "  ": ["Website sync", "Ünlü 100%_export"],
      "sync export": [],
    };
    for (const [text, names] of Object.entries(found)) expect([text, await find({ text })]).toEqual([text, names]);
  });

  it("searches only as much of a word as could not be a secret’s", async () => {
    await store("Rechnungsabgrenzungsposten");
    await store("Rechnung");
    expect(await find({ text: "RechnungsabgrenzungspoXXXXX" })).toEqual(["Rechnungsabgrenzungsposten"]);
  });
});

describe("a filter", () => {
  it("by access takes what was granted, and never leaves out a token for everything", async () => {
    await store("everything", { created: days(-1) });
    await store("reads", { scopes: [{ entity: "deals", verbs: ["list"] }], created: days(-2) });
    await store("writes", {
      scopes: [
        { entity: "deals", verbs: ["list", "update", "approve"] },
        { entity: "contacts", verbs: ["create"] },
      ],
      created: days(-3),
    });
    expect(await find({ entity: "deals" })).toEqual(["everything", "reads", "writes"]);
    expect(await find({ entity: "contacts" })).toEqual(["everything", "writes"]);
    expect(await find({ verb: "update" })).toEqual(["everything", "writes"]);
    expect(await find({ verb: "approve" })).toEqual(["everything", "writes"]);
    expect(await find({ entity: "contacts", verb: "update" })).toEqual(["everything"]);
    expect(await find({ entity: "invoices" })).toEqual(["everything"]);
  });

  it("by owner takes the address, not the name", async () => {
    await store("Ada’s");
    await store("Ben’s", { owner: "ben" });
    expect(await find({ owner: "ben@acme.test" })).toEqual(["Ben’s"]);
    expect(await find({ owner: "Ben" })).toEqual([]);
  });

  it("for the unused takes 90 days since the last request, or since it was created, of those that work", async () => {
    const old = days(-200);
    await store("used 90 days ago", { created: old, lastUsed: days(-90) });
    await store("used 89 days ago", { created: old, lastUsed: days(-89) });
    await store("created 90 days ago", { created: days(-90) });
    await store("created 89 days ago", { created: days(-89) });
    await store("expired", { created: old, expires: days(-1) });
    expect(await find({ attention: "unused" })).toEqual(["created 90 days ago", "used 90 days ago"]);
  });

  it("for the expiring takes 7 days at most, of those that work", async () => {
    await store("in 7 days", { expires: days(7) });
    await store("in 8 days", { expires: days(8) });
    await store("never", { expires: null });
    await store("expired", { expires: days(-1) });
    await store("revoked", { expires: days(3), revoked: days(-1) });
    expect(await find({ attention: "expiring" })).toEqual(["in 7 days"]);
  });

  it("by id takes that token alone, and none of somebody else’s", async () => {
    const id = await store("Ben’s", { owner: "ben" });
    await store("Ada’s");
    expect(await find({ tokenId: id })).toEqual(["Ben’s"]);
    const own = await listTokensOf(ownTokens(owners.ada), { ...ANY, tokenId: id }, { now: NOW });
    expect(own).toMatchObject({ groups: [], all: 1, found: 0 });
  });
});

it.each([
  ["created", ["Job 9", "job 1", "Job 10", "Kiosk"]],
  ["-created", ["Kiosk", "Job 10", "job 1", "Job 9"]],
  ["used", ["job 1", "Job 10", "Job 9", "Kiosk"]],
  ["-used", ["Job 9", "Kiosk", "Job 10", "job 1"]],
  ["expires", ["job 1", "Job 9", "Job 10", "Kiosk"]],
  ["-expires", ["Job 10", "Job 9", "job 1", "Kiosk"]],
  ["name", ["job 1", "Job 9", "Job 10", "Kiosk"]],
  ["-name", ["Kiosk", "Job 10", "Job 9", "job 1"]],
] as const)("the order by %s is %j", async (order, names) => {
  await store("Job 10", { created: days(-3), lastUsed: days(-1), expires: null });
  await store("Job 9", { created: days(-1), expires: days(5) });
  await store("job 1", { created: days(-2), lastUsed: days(-0.5), expires: days(2) });
  await store("Kiosk", { created: days(-9), expires: days(-5) });
  expect(await find({ order })).toEqual(names);
});

describe("pages", () => {
  it.each(TOKEN_ORDERS)("by %s list each token once, and are the same on the way back", async (order) => {
    for (let index = 0; index < 120; index += 1) {
      await store(`Sensor ${index % 7}`, {
        created: days(-(index % 3)),
        expires: index % 5 === 0 ? null : days((index % 4) - 1),
        ...(index % 2 === 0 ? { lastUsed: days(-(index % 6)) } : {}),
      });
    }
    const open = (cursor: string | null) =>
      listTokensOf(ownTokens(owners.ada), { ...ANY, order }, { cursor, now: NOW });
    const idsOf = ({ groups }: Awaited<ReturnType<typeof open>>) => groups.map(([{ id }]) => id);
    const first = await open(null);
    const second = await open(first.nextCursor);
    const third = await open(second.nextCursor);
    expect([first.before, second.before, third.before, third.nextCursor]).toEqual([0, 50, 100, null]);
    expect(new Set([first, second, third].flatMap(idsOf)).size).toBe(120);
    const back = await open(third.previousCursor);
    expect([idsOf(back), back.before, back.found]).toEqual([idsOf(second), 50, 120]);
    expect(idsOf(await open(back.nextCursor))).toEqual(idsOf(third));
    const begin = await open(back.previousCursor);
    expect([idsOf(begin), begin.before, begin.previousCursor]).toEqual([idsOf(first), 0, null]);
  });

  it("begin with the first if the cursor is invalid, or another order’s", async () => {
    for (let index = 0; index < 51; index += 1) await store(`Sensor ${index}`, { created: days(-index) });
    const visibility = ownTokens(owners.ada);
    const { nextCursor } = await listTokensOf(visibility, ANY, { now: NOW });
    const second = await listTokensOf(visibility, ANY, { cursor: nextCursor, now: NOW });
    expect(second.groups.map(([token]) => token.name)).toEqual(["Sensor 50"]);
    const forged = ['["\\u0000",1,"a"]', '["a",1e300,1]', '["a",-1,1]', "[", "{}", "null", '["a",1,{"b":1}]'].map(
      (text) => Buffer.from(text).toString("base64url"),
    );
    for (const cursor of ["", "x", "%00", ...forged]) {
      const page = await listTokensOf(visibility, { ...ANY, order: "name" }, { cursor, now: NOW });
      expect([cursor, page.groups[0]?.[0].name]).toEqual([cursor, "Sensor 0"]);
    }
  });
});

describe("tokens in rotation", () => {
  it("are listed together, newest first, and are found together if one of them is", async () => {
    const first = await store("first", { created: days(-9) });
    const second = await store("second", { created: days(-5), replaces: first });
    await store("other", { created: days(-2) });
    await store("third", { created: days(-1), replaces: second });
    expect(await find()).toEqual(["third", "second", "first", "other"]);
    expect(await find({ text: "first" })).toEqual(["third", "second", "first"]);
    const page = await listTokensOf(visibleTokens(owners.ada), { ...ANY, text: "first" }, { now: NOW });
    expect([page.groups.length, page.found, page.all]).toEqual([1, 3, 4]);
  });

  it("separate when the old one has ended, or the new one is not in the list", async () => {
    const ended = await store("ended", { created: days(-40), expires: days(-1) });
    await store("its successor", { created: days(-1), replaces: ended });
    const handedOver = await store("handed over", { created: days(-30) });
    await store("to Ben", { owner: "ben", created: days(-2), replaces: handedOver });
    const { groups } = await listTokensOf(ownTokens(owners.ada), ANY, { now: NOW });
    expect(groups.map((group) => group.map(({ name }) => name))).toEqual([
      ["its successor"],
      ["handed over"],
      ["ended"],
    ]);
  });
});

describe("what is listed", () => {
  it("ended 90 days ago at most", async () => {
    await store("expired 89 days ago", { expires: days(-89), created: days(-200) });
    await store("revoked 89 days ago", { revoked: days(-89), created: days(-201) });
    await store("expired 91 days ago", { expires: days(-91), created: days(-202) });
    await store("revoked 91 days ago", { revoked: days(-91), created: days(-203) });
    expect(await find()).toEqual(["expired 89 days ago", "revoked 89 days ago"]);
  });

  it("that matches and has not ended can be stopped together, on whichever page it is", async () => {
    for (let index = 0; index < 60; index += 1) await store(`Sensor ${index}`, { created: days(-index - 1) });
    await store("Sensor that ended", { revoked: days(-1) });
    await store("Kiosk", { owner: "ben", lastUsed: days(-1) });
    const all = await listAllMatching(visibleTokens(owners.ada), { ...ANY, text: "sensor" }, NOW);
    expect(all).toHaveLength(60);
    expect(all[0]).toMatchObject({ name: "Sensor 0", ownerName: "Ada", lastUsed: null });
    const [kiosk] = await listAllMatching(visibleTokens(owners.ada), { ...ANY, text: "kiosk" }, NOW);
    expect(kiosk).toEqual({
      id: expect.any(String),
      hint: expect.stringMatching(/^service_v1_/),
      name: "Kiosk",
      ownerName: "Ben",
      lastUsed: days(-1),
      lastUsedAddress: "192.0.2.7",
    });
  });
});

it("what a list can be narrowed to is what its tokens have: owners, entities and verbs", async () => {
  await store("a", { scopes: [{ entity: "deals", verbs: ["list", "approve"] }] });
  await store("b", { owner: "ben", scopes: [{ entity: "removed", verbs: ["list"] }] });
  await store("long ago", { scopes: [{ entity: "gone", verbs: ["merge"] }], expires: days(-91), created: days(-200) });
  const ada = { name: "Ada", email: "ada@acme.test" };
  expect(await listChoices(visibleTokens(owners.ada), NOW)).toEqual({
    owners: [ada, { name: "Ben", email: "ben@acme.test" }],
    entities: expect.arrayContaining(["deals", "removed"]),
    verbs: ["list", "create", "update", "delete", "approve"],
  });
  const own = await listChoices(ownTokens(owners.ada), NOW);
  expect([own.owners, own.entities]).toEqual([[ada], ["deals"]]);
});

it("the status that is looked for is the one that is shown, at every edge of every status", async () => {
  const second = 1 / 86_400;
  for (const created of [days(-31), days(-30 - second), days(-30), days(-3), days(-3.5), days(-7)]) {
    for (const expires of [null, days(-1), NOW, days(3), days(3.5), days(7), days(7 + second), days(30)]) {
      await store("plain", { created, expires });
      await store("used", { created, expires, lastUsed: days(-1) });
      await store("revoked", { created, expires, revoked: days(-1) });
      const old = await store("rotating", { created, expires });
      await store("successor", { owner: "ben", created: days(-1), replaces: old });
    }
  }
  for (const isActive of [true, false]) {
    await query("UPDATE members SET active = $2 WHERE id = $1", [owners.ada.id, isActive]);
    const shown = await listAllTokens(ownTokens(owners.ada), NOW);
    const seen = new Set<string>();
    for (const status of TOKEN_STATUSES) {
      const found = await listAllIds(status);
      const expected = shown.filter((token) => token.status === status).map(({ id }) => id);
      expect([status, found.sort()]).toEqual([status, expected.sort()]);
      if (expected.length > 0) seen.add(status);
    }
    if (isActive) expect(seen.size).toBe(TOKEN_STATUSES.length - 1);
    else expect(seen).toContain("owner inactive");
  }
});

async function listAllIds(status: TokenSearch["status"]): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await listTokensOf(ownTokens(owners.ada), { ...ANY, status }, { cursor, now: NOW });
    ids.push(...page.groups.flatMap((group) => group.map(({ id }) => id)));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}
