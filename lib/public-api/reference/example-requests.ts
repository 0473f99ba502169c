/**
 * For each operation, a request that this caller can send, and the response that is shown for it. Requests go through the pipeline
 * with the caller's own permissions, so that records in the examples are live. Writes are dry runs, so that a copied request harms
 * no record. If the service has no response now, the document's is shown, and marked as an example.
 */
import type { EntityAccess } from "../../access/compile";
import { type EntityDescription, toEntityDescription } from "../../entities/view";
import type { JsonObject, JsonValue } from "../../model";
import { withDeadline } from "../../time/deadline";
import type { DocumentedRow } from "../endpoints/documentation";
import { takesDryRun } from "../endpoints/endpoint";
import type { Endpoint, EndpointName } from "../endpoints/registry";
import { fillPath, type InnerRequest, toApiRequest } from "../inner-request";
import { examplesOf, isDue } from "../openapi/entity/entity-examples";
import { beginOf } from "../openapi/entity/offered-entity";
import { errorExamples } from "../openapi/errors";
import { RECORD_ID, VERSION_ID, WEBHOOK_ID } from "../schemas/examples";
import { handleAs } from "./handle-as";
import type { MemberCaller } from "./member-caller";
import { isOfToken, isTried, type Operation } from "./operations";
import type { ExampleRequest } from "./snippets";

/** `body` is JSON text. `source` says whether the service has just produced the response or whether it is a sample. */
export type ShownResponse = { status: number; body: string; source: "read" | "dry run" | "made up" };

export type Example = {
  request: ExampleRequest;
  /** Hints to read before sending the request as shown. */
  notes: string[];
  response: ShownResponse | null;
  /** The id in the path: the caller's own, or "" if there is none. */
  id: string;
};

/** The examples of a page are about a record or webhook of the caller, or about sample values. */
type Ground = {
  entityKey: string;
  /** The first record that the caller can list, preferably one whose state allows writes, or a webhook of the token. */
  found: { id: string; versionId: string } | null;
  /** The keys are the slugs of operations. */
  queries: Readonly<Record<string, ExampleRequest["query"]>>;
  bodies: Readonly<Record<string, JsonValue>>;
};

type Sent = { status: number; text: string };
type Send = (asked: Omit<InnerRequest, "address">) => Promise<Sent>;
type Viewer = { caller: MemberCaller; address: string };

/** The keys are the slugs of the operations. `access` is null for those about no entity. `address` is that of the person who views the page. */
export async function examplesFor(
  operations: readonly Operation[],
  access: EntityAccess | null,
  viewer: Viewer,
): Promise<ReadonlyMap<string, Example>> {
  const send = senderOf(viewer);
  const ground = await (access === null
    ? groundOfToken(send, viewer, operations)
    : groundOfEntity(send, viewer, access));
  const planned = operations.flatMap((operation) => {
    const { endpoint } = operation;
    if (endpoint === null) return [];
    const request = requestFor(operation, endpoint, ground);
    const lacksId = isIdLacking(endpoint, request, ground);
    // A caller who cannot list records does not see what a write would store. Writes of webhooks are not sent.
    const isShown = endpoint.safe || (access?.permissions.list ?? false);
    const isSent = isShown && !lacksId && isTried(endpoint) && (viewer.caller.of !== null || !isOfToken(endpoint));
    return [{ operation, endpoint, request, lacksId, isSent }];
  });
  const sent = new Map<string, Sent>();
  for (const safe of [true, false]) {
    const end = performance.now() + (safe ? READS_MS : DRY_RUNS_MS);
    for (const { operation, request } of planned.filter((each) => each.isSent && each.endpoint.safe === safe)) {
      // `send` never fails, so a missing response means that the time is up.
      const received = await withDeadline(send(sentAs(request)), end - performance.now()).catch(() => null);
      if (received === null) break;
      if (received.status < 500) sent.set(operation.slug, received);
    }
  }
  return new Map(
    planned.map(({ operation, endpoint, request, lacksId }) => {
      const received = sent.get(operation.slug);
      const notes = notesOf(endpoint, lacksId, received);
      const response = responseOf(operation, endpoint, received, access);
      return [operation.slug, { request, notes, response, id: ground.found?.id ?? "" }];
    }),
  );
}

