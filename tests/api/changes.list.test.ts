/** GET /entities/:entityKey/changes (docs/contract.md, Changes). */
import { describe, expect, it } from "vitest";
import { sql } from "../support/database-client";
import { caughtUp, changesPath, type FeedItem, type FeedPage } from "../support/mirror";
import { dataOf, type Made, openOrganization } from "../support/organization";
import type { MemberName } from "../support/organization-file";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);

const pageFor = async (as: MemberName, entity: string, cursor: string | null, query = "") => {
  const answer = await acme.call(as, {
    path: `${changesPath(entity)}?${cursor === null ? "" : `cursor=${cursor}`}${query}`,
  });
  expect(answer.status, answer.text).toBe(200);
  return dataOf<FeedPage>(answer);
};
/** Behind everything so far: an open transaction of another test holds the feed back for a moment. */
async function cursorOf(as: MemberName, entity: string): Promise<string> {
  await caughtUp();
  return (await pageFor(as, entity, null)).nextCursor;
}
/** Everything by now. */
async function told(as: MemberName, entity: string, cursor: string, query = ""): Promise<FeedPage> {
  await caughtUp();
  return pageFor(as, entity, cursor, query);
}

const brief = (items: FeedItem[]) =>
  items.map((item) =>
    item.type === "changed" ? `${item.record.data.title ?? item.record.data.name}` : `removed ${item.id}`,
  );

const update = async (record: Made, data: Record<string, unknown>) => {
  const answer = await acme.update("ada", record.path, data);
  expect(answer.status, answer.text).toBe(200);
};
const remove = async (record: Made) => {
  const answer = await acme.remove("ada", record.path);
  expect(answer.status, answer.text).toBe(200);
};

describe("200", () => {
  row("without a cursor it tells nothing, and gives one that stands at now", {
    given: () => acme.create("ada", "samples", { name: "before" }),
    request: { path: changesPath("samples"), as: "rea" },
    expect: { status: 200, data: { items: [], nextCursor: expect.any(String), more: false, reset: false } },
  });

  it("reports created, changed and deleted records, each in its newest state", async () => {
    const [created, changed, removed] = [
      await acme.create("ada", "samples", { name: "created" }),
      await acme.create("ada", "samples", { name: "changed" }),
      await acme.create("ada", "samples", { name: "removed" }),
    ];
    const cursor = await cursorOf("rea", "samples");
    const made = await acme.create("ada", "samples", { name: "made" });
    await update(changed, { text: "once" });
    await update(changed, { text: "twice" });
    await remove(removed);
    const page = await told("rea", "samples", cursor);
    const current = await acme.read("rea", changed.path);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(page.items).toEqual([
      { type: "removed", id: removed.id, entityKey: "samples", keys: {}, at },
      { type: "changed", record: await acme.read("rea", made.path), at },
      { type: "changed", record: current, at },
    ]);
    expect(current.data.text).toBe("twice");
    expect([page.more, page.reset]).toEqual([false, false]);
    expect(brief(page.items)).not.toContain(created.id);
  });

  it("returns the same cursor if nothing changed, from which later changes follow", async () => {
    const cursor = await cursorOf("rea", "samples");
    const empty = { items: [], nextCursor: cursor, more: false, reset: false };
    expect(await pageFor("rea", "samples", cursor)).toEqual(empty);
    expect(await pageFor("rea", "samples", cursor, "&wait=1")).toEqual(empty);
    await acme.create("ada", "samples", { name: "later" });
    const page = await told("rea", "samples", cursor);
    expect(brief(page.items)).toEqual(["later"]);
    expect(page.nextCursor).not.toBe(cursor);
  });

  it("tells what came into sight as changed, what left it as removed, and what was never in it not at all", async () => {
    const note = (title: string, team: string) => acme.create("ada", "notes", { title, team });
    const [comes, goes, stays] = [await note("comes", "blue"), await note("goes", "red"), await note("stays", "red")];
    const blue = await note("blue", "blue");
    const cursor = await cursorOf("red", "notes");
    await update(comes, { team: "red" });
    await update(goes, { team: "blue" });
    await update(stays, { body: "changed" });
    await update(blue, { body: "changed" });
    await remove(blue);
    const flits = await note("flits", "blue");
    await update(flits, { team: "red" });
    await update(flits, { team: "blue" });
    const page = await told("red", "notes", cursor);
    expect(brief(page.items)).toEqual([`removed ${goes.id}`, `removed ${flits.id}`, "comes", "stays"]);
    expect(page.items[2]).toMatchObject({ type: "changed", record: await acme.read("red", comes.path) });
  });

  it("reports a deletion only to those who saw the record, also if that depends on its creator", async () => {
    const own = await acme.create("ann", "notes", { title: "by ann" });
    const cursors = { red: await cursorOf("red", "notes"), rea: await cursorOf("rea", "notes") };
    await remove(own);
    expect(brief((await told("rea", "notes", cursors.rea)).items)).toEqual([`removed ${own.id}`]);
    expect((await pageFor("red", "notes", cursors.red)).items).toEqual([]);
  });

  it("shows the fields that the caller can read, narrowed to the ones it picks", async () => {
    const cursor = await cursorOf("wim", "vault");
    await acme.create("ada", "vault", { name: "safe", pin: "1234", memo: "m" });
    const [item] = (await told("wim", "vault", cursor)).items;
    expect(item?.type === "changed" && Object.keys(item.record.data).sort()).toEqual(["name", "seal", "serial"]);
    const [picked] = (await told("wim", "vault", cursor, "&fields=name")).items;
    expect(picked?.type === "changed" && picked.record.data).toEqual({ name: "safe" });
  });

  it("waits for new changes, and returns none if none arrive", async () => {
    const cursor = await cursorOf("rea", "deals");
    const waiting = pageFor("rea", "deals", cursor, "&wait=20");
    await new Promise((resolve) => setTimeout(resolve, 300));
    await acme.create("ada", "deals", { title: "awaited" });
    const page = await waiting;
    expect(brief(page.items)).toEqual(["awaited"]);
    expect((await pageFor("rea", "deals", page.nextCursor, "&wait=1")).items).toEqual([]);
  });

  it("hides from a waiting caller what it can no longer see", async () => {
    const { id, text: token } = await acme.issue("rea");
    const { send } = await import("../support/http");
    const cursor = await cursorOf("rea", "samples");
    const waiting = send(acme.origin, { path: `${changesPath("samples")}?cursor=${cursor}&wait=20`, token });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await acme.revoke(id);
    await acme.create("ada", "samples", { name: "too late" });
    const answer = await waiting;
    expect([answer.status, answer.text.includes("too late")]).toEqual([401, false]);
  });
});

