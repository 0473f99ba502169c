/**
 * For each endpoint of an entity a request that this caller can send, and what is shown as its response. Where the caller can
 * read a record, it is theirs: read through the pipeline, with their permissions. What a write responds is what its dry run
 * does. Elsewhere an example says that it is one.
 */
import type { EntityAccess } from "../../access/compile";
import { toEntityDescription } from "../../entities/view";
import type { JsonValue } from "../../model";
import { withDeadline } from "../../time/deadline";
import type { EndpointName } from "../endpoints/registry";
import { type EntityExamples, examplesOf } from "../openapi/entity/entity-examples";
import { beginOf } from "../openapi/entity/offered-entity";
import { CURSOR, RECORD_ID } from "../schemas/examples";
import { handleAs } from "./handle-as";
import { type Envelope, madeUpRecord, madeUpResponses, NOT_READABLE } from "./made-up-responses";
import type { MemberCaller } from "./member-caller";
import { fillPath, type SessionRequest, toApiRequest } from "./session-request";
import type { ExampleRequest } from "./snippets";

/** `body`: JSON text. `source`: how the service came to it now, or that it is made up. */
export type ShownResponse = { status: number; body: string; source: "read" | "dry run" | "made up" };

export type EntityExample = {
  /** The first record that the caller can list, and whose state lets it be written if there is one; null where there is none. */
  recordId: string | null;
  versionId: string | null;
  requestFor(endpoint: EndpointName, path: string, method: string): ExampleRequest;
  /** null where there is none to show. */
  responseOf(endpoint: EndpointName, status: number): ShownResponse | null;
};

const LIMIT = 1;

/** `address`: of whoever looks at the page. */
export async function exampleOf(caller: MemberCaller, access: EntityAccess, address: string): Promise<EntityExample> {
  const description = toEntityDescription(access, caller.access);
  const send = senderOf(caller, access.entity.key, address);
  const first = access.permissions.list ? await readFirst(send, access) : null;
  const record = first?.record ?? null;
  const recordIdOf = (entityKey: string | null) =>
    entityKey === access.entity.key && record !== null ? record.id : RECORD_ID;
  const examples = examplesOf(description, { recordIdOf, begin: beginOf(access) });
  const shown = record ?? madeUpRecord(access, examples);
  const read: Partial<Record<EndpointName, string | null>> = {
    "entities.describe": wrap(description),
    "records.list": first?.list ?? null,
    "records.read": first?.read ?? null,
    ...(record && (await readMore(send, examples))),
  };
  const rehearsed = await rehearseWrites(send, { access, examples, record });
  const made = madeUpResponses(access, shown, examples);
  return {
    recordId: record?.id ?? null,
    versionId: record?.versionId ?? null,
    requestFor: (name, path, method) => ({
      method,
      path: fillPath(path, { entityKey: access.entity.key, recordId: shown.id }),
      query: queryOf(name, first?.cursor ?? CURSOR),
      headers: headersOf(name, shown),
      body: bodyOf(name, examples),
    }),
    responseOf: (name, status) => {
      const body = read[name] ?? null;
      if (body !== null) return { status, body, source: "read" };
      const written = rehearsed[name] ?? null;
      if (written !== null) return { status, body: written, source: "dry run" };
      const data = made[name];
      if (data === NOT_READABLE) return { status: 403, body: JSON.stringify(NOT_READABLE), source: "made up" };
      return data === undefined ? null : { status, body: wrap(data), source: "made up" };
    },
  };
}

/** The text of the response; null where it is no success, or the service has no time now: the page is there all the same. */
type Send = (method: string, path: string, asked?: Partial<SessionRequest>) => Promise<string | null>;

function senderOf(caller: MemberCaller, entityKey: string, address: string): Send {
  const entity = `/entities/${encodeURIComponent(entityKey)}`;
  const session = { findCaller: async () => caller, countAs: async () => {} };
  return async (method, path, asked) => {
    const request = toApiRequest({ method, path: `${entity}${path}`, query: {}, address, ...asked });
    const { response } = await handleAs(session, request);
    response.sent?.();
    const pieces = Array.isArray(response.body) ? response.body : [String(response.body)];
    return SUCCESSES.includes(response.status) ? pieces.join("") : null;
  };
}

const SUCCESSES = [200, 201];

/** The texts of the responses, the record in them, and where the feed is now. */
type First = { list: string; read: string | null; record: Envelope | null; cursor: string };