const READS_MS = 5_000;
/** The total time for all dry runs. A record can be locked by another writer; a sample is then good enough. */
const DRY_RUNS_MS = 1_000;

function senderOf({ caller, address }: Viewer): Send {
  const session = { findCaller: async () => caller, countAs: async () => {} };
  return async (asked) => {
    const { response } = await handleAs(session, toApiRequest({ address, ...asked }));
    response.sent?.();
    const pieces = Array.isArray(response.body) ? response.body : [String(response.body)];
    return { status: response.status, text: pieces.join("") };
  };
}

function sentAs({ method, path, query, headers, body }: ExampleRequest): Omit<InnerRequest, "address"> {
  return {
    ...{ method, path, body: body === null ? null : JSON.stringify(body) },
    query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value])),
  };
}

function requestFor(
  { slug, examples, headers }: Operation,
  endpoint: DocumentedRow<Endpoint>,
  ground: Ground,
): ExampleRequest {
  const { method, path } = endpoint;
  const { entityKey, found } = ground;
  const ids = { recordId: found?.id ?? RECORD_ID, webhookId: (hasRehearsal(endpoint) && found?.id) || WEBHOOK_ID };
  const versioned = headers.filter(({ required }) => required);
  return {
    method,
    path: fillPath(path, { entityKey, ...ids }),
    query: takesDryRun(endpoint) ? { dryRun: true } : { ...examples.query, ...ground.queries[slug] },
    headers: Object.fromEntries(versioned.map((header) => [header.name, `"${found?.versionId ?? VERSION_ID}"`])),
    body: ground.bodies[slug] ?? ((examples.body ?? null) as JsonValue),
    isWhole: endpoint.success.isWhole ?? false,
  };
}

const hasRehearsal = (endpoint: Endpoint) => endpoint.safe || takesDryRun(endpoint);

/** True if the id in the request is an example. Where there is no dry run it always is, so that nothing happens. */
function isIdLacking(endpoint: Endpoint, { body }: ExampleRequest, { found }: Ground): boolean {
  if (endpoint.path.includes(":webhookId")) return found === null || !hasRehearsal(endpoint);
  return found === null && (endpoint.path.includes(":recordId") || JSON.stringify(body).includes('"op":"update"'));
}

function notesOf(endpoint: Endpoint, lacksId: boolean, sent: Sent | undefined): string[] {
  const notes = takesDryRun(endpoint) ? [DRY_RUN] : [];
  if (lacksId) notes.push(hasRehearsal(endpoint) ? NO_ID : NO_DRY_RUN);
  if (sent !== undefined && sent.status >= 400) {
    const { error } = JSON.parse(sent.text) as { error: { message: string } };
    notes.push(`Now the response is ${sent.status}: ${error.message}`);
  }
  return notes;
}

const DRY_RUN = "A dry run: everything is checked, and nothing is written. To write, leave out `dryRun=true`.";
const NO_ID = "The id is an example, so the response is 404. Put in your own.";
const NO_DRY_RUN = `${NO_ID} There is no dry run: it takes effect at once.`;

/** In characters. A longer or an empty response explains less than a sample. */
const MAX_SHOWN = 8_000;

function responseOf(
  { examples, responses }: Operation,
  { name, safe }: Endpoint,
  sent: Sent | undefined,
  access: EntityAccess | null,
): ShownResponse | null {
  const status = Number(responses.find((each) => each.status.startsWith("2"))?.status ?? 200);
  const isTelling = sent !== undefined && sent.text.length <= MAX_SHOWN && !sent.text.startsWith('{"data":{"items":[]');
  if (isTelling && sent.status < 300) return { status, body: sent.text, source: safe ? "read" : "dry run" };
  if (name === "records.create" && !access?.permissions.list)
    return { status: 403, body: JSON.stringify(errorExamples().CREATED_RECORD_NOT_READABLE.value), source: "made up" };
  return examples.success === undefined ? null : { status, body: JSON.stringify(examples.success), source: "made up" };
}

