/**
 * For each endpoint of an entity a request that this caller can send, and what is shown as its response. Where the caller can
 * read a record, it is theirs: read through the pipeline, with their permissions. Elsewhere an example says that it is one.
 */
import type { EntityAccess } from "../../access/compile";
import { toEntityDescription } from "../../entities/view";
import type { JsonValue } from "../../model";
import type { EndpointName } from "../endpoints/registry";
import { type EntityExamples, examplesOf } from "../openapi/entity-examples";
import { beginOf } from "../openapi/offered-entity";
import { CURSOR, RECORD_ID } from "../schemas/examples";
import { handleAs } from "./handle-as";
import { type Envelope, madeUpRecord, madeUpResponses, NOT_READABLE } from "./made-up-responses";
import type { MemberCaller } from "./member-caller";
import { fillPath, toApiRequest } from "./session-request";
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
  const first = access.permissions.list ? await readFirst(caller, access.entity.key, address) : null;
  const record = first?.record ?? null;
  const recordIdOf = (entityKey: string | null) =>
    entityKey === access.entity.key && record !== null ? record.id : RECORD_ID;
  const examples = examplesOf(description, { recordIdOf, begin: beginOf(access) });
  const shown = record ?? madeUpRecord(access, examples);
  const read: Partial<Record<EndpointName, string | null>> = {
    "entities.describe": wrap(description),
    "records.list": first?.list ?? null,
    "records.read": first?.read ?? null,
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

/** The texts of the responses, the record in them, and where the feed is now. */
type First = { list: string; read: string | null; record: Envelope | null; cursor: string };

/** null where the service has no time now: the page is there all the same. */
async function readFirst(caller: MemberCaller, entityKey: string, address: string): Promise<First | null> {
  const entity = `/entities/${encodeURIComponent(entityKey)}`;
  const read = async (path: string, query: Record<string, string> = {}) => {
    const request = toApiRequest({ method: "GET", path: `${entity}${path}`, query, address });
    const session = { findCaller: async () => caller, countAs: async () => {} };
    const { response } = await handleAs(session, request);
    response.sent?.();
    const pieces = Array.isArray(response.body) ? response.body : [String(response.body)];
    return response.status === 200 ? pieces.join("") : null;
  };
  const list = await read("/records", { limit: String(LIMIT) });
  const feed = await read("/changes");
  if (list === null || feed === null) return null;
  const [record = null] = (JSON.parse(list) as { data: { items: Envelope[] } }).data.items;
  const { nextCursor } = (JSON.parse(feed) as { data: { nextCursor: string } }).data;
  return { list, read: record && (await read(`/records/${record.id}`)), record, cursor: nextCursor };
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
    "records.query": query ?? {},
    "records.aggregate": aggregate ?? { measures: { records: ["count"] } },
    "records.batch": batch ?? { operations: [] },
  };
  return bodies[name] ?? null;
}

function wrap(data: unknown): string {
  return JSON.stringify({ data });
}