describe("a reset", () => {
  const resetPage = { items: [], nextCursor: expect.any(String), more: false, reset: true };

  it("follows from other permissions on the entity", async () => {
    const cursor = await cursorOf("red", "notes");
    expect(await pageFor("rea", "notes", cursor)).toEqual(resetPage);
    expect((await pageFor("red", "notes", cursor)).reset).toBe(false);
  });

  it("does not follow from another token, or another owner, of the same permissions", async () => {
    const cursor = await cursorOf("rea", "samples");
    expect((await pageFor("wim", "samples", cursor)).reset).toBe(false);
  });

  it("is caused by a change that does not record who could see the record before it", async () => {
    const note = await acme.create("ada", "notes", { title: "unsaid", team: "red" });
    const cursor = await cursorOf("red", "notes");
    await update(note, { title: "said" });
    // As a write would leave it that was at work under a configuration whose row scopes did not look at the team.
    await sql("update changes set before = before - 'team' where record_id = $1", [note.id]);
    expect(await told("red", "notes", cursor)).toMatchObject({ items: [], reset: true });
  });

  it("is caused by fields that come and go, even if they are the same again", async () => {
    const changed = structuredClone(acme.file);
    changed.entities.find(({ key }) => key === "vault")?.fields.push({ key: "extra", type: "text" });
    const before = await cursorOf("rea", "vault");
    await acme.apply(changed);
    expect((await pageFor("rea", "vault", before)).reset).toBe(true);
    const between = await cursorOf("rea", "vault");
    await acme.apply(acme.file);
    await acme.apply(changed);
    expect((await told("rea", "vault", between)).reset).toBe(true);
    await acme.apply(acme.file);
  });
});

describe("400 INVALID_CURSOR", () => {
  const OF_A_LIST = "AbKunEfZ_sHozwruwvnI98F4XYXqn7HRTUu5ZLHJmXuiwfemp8L480495o9I";
  row("one of a list", { path: `${changesPath("samples")}?cursor=${OF_A_LIST}`, as: "rea" }, "400 INVALID_CURSOR");

  row("one of another entity's feed", {
    given: () => cursorOf("rea", "accounts"),
    request: (cursor) => ({ path: `${changesPath("samples")}?cursor=${cursor}`, as: "rea" }),
    expect: { status: 400, code: "INVALID_CURSOR" },
  });

  row("one of another organization's feed", {
    given: async () => {
      const other = await openOrganization("other");
      return (await other.call("rea", { path: changesPath("samples") })).json as { data: FeedPage };
    },
    request: ({ data }) => ({ path: `${changesPath("samples")}?cursor=${data.nextCursor}`, as: "rea" }),
    expect: { status: 400, code: "INVALID_CURSOR" },
  });
});

for (const [query, code] of [
  ["limit=0", "INVALID_LIMIT"],
  ["wait=21", "INVALID_FILTERS"],
  ["fields=hidden", "FIELD_NOT_QUERYABLE"],
] as const) {
  row(`${query} is refused`, {
    request: { path: `${changesPath("samples")}?${query}`, as: "rea" },
    expect: { status: 400, code },
  });
}

describe("403 and 404", () => {
  row("without the verb list", { path: changesPath("samples"), as: "cleo" }, "403 PERMISSION_DENIED");
  row("of an entity that is not exposed", { path: changesPath("internal"), as: "ada" }, "404 ENTITY_NOT_FOUND");
});