async function groundOfToken(send: Send, { caller }: Viewer, operations: readonly Operation[]): Promise<Ground> {
  const shows = (name: EndpointName) => operations.some(({ endpoint }) => endpoint?.name === name);
  const [webhook = null] =
    caller.of !== null && shows("webhooks.read")
      ? await itemsOf(send({ method: "GET", path: "/webhooks", query: {} }))
      : [];
  const listed = shows("search") ? caller.access.entities().find(({ permissions }) => permissions.list) : undefined;
  const [record] = listed === undefined ? [] : await firstOf(send, listed.entity.key);
  const label = record?.data[listed?.entity.labelField ?? ""];
  const [word] = typeof label === "string" ? (label.match(/[\p{L}\p{N}]+/u) ?? []) : [];
  return { entityKey: "", found: webhook, queries: word === undefined ? {} : { search: { q: word } }, bodies: {} };
}

async function groundOfEntity(send: Send, { caller }: Viewer, access: EntityAccess): Promise<Ground> {
  const { key } = access.entity;
  const description = toEntityDescription(access, caller.access);
  const { list, create } = access.permissions;
  const [found = null] = list ? [...(await readOpen(send, access)), ...(await firstOf(send, key))] : [];
  const ids = create ? await readReferenced(send, description) : new Map<string, string>();
  if (found !== null) ids.set(key, found.id);
  const examples = examplesOf(description, {
    recordIdOf: (entityKey) => ids.get(entityKey ?? "") ?? RECORD_ID,
    versionId: found?.versionId ?? VERSION_ID,
    begin: beginOf(access),
  });
  const feed = list ? await send({ method: "GET", path: `${pathOf(key)}/changes`, query: {} }) : null;
  const { data } = (feed?.status === 200 ? JSON.parse(feed.text) : {}) as { data?: { nextCursor: string } };
  return {
    entityKey: key,
    found,
    queries: { list: { limit: LIMIT }, ...(data && { changes: { cursor: data.nextCursor } }) },
    bodies: { ...examples, query: examples.query && { ...examples.query, limit: LIMIT } },
  };
}

type Envelope = { id: string; versionId: string; data: JsonObject };

/** Records in an example: one record is as instructive as a page of them. */
const LIMIT = 1;

const pathOf = (entityKey: string) => `/entities/${encodeURIComponent(entityKey)}`;

/** None where the request was refused. */
async function itemsOf(sending: Promise<Sent>): Promise<Envelope[]> {
  const { status, text } = await sending;
  return status < 300 ? (JSON.parse(text) as { data: { items: Envelope[] } }).data.items : [];
}

function firstOf(send: Send, entityKey: string): Promise<Envelope[]> {
  return itemsOf(send({ method: "GET", path: `${pathOf(entityKey)}/records`, query: { limit: String(LIMIT) } }));
}

/** The first record whose state allows it to be changed and deleted, because people try the examples unchanged. */
async function readOpen(send: Send, { entity: { key, lifecycle }, queryable }: EntityAccess): Promise<Envelope[]> {
  if (lifecycle === null || !queryable.has(lifecycle.field)) return [];
  const held = [...lifecycle.states]
    .filter(([, { locked, deletable }]) => locked || !deletable)
    .map(([state]) => state);
  if (held.length === 0) return [];
  const body = JSON.stringify({ where: [lifecycle.field, "nin", held], limit: LIMIT });
  return itemsOf(send({ method: "POST", path: `${pathOf(key)}/records/query`, query: {}, body }));
}

/** The ids of records for the references that a new record requires, by entity, so that the create is accepted. */
async function readReferenced(send: Send, description: EntityDescription): Promise<Map<string, string>> {
  const due = description.fields.filter((field) => field.type === "reference" && isDue(field));
  const ids = new Map<string, string>();
  for (const target of new Set(due.flatMap(({ reference }) => reference ?? []))) {
    const [record] = await firstOf(send, target);
    if (record !== undefined) ids.set(target, record.id);
  }
  return ids;
}
