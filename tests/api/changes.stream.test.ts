/** GET /entities/:entityKey/changes as a stream of events (docs/contract.md, Streams). */
import { randomBytes } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { sql } from "../support/database-client";
import { type EventStream, openEvents } from "../support/event-stream";
import { send } from "../support/http";
import { caughtUp, changesPath, type FeedPage } from "../support/mirror";
import { dataOf, errorOf, type Made, openOrganization, recordsPath } from "../support/organization";
import type { MemberName } from "../support/organization-file";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization("streams");
const row = rowsOf(acme);
const STREAM = { accept: "text/event-stream" };
const CURSOR = /^[\w-]{40,}$/;

type Asked = { as?: MemberName; token?: string; entity?: string; query?: string; lastEventId?: string };

async function streamOf({ as = "rea", token, entity = "samples", query = "", lastEventId }: Asked = {}) {
  const stream = await openEvents(acme.origin, {
    path: `${changesPath(entity)}${query}`,
    token: token ?? acme.token(as),
    ...(lastEventId === undefined ? {} : { headers: { "last-event-id": lastEventId } }),
  });
  onTestFinished(stream.close);
  expect(stream.status).toBe(200);
  return stream;
}

/** One that begins now and has its first id. */
async function freshStream(asked: Asked = {}) {
  await caughtUp();
  const stream = await streamOf(asked);
  await expect.poll(() => stream.lastId()).toMatch(CURSOR);
  return stream;
}

async function cursorOf(as: MemberName = "rea", entity = "samples"): Promise<string> {
  await caughtUp();
  return dataOf<FeedPage>(await acme.call(as, { path: changesPath(entity) })).nextCursor;
}

async function pageFrom(cursor: string): Promise<FeedPage> {
  await caughtUp();
  return dataOf<FeedPage>(await acme.call("rea", { path: `${changesPath("samples")}?cursor=${cursor}&limit=500` }));
}

const create = (name: string) => acme.create("ada", "samples", { name });
const remove = async ({ path }: Made) => {
  const answer = await acme.remove("ada", path);
  expect(answer.status).toBe(200);
};
const namesIn = (stream: EventStream) =>
  stream
    .events()
    .map(({ data }) => (data as { record?: { data: { name?: string; title?: string } } }).record?.data.name);

