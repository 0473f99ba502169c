/** What a removal says of the record that is gone, and when each item of the feed happened (docs/contract.md, Changes). */
import { describe, expect, it } from "vitest";
import { sql } from "../support/database-client";
import { send } from "../support/http";
import { caughtUp, changesPath, type FeedItem, type FeedPage } from "../support/mirror";
import { dataOf, type Made, openOrganization } from "../support/organization";
import { entityOf, grantsOf } from "../support/organization-file";

const acme = await openOrganization("keys");
const file = structuredClone(acme.file);
const text = (key: string, more = {}) => ({ key, label: key, type: "text", ...more });
const FIELDS = [
  text("name", { required: true }),
  text("team"),
  text("note"),
  text("code", { unique: true }),
  { key: "number", label: "Number", type: "integer", unique: true },
  text("seal", { unique: true, readVerb: "readSeal" }),
];
file.entities.push(entityOf("parts", "Part", FIELDS, { uniqueLabel: true }));
const EVERY = ["list", "create", "update", "delete"];
const inTeam = (team: string, ...verbs: string[]) => ({ entity: "parts", verbs, where: ["team", "eq", team] });
grantsOf(file, "everything").push({ entity: "parts", verbs: [...EVERY, "readSeal"] });
grantsOf(file, "writer").push({ entity: "parts", verbs: EVERY });
grantsOf(file, "redTeam").push(inTeam("red", "list"));
grantsOf(file, "partial").push({ entity: "parts", verbs: ["list"] }, inTeam("red", "readSeal"));
await acme.apply(file);

let names = 0;
const create = (data: Record<string, unknown>): Promise<Made> =>
  acme.create("ada", "parts", { name: `part ${++names}`, ...data });
const headers = { "if-match": "*" };
const update = async ({ path }: Made, data: Record<string, unknown>) => {
  const answer = await acme.call("ada", { method: "PATCH", path, headers, json: { data } });
  expect(answer.status, answer.text).toBe(200);
};
const remove = async ({ path }: Made) => {
  const answer = await acme.call("ada", { method: "DELETE", path, headers });
  expect(answer.status, answer.text).toBe(200);
};

class Follower {
  private constructor(
    private readonly token: string,
    private cursor: string,
  ) {}

  static async of(token: string): Promise<Follower> {
    await caughtUp();
    const answer = await send(acme.origin, { path: changesPath("parts"), token });
    return new Follower(token, dataOf<FeedPage>(answer).nextCursor);
  }

  async next(query = ""): Promise<FeedPage> {
    await caughtUp();
    const path = `${changesPath("parts")}?cursor=${this.cursor}${query}`;
    const answer = await send(acme.origin, { path, token: this.token });
    expect(answer.status, answer.text).toBe(200);
    const page = dataOf<FeedPage>(answer);
    this.cursor = page.nextCursor;
    return page;
  }
}
const follow = (name: Parameters<typeof acme.token>[0]) => Follower.of(acme.token(name));
const keysOf = (items: FeedItem[]) => items.map((item) => (item.type === "removed" ? item.keys : item.record.data));

