/**
 * For each endpoint of an entity a request that this caller can send, and what is shown as its response. Where the caller can
 * read a record, it is theirs: read through the pipeline, with their permissions. Elsewhere an example says that it is one.
 */
import type { EntityAccess } from "../../access/compile";
import { toEntityDescription } from "../../entities/view";
import type { JsonValue } from "../../model";
import type { EndpointName } from "../endpoints/registry";
import { type EntityExamples, examplesOf } from "../openapi/entity/entity-examples";
import { beginOf } from "../openapi/entity/offered-entity";
import { CURSOR, RECORD_ID } from "../schemas/examples";
import { handleAs } from "./handle-as";
import { type Envelope, madeUpRecord, madeUpResponses, NOT_READABLE } from "./made-up-responses";
import type { MemberCaller } from "./member-caller";
import { fillPath, type SessionRequest, toApiRequest } from "./session-request";
import type { ExampleRequest } from "./snippets";

/** `body`: JSON text. `isReal`: the service gave it now; otherwise it is made up. */
export type ShownResponse = { status: number; body: string; isReal: boolean };

export type EntityExample = {
  /** The first record that the caller can list; null where there is none. */
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
  const first = access.permissions.list ? await readFirst(send) : null;
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
      if (body !== null) return { status, body, isReal: true };
      const data = made[name];
      if (data === NOT_READABLE) return { status: 403, body: JSON.stringify(NOT_READABLE), isReal: false };
      return data === undefined ? null : { status, body: wrap(data), isReal: false };
    },
  };
}

/** The text of the response; null where it is none of 200, or the service has no time now: the page is there all the same. */
type Send = (method: string, path: string, asked?: Partial<SessionRequest>) => Promise<string | null>;

function senderOf(caller: MemberCaller, entityKey: string, address: string): Send {
  const entity = `/entities/${encodeURIComponent(entityKey)}`;
  const session = { findCaller: async () => caller, countAs: async () => {} };
  return async (method, path, asked) => {
    const request = toApiRequest({ method, path: `${entity}${path}`, query: {}, address, ...asked });
    const { response } = await handleAs(session, request);
    response.sent?.();
    const pieces = Array.isArray(response.body) ? response.body : [String(response.body)];
    return response.status === 200 ? pieces.join("") : null;
  };
}

/** The texts of the responses, the record in them, and where the feed is now. */
type First = { list: string; read: string | null; record: Envelope | null; cursor: string };

async function readFirst(send: Send): Promise<First | null> {
  const list = await send("GET", "/records", { query: { limit: String(LIMIT) } });
  const feed = await send("GET", "/changes");
  if (list === null || feed === null) return null;
  const [record = null] = itemsOf(list) as Envelope[];
  const { nextCursor } = (JSON.parse(feed) as { data: { nextCursor: string } }).data;
  return { list, read: record && (await send("GET", `/records/${record.id}`)), record, cursor: nextCursor };
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