describe("200", () => {
  it("a fresh stream sends at once its retry delay and starting position", async () => {
    const stream = await freshStream();
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
      vary: expect.stringMatching(/\baccept, authorization$/),
      "x-request-id": expect.any(String),
      "x-ratelimit-remaining": expect.stringMatching(/^\d+$/),
    });
    expect(stream.headers).not.toHaveProperty("content-length");
    const [retry, place, ...more] = stream.blocks;
    expect(retry).toEqual({ retry: expect.stringMatching(/^[123]\d{3}$/) });
    expect(place).toEqual({ id: expect.stringMatching(CURSOR) });
    expect(more).toEqual([]);
  });

  it("sends the items of a page as events, the last one with the cursor", async () => {
    const gone = await create("gone");
    const cursor = await cursorOf();
    await create("first");
    await create("second");
    await remove(gone);
    const page = await pageFrom(cursor);
    const stream = await streamOf({ query: `?cursor=${cursor}` });
    const events = await stream.untilEvents(3);
    expect(events).toEqual([
      { event: "removed", data: page.items[0] },
      { event: "changed", data: page.items[1] },
      { event: "changed", data: page.items[2], id: expect.stringMatching(CURSOR) },
    ]);
    expect(page.items[0]).toMatchObject({ type: "removed", id: gone.id });
    expect(namesIn(stream)).toEqual([undefined, "first", "second"]);
    expect((await pageFrom(stream.lastId())).items).toEqual([]);
  });

  it("sends what is written while it is open, a moment later", async () => {
    const stream = await freshStream();
    const made = await create("while open");
    await stream.untilEvents(1);
    const data = { type: "changed", record: await acme.read("rea", made.path), at: expect.any(String) };
    expect(stream.events()).toEqual([{ event: "changed", id: expect.stringMatching(CURSOR), data }]);
    await remove(made);
    const [, removed] = await stream.untilEvents(2);
    expect(removed).toMatchObject({ event: "removed", data: { type: "removed", id: made.id, entityKey: "samples" } });
  });

  it("continues after the last id, which overrides the cursor of the URL", async () => {
    const early = await cursorOf();
    await create("told");
    const late = await cursorOf();
    await create("not told");
    const stream = await streamOf({ query: `?cursor=${early}`, lastEventId: late });
    await stream.untilEvents(1);
    expect(namesIn(stream)).toEqual(["not told"]);
    const again = await streamOf({ query: `?cursor=${early}`, lastEventId: stream.lastId() });
    await create("later");
    await again.untilEvents(1);
    expect(namesIn(again)).toEqual(["later"]);
  });

  it("advances its position past what the caller cannot see", async () => {
    const stream = await freshStream({ as: "red", entity: "notes" });
    const first = stream.lastId();
    await acme.create("ada", "notes", { title: "unseen", team: "blue" });
    await expect.poll(() => stream.lastId()).not.toBe(first);
    expect(stream.events()).toEqual([]);
    await acme.create("ada", "notes", { title: "seen", team: "red" });
    const [event] = await stream.untilEvents(1);
    expect(event?.data).toMatchObject({ record: { data: { title: "seen" } } });
  });

  it("shows the fields that it was asked for", async () => {
    const stream = await freshStream({ query: "?fields=name&wait=20" });
    await create("picked");
    const [event] = await stream.untilEvents(1);
    expect(event?.data).toHaveProperty("record.data", { name: "picked" });
  });

  it("restarts from now if the feed does, and says so", async () => {
    const others = await cursorOf("red", "notes");
    const stream = await streamOf({ entity: "notes", query: `?cursor=${others}` });
    const [reset] = await stream.untilEvents(1);
    expect(reset).toEqual({ event: "reset", data: { type: "reset" }, id: expect.stringMatching(CURSOR) });
    await acme.create("ada", "notes", { title: "after the reset", team: "blue" });
    await stream.untilEvents(2);
    expect(stream.events()[1]?.data).toMatchObject({ record: { data: { title: "after the reset" } } });
  });

  it("is not compressed", async () => {
    const stream = await openEvents(acme.origin, {
      path: changesPath("samples"),
      token: acme.token("rea"),
      headers: { "accept-encoding": "gzip, br" },
    });
    onTestFinished(stream.close);
    expect(stream.headers).not.toHaveProperty("content-encoding");
    await expect.poll(() => stream.blocks.length).toBe(2);
  });

  it("HEAD returns its headers and opens no stream", async () => {
    const path = changesPath("samples");
    for (let index = 0; index < 5; index += 1) {
      const answer = await acme.call("rea", { method: "HEAD", path, headers: STREAM });
      expect([answer.status, answer.text]).toEqual([200, ""]);
      expect(answer.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
      expect(answer.headers["x-accel-buffering"]).toBe("no");
    }
  });

  row("is JSON for who prefers it", {
    request: { path: changesPath("samples"), as: "rea", headers: { accept: "application/json, text/event-stream" } },
    expect: { status: 200, data: { items: [], nextCursor: expect.any(String), more: false, reset: false } },
  });
});

describe("an end", () => {
  type Ended = { id: string; memberId: string };
  async function expectEnd(change: (token: Ended) => Promise<unknown>, as: MemberName) {
    const issued = await acme.issue(as);
    const stream = await freshStream({ token: issued.text });
    await change(issued);
    await create("too late");
    expect(await stream.untilEnd()).toBe("whole");
    expect(stream.events()).toEqual([]);
    return send(acme.origin, { path: changesPath("samples"), token: issued.text, headers: STREAM });
  }

  const expire = ({ id }: Ended) => sql("update tokens set expires = now() where id = $1", [id]);
  const deactivate = ({ memberId }: Ended) => sql("update members set active = false where id = $1", [memberId]);
  it.each([
    ["the token is revoked", ({ id }: Ended) => acme.revoke(id), "rea", "TOKEN_REVOKED"],
    ["it expires", expire, "rea", "TOKEN_EXPIRED"],
    ["its owner is deactivated", deactivate, "wim", "OWNER_INACTIVE"],
  ] as const)("follows when %s", async (_, change, as, code) => {
    const answer = await expectEnd(change, as);
    expect([answer.status, errorOf(answer).code]).toEqual([401, code]);
  });

  it("follows when the token can be used from elsewhere only, and when it loses the verb", async () => {
    const limits = (token: { id: string }, value: object) =>
      sql("update tokens set limits = $2 where id = $1", [token.id, JSON.stringify(value)]);
    const elsewhere = { allowedAddresses: ["192.0.2.1"], deniedFields: {}, requestsPerMinute: null };
    expect((await expectEnd((token) => limits(token, elsewhere), "rea")).status).toBe(401);
    const scopes = JSON.stringify([{ entity: "samples", verbs: ["create"] }]);
    const answer = await expectEnd(({ id }) => sql("update tokens set scopes = $2 where id = $1", [id, scopes]), "ada");
    expect([answer.status, errorOf(answer).code]).toEqual([403, "PERMISSION_DENIED"]);
  });
});