describe("the keys of a removal", () => {
  it("are the unique values of the deleted record, without empty ones", async () => {
    const [whole, bare] = [await create({ code: "a-1", number: 5128581, seal: "s-1" }), await create({ code: null })];
    const follower = await follow("ada");
    await remove(whole);
    await remove(bare);
    expect(keysOf((await follower.next()).items)).toEqual([
      { name: "part 1", code: "a-1", number: 5128581, seal: "s-1" },
      { name: "part 2" },
    ]);
  });

  it("are included whatever `fields` selects", async () => {
    const part = await create({ code: "picked" });
    const follower = await follow("wim");
    await remove(part);
    expect(keysOf((await follower.next("&fields=team")).items)).toEqual([{ name: `part ${names}`, code: "picked" }]);
  });

  it("lack what the caller cannot read: by its role, by its token, or on this record", async () => {
    const [red, blue] = [await create({ team: "red", seal: "s-red" }), await create({ team: "blue", seal: "s-blue" })];
    const limited = await acme.issue("ada", {
      limits: { deniedFields: [{ entity: "parts", fields: ["name", "seal"] }] },
    });
    const [byRole, byToken, onRed] = [await follow("wim"), await Follower.of(limited.text), await follow("par")];
    await remove(red);
    await remove(blue);
    const [redName, blueName] = [`part ${names - 1}`, `part ${names}`];
    expect(keysOf((await byRole.next()).items)).toEqual([{ name: redName }, { name: blueName }]);
    expect(keysOf((await byToken.next()).items)).toEqual([{}, {}]);
    expect(keysOf((await onRed.next()).items)).toEqual([{ name: redName, seal: "s-red" }, { name: blueName }]);
  });

  it("are the last ones that the caller could see, never those that the record has now", async () => {
    const part = await create({ team: "red", code: "seen" });
    const follower = await follow("red");
    await update(part, { team: "blue", code: "unseen", name: "out of sight" });
    await update(part, { code: "unseen, too" });
    const { items } = await follower.next();
    expect(items).toEqual([
      {
        type: "removed",
        id: part.id,
        entityKey: "parts",
        keys: { name: `part ${names}`, code: "seen" },
        at: expect.any(String),
      },
    ]);
  });

  it("are those that a follower has, then those that it gets by reading ahead, if they changed before the deletion", async () => {
    const part = await create({ code: "known" });
    const follower = await follow("wim");
    await update(part, { code: "read ahead" });
    await remove(part);
    const [first, second] = [await follower.next(), await follower.next()];
    const name = `part ${names}`;
    expect([keysOf(first.items), first.more]).toEqual([[{ name, code: "known" }], true]);
    expect([keysOf(second.items), second.more]).toEqual([[{ name, code: "read ahead" }], false]);
  });

  it("lack a text of more than a thousand characters", async () => {
    const [longest, longer] = [await create({ code: "é".repeat(1_000) }), await create({ code: "é".repeat(1_001) })];
    const follower = await follow("wim");
    await remove(longest);
    await remove(longer);
    expect(keysOf((await follower.next()).items)).toEqual([
      { name: `part ${names - 1}`, code: "é".repeat(1_000) },
      { name: `part ${names}` },
    ]);
  });

  it("lack what the change did not store, as one by a former version of the service", async () => {
    const part = await create({ team: "red", code: "unsaid" });
    const follower = await follow("red");
    await remove(part);
    await sql("update changes set before = before - '{name,code,number,seal}'::text[] where record_id = $1", [part.id]);
    expect(keysOf((await follower.next()).items)).toEqual([{}]);
  });

  it("include a field from the configuration that makes it unique, and exclude one that is no longer unique", async () => {
    const changed = structuredClone(file);
    const fields = changed.entities.find(({ key }) => key === "parts")?.fields ?? [];
    Object.assign(fields.find(({ key }) => key === "note") ?? {}, { unique: true });
    Object.assign(fields.find(({ key }) => key === "number") ?? {}, { unique: false });
    const [before, after] = [await create({ note: "then", number: 1 }), await create({ note: "now", number: 2 })];
    const follower = await follow("wim");
    await remove(before);
    await acme.apply(changed);
    await remove(after);
    const page = await follower.next();
    await acme.apply(file);
    expect(page.reset).toBe(false);
    expect(keysOf(page.items)).toEqual([{ name: `part ${names - 1}` }, { name: `part ${names}`, note: "now" }]);
  });
});

describe("`at`", () => {
  it("is the time of the newest change that the item reports", async () => {
    const [changed, removed] = [await create({ code: "changed at" }), await create({ code: "removed at" })];
    const follower = await follow("wim");
    await update(changed, { team: "red" });
    await remove(removed);
    await update(changed, { team: "blue" });
    const { items } = await follower.next();
    const rows = await sql<{ record_id: string; at: Date }>(
      "select record_id, max(at) as at from changes where record_id in ($1, $2) group by 1",
      [changed.id, removed.id],
    );
    const newest = Object.fromEntries(rows.map(({ record_id, at }) => [record_id, at.toISOString()]));
    expect(items.map(({ at }) => at)).toEqual([newest[removed.id], newest[changed.id]]);
    const [, item] = items;
    const { updated = "" } = item?.type === "changed" ? item.record : {};
    expect(Date.parse(item?.at ?? "") - Date.parse(updated)).toBeGreaterThanOrEqual(0);
  });

  it("reveals nothing about changes that the caller could not see", async () => {
    const part = await create({ team: "red" });
    const follower = await follow("red");
    await update(part, { team: "blue" });
    const [left] = await sql<{ at: Date }>("select max(at) as at from changes where record_id = $1", [part.id]);
    await update(part, { code: "out of sight, later" });
    expect((await follower.next()).items.map(({ at }) => at)).toEqual([left?.at.toISOString()]);
  });
});
