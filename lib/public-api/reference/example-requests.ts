/**
 * For each endpoint of an entity a request that this caller can send, and what is shown as its response. Where the caller can
 * read a record, it is theirs: read through the pipeline, with their permissions. Elsewhere an example says that it is one.
 */
import type { EntityAccess } from "../../access/compile";
import { toEntityDescription } from "../../entities/view";
import type { JsonObject, JsonValue } from "../../model";
import { notReadable } from "../../records/create";
import type { EndpointName } from "../endpoints/registry";
import { type EntityExamples, examplesOf } from "../openapi/entity-examples";
import { CURSOR, RECORD_ID } from "../schemas/examples";
import { handleAs } from "./handle-as";
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
  const shown = record ?? madeUp(access, examples);
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
      query: queryOf(name),
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

type Envelope = {
  id: string;
  entityKey: string;
  created: string;
  updated: string;
  versionId: string;
  data: JsonObject;
};

/** The texts of the responses, and the record in them. null where the service has no time now: the page is there all the same. */
type First = { list: string; read: string | null; record: Envelope | null };

async function readFirst(caller: MemberCaller, entityKey: string, address: string): Promise<First | null> {
  const path = `/entities/${encodeURIComponent(entityKey)}/records`;
  const read = async (below: string, query: Record<string, string>) => {
    const request = toApiRequest({ method: "GET", path: `${path}${below}`, query, address });
    const session = { findCaller: async () => caller, countAs: async () => {} };
    const { response } = await handleAs(session, request);
    response.sent?.();
    const pieces = Array.isArray(response.body) ? response.body : [String(response.body)];
    return response.status === 200 ? pieces.join("") : null;
  };
  const list = await read("", { limit: String(LIMIT) });
  if (list === null) return null;
  const [record = null] = (JSON.parse(list) as { data: { items: Envelope[] } }).data.items;
  return { list, read: record === null ? null : await read(`/${record.id}`, {}), record };
}

/** What a create would be given back, as far as that can be said beforehand. */
function madeUp({ entity }: EntityAccess, { create, update }: EntityExamples): Envelope {
  const moment = "2026-11-21T08:18:09.155Z";
  return {
    id: RECORD_ID,
    entityKey: entity.key,
    created: moment,
    updated: moment,
    versionId: "508c1fcd-218a-4188-913b-51d33e964e06",
    data: create?.data ?? update?.data ?? {},
  };
}

/** The states in which a record can be created, where the caller can see them. */
function beginOf({ entity: { lifecycle, fields }, readable, writable }: EntityAccess) {
  if (lifecycle === null || !readable.has(lifecycle.field) || !writable.has(lifecycle.field)) return null;
  const options = fields.get(lifecycle.field)?.options.map(({ value }) => value) ?? [];
  return { field: lifecycle.field, states: lifecycle.initial ?? options };
}

function queryOf(name: EndpointName): ExampleRequest["query"] {
  if (name === "records.list") return { limit: LIMIT };
  return name === "changes.list" ? { cursor: CURSOR } : {};
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

const OTHER_VERSION = "1c72c00d-1dca-4dc1-bb46-8d5b00dd547f";
const OTHER_ID = "0d1f7c7e-5a0c-4a43-9a1e-7a1b8c2f6b10";

/** To who can create and not read. */
const NOT_READABLE = {
  error: {
    code: "CREATED_RECORD_NOT_READABLE",
    message: notReadable().message,
    requestId: "01a1fd30-0325-7043-9348-da7b8275f27a",
  },
};

function madeUpResponses(access: EntityAccess, record: Envelope, examples: EntityExamples) {
  const { create, update, batch, aggregate } = examples;
  const { id, entityKey } = record;
  const seen = (data: JsonObject) => ({ ...record, data: onlyReadable(access, data) });
  const results = batch?.operations.map(({ op }) =>
    op === "create"
      ? { status: 201, id: OTHER_ID, versionId: OTHER_VERSION }
      : { status: 200, id, versionId: OTHER_VERSION },
  );
  const now = seen(record.data);
  const responses: Partial<Record<EndpointName, unknown>> = {
    "records.list": { items: [now], nextCursor: null },
    "records.query": { items: [now], nextCursor: null },
    "records.read": now,
    "records.create": access.permissions.list
      ? { ...seen({ ...record.data, ...create?.data }), id: OTHER_ID, versionId: OTHER_VERSION }
      : NOT_READABLE,
    "records.update": { ...seen({ ...record.data, ...update?.data }), versionId: OTHER_VERSION },
    "records.delete": { id, entityKey, deleted: true },
    "records.batch": { results },
    "changes.list": {
      items: [
        { type: "changed", record: now },
        { type: "removed", id: OTHER_ID, entityKey },
      ],
      nextCursor: CURSOR,
      more: false,
      reset: false,
    },
    "records.aggregate": { items: [groupOf(record, aggregate)], truncated: false },
  };
  return responses;
}

/** Who cannot list is shown nothing of what it writes. */
function onlyReadable({ permissions, readable }: EntityAccess, data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([key]) => permissions.list && readable.has(key)));
}

function groupOf({ data }: Envelope, aggregate: EntityExamples["aggregate"]): JsonObject {
  const group = (aggregate?.groupBy ?? []).map((by): [string, JsonValue] =>
    typeof by === "string" ? [by, data[by] ?? null] : ["created", "2026-11-01T00:00:00.000Z"],
  );
  const measures = Object.entries(aggregate?.measures ?? {}).map(([name, [kind]]): [string, JsonValue] => [
    name,
    kind === "count" ? 12 : 4800,
  ]);
  return { group: Object.fromEntries(group), ...Object.fromEntries(measures) };
}

function wrap(data: unknown): string {
  return JSON.stringify({ data });
}