it("permissions that change apply to the next event, after a reset", async () => {
  const stream = await freshStream({ as: "red", entity: "notes" });
  const changed = structuredClone(acme.file);
  const grant = changed.roles.find(({ key }) => key === "redTeam")?.grants[0];
  if (grant !== undefined) grant.where = ["team", "eq", "blue"];
  await acme.apply(changed);
  const [reset] = await stream.untilEvents(1);
  expect(reset).toEqual({ event: "reset", data: { type: "reset" }, id: expect.stringMatching(CURSOR) });
  await acme.create("ada", "notes", { title: "still red", team: "red" });
  await acme.create("ada", "notes", { title: "now blue", team: "blue" });
  const [, event] = await stream.untilEvents(2);
  expect(event?.data).toMatchObject({ record: { data: { title: "now blue" } } });
  await acme.apply(acme.file);
  expect(await stream.untilEvents(3)).toHaveLength(3);
  expect(stream.events()[2]?.event).toBe("reset");
});

describe("limits", () => {
  it("a token can have four streams, and another once one is closed", async () => {
    const { text: token } = await acme.issue("rea");
    const streams = [];
    for (let index = 0; index < 4; index += 1) streams.push(await freshStream({ token }));
    const fifth = { path: changesPath("samples"), token, headers: STREAM };
    const refused = await send(acme.origin, fifth);
    expect([refused.status, errorOf(refused).code, refused.headers["retry-after"]]).toEqual([429, "RATE_LIMITED", "5"]);
    expect(errorOf(refused).message).toBe(
      "This token already has 4 open streams, its maximum in a process. Close one, or follow with wait= instead.",
    );
    expect((await send(acme.origin, { ...fifth, headers: {} })).status).toBe(200);
    streams[0]?.close();
    const again = async () => {
      const stream = await openEvents(acme.origin, { path: fifth.path, token });
      onTestFinished(stream.close);
      return stream.status;
    };
    await expect.poll(again).toBe(200);
  });

  it("each 100 items count as one more request, for which the stream waits", async () => {
    const { text: token } = await acme.issue("rea", { limits: { requestsPerMinute: 3 } });
    const cursor = await cursorOf();
    const names = Array.from({ length: 350 }, (_, index) => `counted ${index} ${randomBytes(4).toString("hex")}`);
    const operations = names.map((name) => ({ op: "create", data: { name } }));
    const written = await acme.post("ada", `${recordsPath("samples")}/batch`, { operations });
    expect(written.status).toBe(200);
    await caughtUp();
    const stream = await streamOf({ token, query: `?cursor=${cursor}` });
    await stream.untilEvents(300);
    // The connection and two hundreds: the third finds no room.
    expect((await send(acme.origin, { path: "/me", token })).status).toBe(429);
    expect(stream.events()).toHaveLength(300);
    expect(stream.end()).toBeNull();
  });
});

describe("a refusal comes before the stream, as JSON", () => {
  const path = changesPath("samples");
  for (const [name, request, status, code] of [
    ["no token", { path, as: null }, 401, "INVALID_TOKEN"],
    ["no verb", { path, as: "cleo" }, 403, "PERMISSION_DENIED"],
    ["a wrong cursor", { path: `${path}?cursor=abc`, as: "rea" }, 400, "INVALID_CURSOR"],
  ] as const) {
    row(name, { request: { ...request, headers: STREAM }, expect: { status, code } });
  }

  row("a last id that is none", {
    request: { path, as: "rea", headers: { ...STREAM, "last-event-id": "abc" } },
    expect: { status: 400, code: "INVALID_CURSOR" },
  });
});