async function readFirst(send: Send, access: EntityAccess): Promise<First | null> {
  const list = await send("GET", "/records", { query: { limit: String(LIMIT) } });
  const feed = await send("GET", "/changes");
  if (list === null || feed === null) return null;
  const [record = null] = [...(await readOpen(send, access)), ...itemsOf(list)] as Envelope[];
  const { nextCursor } = (JSON.parse(feed) as { data: { nextCursor: string } }).data;
  return { list, read: record && (await send("GET", `/records/${record.id}`)), record, cursor: nextCursor };
}

/** The first whose state lets it be changed and deleted: examples are tried as they stand. */
async function readOpen(send: Send, { entity: { lifecycle }, queryable }: EntityAccess): Promise<unknown[]> {
  if (lifecycle === null || !queryable.has(lifecycle.field)) return [];
  const held = [...lifecycle.states].filter(([, { locked, deletable }]) => locked || !deletable).map(([key]) => key);
  if (held.length === 0) return [];
  const body = JSON.stringify({ where: [lifecycle.field, "nin", held], limit: LIMIT });
  const page = await send("POST", "/records/query", { body });
  return page === null ? [] : itemsOf(page);
}

/** In characters. What is longer, or has nothing in it, explains less than an example. */
const MAX_SHOWN = 8_000;

async function readMore(send: Send, examples: EntityExamples): Promise<Partial<Record<EndpointName, string | null>>> {
  const ask = async (name: EndpointName, path: string) => {
    const text = await send("POST", path, { body: JSON.stringify(bodyOf(name, examples)) });
    return text !== null && text.length <= MAX_SHOWN && itemsOf(text).length > 0 ? text : null;
  };
  const [query, aggregate] = await Promise.all([
    ask("records.query", "/records/query"),
    ask("records.aggregate", "/records/aggregate"),
  ]);
  return { "records.query": query, "records.aggregate": aggregate };
}

/** What the page waits for all of them: a record can be locked by whoever writes it, and an example does as well. */
const REHEARSAL_MS = 1_000;

type Rehearsed = { access: EntityAccess; examples: EntityExamples; record: Envelope | null };

/** One after the other, so that one at most is still at work when the page goes without. What is refused is not shown. */
async function rehearseWrites(
  send: Send,
  { access, examples, record }: Rehearsed,
): Promise<Partial<Record<EndpointName, string>>> {
  const { list, create, update, delete: canDelete } = access.permissions;
  // Who cannot list is shown nothing of what it writes.
  if (!list) return {};
  const [own, hasRecord] = [`/records/${record?.id}`, record !== null];
  const writes: [EndpointName, isPossible: boolean, method: string, path: string][] = [
    ["records.create", create && examples.create !== null, "POST", "/records"],
    ["records.update", update && examples.update !== null && hasRecord, "PATCH", own],
    ["records.delete", canDelete && hasRecord, "DELETE", own],
    ["records.batch", examples.batch !== null && (hasRecord || examples.update === null), "POST", "/records/batch"],
  ];
  const shown: Partial<Record<EndpointName, string>> = {};
  const end = performance.now() + REHEARSAL_MS;
  for (const [name, isPossible, method, path] of writes) {
    if (!isPossible) continue;
    const body = bodyOf(name, examples);
    const asked = {
      query: { dryRun: "true" },
      headers: record === null ? {} : lowerCased(headersOf(name, record)),
      body: body === null ? null : JSON.stringify(body),
    };
    // It never fails: where there is no text, the time is up.
    const text = await withDeadline(send(method, path, asked), end - performance.now()).catch(() => undefined);
    if (text === undefined) break;
    if (text !== null && text.length <= MAX_SHOWN) shown[name] = text;
  }
  return shown;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function itemsOf(text: string): unknown[] {
  return (JSON.parse(text) as { data: { items: unknown[] } }).data.items;
}

function queryOf(name: EndpointName, cursor: string): ExampleRequest["query"] {
  if (name === "records.list") return { limit: LIMIT };
  return name === "changes.list" ? { cursor } : {};
}

function headersOf(name: EndpointName, { versionId }: Envelope): ExampleRequest["headers"] {
  return name === "records.update" || name === "records.delete" ? { "If-Match": `"${versionId}"` } : {};
}

function bodyOf(name: EndpointName, examples: EntityExamples): JsonValue {
  const { create, update, query, aggregate, batch } = examples;
  const bodies: Partial<Record<EndpointName, JsonValue>> = {
    "records.create": create ?? { data: {} },
    "records.update": update ?? { data: {} },
    "records.query": query === null ? {} : { ...query, limit: LIMIT },
    "records.aggregate": aggregate ?? { measures: { records: ["count"] } },
    "records.batch": batch ?? { operations: [] },
  };
  return bodies[name] ?? null;
}

function wrap(data: unknown): string {
  return JSON.stringify({ data });
}
