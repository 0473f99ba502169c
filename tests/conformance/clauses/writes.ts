/**
 * One record made, changed, fought over and deleted (spec: Create, Update, Delete). Asked for by `--write --entity KEY` only;
 * touches no record but its own, and removes that even when a clause fails.
 */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Block } from "../../support/event-stream";
import { type Clause, Inapplicable } from "../clause";
import { expectEnvelope, expectError, NO_FIELD } from "../expectations";
import { madeUpData } from "../made-up-data";
import type { Entity, Field, RecordView, Session } from "../session";

type Target = { path: string; entityKey: string; permissions: Entity["permissions"]; fields: Field[] };
type Own = { path: string; view: RecordView; etag: string };

const onOwnRecord = (
  chapter: string,
  says: string,
  check: (session: Session, own: Own, target: Target) => Promise<void>,
): Clause => ({
  chapter,
  says,
  check: async (session) => {
    const target = await findTarget(session);
    const own = await create(session, target);
    try {
      await check(session, own, target);
    } finally {
      await session.ask({ method: "DELETE", path: own.path, headers: { "if-match": "*" } });
    }
  },
});

export const WRITES: Clause[] = [
  onOwnRecord(
    "Create",
    "A created record is 201 with Location and ETag, and is read as it was answered.",
    async (session, own, target) => {
      expectEnvelope(own.view, target.entityKey);
      expect(await session.data<RecordView>({ path: own.path })).toEqual(own.view);
    },
  ),
  onOwnRecord(
    "Create",
    "A body without data, with more than data, or with a field that is unknown is refused.",
    async (session, _, { path }) => {
      for (const json of [
        {},
        [],
        { data: null },
        { data: [] },
        { data: {}, more: 1 },
        { data: { [NO_FIELD]: 1 } },
        { data: { id: "x" } },
      ]) {
        expectError(await session.ask({ method: "POST", path, json }), 400, "INVALID_BODY");
      }
    },
  ),
  onOwnRecord(
    "Update",
    "Without If-Match it is 428, with another version 412, and neither changes anything.",
    async (session, own) => {
      const json = { data: {} };
      expectError(await session.ask({ method: "PATCH", path: own.path, json }), 428, "PRECONDITION_REQUIRED");
      for (const tag of ['"other"', `W/${own.etag}`, own.view.versionId, '"*"']) {
        const answer = await session.ask({ method: "PATCH", path: own.path, json, headers: { "if-match": tag } });
        expectError(answer, 412, "PRECONDITION_FAILED");
      }
      expect(await session.data<RecordView>({ path: own.path })).toEqual(own.view);
    },
  ),
  onOwnRecord(
    "Update",
    "Of two updates with one version, one is 200 with a new version, and the other 412.",
    async (session, own, target) => {
      const changes = [await changeOf(target, own), await changeOf(target, own)];
      const answers = await Promise.all(
        changes.map((data) =>
          session.ask({ method: "PATCH", path: own.path, json: { data }, headers: { "if-match": own.etag } }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const winner = answers.findIndex(({ status }) => status === 200);
      const now = await session.ask({ path: own.path });
      expect(now.headers.etag).toBe(answers[winner]?.headers.etag);
      expect(now.headers.etag).not.toBe(own.etag);
      expect((now.json as { data: RecordView }).data.data).toMatchObject(changes[winner] ?? {});
    },
  ),
  onOwnRecord("Update", "An update that changes nothing keeps the version.", async (session, own, target) => {
    const [key] = Object.keys(await changeOf(target, own));
    const json = { data: { [String(key)]: own.view.data[String(key)] ?? null } };
    const answer = await session.ask({ method: "PATCH", path: own.path, json, headers: { "if-match": "*" } });
    expect([answer.status, answer.headers.etag]).toEqual([200, own.etag]);
  }),
  onOwnRecord(
    "Delete",
    "Without If-Match 428, with another version 412, with its own 200, and then 404.",
    async (session, own, { entityKey }) => {
      const remove = (headers: Record<string, string>) => session.ask({ method: "DELETE", path: own.path, headers });
      expectError(await remove({}), 428, "PRECONDITION_REQUIRED");
      expectError(await remove({ "if-match": '"other"' }), 412, "PRECONDITION_FAILED");
      const done = await remove({ "if-match": own.etag });
      expect(done.json).toEqual({ data: { id: own.view.id, entityKey, deleted: true } });
      expectError(await remove({ "if-match": "*" }), 404, "RECORD_NOT_FOUND");
    },
  ),
  onOwnRecord(
    "Create",
    "The same Idempotency-Key makes one record, and another body is refused.",
    async (session, _, target) => {
      const headers = { "idempotency-key": `conformance-${randomUUID()}` };
      const json = { data: await madeUpData(session, target.fields) };
      const ask = (body: unknown) => session.ask({ method: "POST", path: target.path, headers, json: body });
      const first = await ask(json);
      try {
        expect(first.status).toBe(201);
        expect((await ask(json)).json).toEqual(first.json);
        expectError(await ask({ data: { [NO_FIELD]: 1 } }), 400, "INVALID_BODY");
      } finally {
        const { id } = (first.json as { data?: { id?: string } }).data ?? {};
        if (id !== undefined)
          await session.ask({ method: "DELETE", path: `${target.path}/${id}`, headers: { "if-match": "*" } });
      }
    },
  ),
  onOwnRecord(
    "Dry run",
    "A rehearsed update and delete are answered as they would be, and change nothing.",
    async (session, own, target) => {
      const headers = { "if-match": own.etag };
      const json = { data: await changeOf(target, own) };
      const path = `${own.path}?dryRun=true`;
      const changed = await session.ask({ method: "PATCH", path, headers, json });
      expect([changed.status, changed.headers["x-dry-run"]]).toEqual([200, "true"]);
      const removed = await session.ask({ method: "DELETE", path, headers });
      expect([removed.status, removed.headers["x-dry-run"]]).toEqual([200, "true"]);
      expect(await session.data<RecordView>({ path: own.path })).toEqual(own.view);
    },
  ),
  onOwnRecord(
    "Batch",
    "An update that is refused keeps an atomic batch from writing anything; not atomic, it is told apart.",
    async (session, own, target) => {
      const data = await changeOf(target, own);
      const operations = [
        { op: "update", id: own.view.id, ifMatch: own.view.versionId, data },
        { op: "create", data: { [NO_FIELD]: 1 } },
      ];
      const ask = (atomic: boolean) =>
        session.ask({ method: "POST", path: `${target.path}/batch`, json: { operations, atomic } });
      expectError(await ask(true), 400, "INVALID_BODY");
      expect(await session.data<RecordView>({ path: own.path })).toEqual(own.view);
      const { results } = ((await ask(false)).json as { data: { results: { status: number }[] } }).data;
      expect(results.map(({ status }) => status)).toEqual([200, 400]);
      expect((await session.data<RecordView>({ path: own.path })).data).toMatchObject(data);
    },
  ),
  onOwnRecord(
    "Changes",
    "A change and a deletion are told behind the cursor that was taken before them.",
    async (session, own, target) => {
      const path = `/entities/${encodeURIComponent(target.entityKey)}/changes`;
      const begun = await session.data<FeedPage>({ path });
      const json = { data: await changeOf(target, own) };
      const changed = await session.ask({ method: "PATCH", path: own.path, headers: { "if-match": own.etag }, json });
      const { data } = changed.json as { data: RecordView };
      expect(await untilTold(session, `${path}?cursor=${begun.nextCursor}`, own)).toEqual({
        type: "changed",
        record: data,
        at: TIME,
      });
      const between = await session.data<FeedPage>({ path });
      await session.ask({ method: "DELETE", path: own.path, headers: { "if-match": "*" } });
      const { id } = own.view;
      const removed = { type: "removed", id, entityKey: target.entityKey, keys: keysOf(target, data), at: TIME };
      expect(await untilTold(session, `${path}?cursor=${between.nextCursor}`, own)).toEqual(removed);
    },
  ),
  onOwnRecord(
    "Changes",
    "A stream tells a change as the feed does, and with its id as Last-Event-ID the next one tells what follows.",
    async (session, own, target) => {
      const path = `/entities/${encodeURIComponent(target.entityKey)}/changes`;
      const { nextCursor } = await session.data<FeedPage>({ path });
      const json = { data: await changeOf(target, own) };
      const changed = await session.ask({ method: "PATCH", path: own.path, headers: { "if-match": own.etag }, json });
      const { data } = changed.json as { data: RecordView };
      const isOwn = (block: Block) => {
        const { id, record } = (block.data ?? {}) as FeedItem;
        return (id ?? record?.id) === own.view.id;
      };
      // Behind it comes the id of its page, if it has none itself.
      const isTold = (blocks: Block[]) => {
        const place = blocks.findIndex(isOwn);
        return place >= 0 && blocks.slice(place).some(({ id }) => id !== undefined);
      };
      const first = await session.events(`${path}?cursor=${nextCursor}`, {}, isTold);
      const told = first.blocks.find(isOwn);
      expect([first.status, told?.event, told?.data]).toEqual([
        200,
        "changed",
        { type: "changed", record: data, at: TIME },
      ]);
      const lastId = first.blocks.findLast(({ id }) => id !== undefined)?.id ?? "";
      await session.ask({ method: "DELETE", path: own.path, headers: { "if-match": "*" } });
      const next = await session.events(`${path}?cursor=${nextCursor}`, { "last-event-id": lastId }, isTold);
      expect(next.blocks.filter(isOwn).map(({ event }) => event)).toEqual(["removed"]);
    },
  ),
];

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The values by which no other record is. */
function keysOf({ fields }: Target, { data }: RecordView): Record<string, unknown> {
  const unique = fields.filter((field) => field.unique && (data[field.key] ?? null) !== null);
  return Object.fromEntries(unique.map(({ key }) => [key, data[key]]));
}

type FeedItem = { type: string; id?: string; record?: RecordView };
type FeedPage = { items: FeedItem[]; nextCursor: string; more: boolean; reset: boolean };

/** What the feed tells of the record, which may take a moment: an open transaction of somebody else holds it back. */
async function untilTold(session: Session, path: string, { view }: Own): Promise<FeedItem | undefined> {
  for (let look = 0; look < 50; look += 1) {
    const { items } = await session.data<FeedPage>({ path: `${path}&limit=500&wait=1` });
    const item = items.find(({ id, record }) => (id ?? record?.id) === view.id);
    if (item !== undefined) return item;
  }
  return undefined;
}

/** Throws Inapplicable where the token could not clean up after itself. */
async function findTarget(session: Session): Promise<Target> {
  const { writable } = session;
  const entity = (await session.entities()).find(({ entityKey }) => entityKey === writable);
  if (entity === undefined) throw new Inapplicable(`the token can use no entity ${writable}`);
  const denied = Object.entries(entity.permissions).filter(([, held]) => !held);
  if (denied.length > 0)
    throw new Inapplicable(`the token may not ${denied.map(([verb]) => verb).join(", ")} records of ${writable}`);
  const base = `/entities/${encodeURIComponent(entity.entityKey)}`;
  const { fields } = await session.data<{ fields: Field[] }>({ path: base });
  return { path: `${base}/records`, entityKey: entity.entityKey, permissions: entity.permissions, fields };
}

async function create(session: Session, { path, fields }: Target): Promise<Own> {
  const answer = await session.ask({ method: "POST", path, json: { data: await madeUpData(session, fields) } });
  if (answer.status !== 201) throw new Error(`a record could not be created: ${answer.status} ${answer.text}`);
  const view = (answer.json as { data: RecordView }).data;
  const own = { path: `${path}/${view.id}`, view, etag: `"${view.versionId}"` };
  expect(answer.headers.etag).toBe(own.etag);
  expect(String(answer.headers.location).endsWith(own.path)).toBe(true);
  return own;
}

/** A new value for some text of the record. Throws Inapplicable where there is none that the token may write and read. */
async function changeOf({ fields }: Target, own: Own): Promise<Record<string, string>> {
  const field = fields.find(({ key, type, updateable }) => type === "text" && updateable && key in own.view.data);
  if (field === undefined) throw new Inapplicable("the entity has no text field that the token may change");
  return { [field.key]: `conformance ${randomUUID()}`.slice(0, field.maxLength ?? undefined) };
}
