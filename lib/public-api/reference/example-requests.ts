/**
 * For each endpoint of an entity, a request that this caller can send, and the response that is shown for it. If the caller can
 * read a record, the example uses it: it is read through the pipeline with the caller's permissions. Writes are dry runs, so that
 * a copied request harms no record and the response shown is the service's own. Otherwise the example is marked as a sample.
 */
import type { EntityAccess } from "../../access/compile";
import { toEntityDescription } from "../../entities/view";
import type { JsonValue } from "../../model";
import type { EndpointName, EntityEndpoint } from "../endpoints/registry";
import { fillPath } from "../inner-request";
import { type EntityExamples, examplesOf } from "../openapi/entity/entity-examples";
import { beginOf } from "../openapi/entity/offered-entity";
import { CURSOR, RECORD_ID, VERSION_ID } from "../schemas/examples";
import { usableEndpoints } from "./endpoint-reference";
import {
  itemsOf,
  LIMIT,
  pathOf,
  readFirst,
  readReferenced,
  runDry,
  type Send,
  type Sent,
  senderOf,
  textOf,
} from "./example-reads";
import { type Envelope, madeUpRecord, madeUpResponses, NOT_READABLE } from "./made-up-responses";
import type { MemberCaller } from "./member-caller";
import type { ExampleRequest } from "./snippets";

/** `body` is JSON text. `source` says whether the service has just produced the response or whether it is a sample. */
export type ShownResponse = { status: number; body: string; source: "read" | "dry run" | "made up" };

export type EntityExample = {
  /** The first record that the caller can list, preferably one whose state allows writes; null if there is none. */
  recordId: string | null;
  requestFor(endpoint: EntityEndpoint): ExampleRequest;
  /** Hints to read before sending the request as shown. */
  notesOf(endpoint: EntityEndpoint): string[];
  /** null if there is no response to show. */
  responseOf(endpoint: EndpointName, status: number): ShownResponse | null;
};

/** `address` is the address of the person who views the page. */
export async function exampleOf(caller: MemberCaller, access: EntityAccess, address: string): Promise<EntityExample> {
  const send = senderOf(caller, address);
  const { first, description, examples, shown } = await readGround(send, caller, access);
  const record = first?.record ?? null;
  const requestFor = ({ name, method, path, safe }: EntityEndpoint): ExampleRequest => ({
    method,
    path: fillPath(path, { entityKey: access.entity.key, recordId: shown.id }),
    query: safe ? queryOf(name, first?.cursor ?? CURSOR) : { dryRun: true },
    headers: headersOf(name, shown),
    body: bodyOf(name, examples),
  });
  const lacksRecord = ({ name, path }: EntityEndpoint) =>
    record === null && (path.includes(":recordId") || (name === "records.batch" && examples.update !== null));
  const read: Responses<string | null> = {
    "entities.describe": wrap(description),
    "records.list": first?.list ?? null,
    "records.read": first?.read ?? null,
    ...(record && (await readMore(send, access.entity.key, examples))),
  };
  // A caller who cannot list records does not see what a write would store.
  const writes = usableEndpoints(access).filter(
    ({ endpoint }) => access.permissions.list && !endpoint.safe && !lacksRecord(endpoint),
  );
  const dry = await runDry(
    send,
    writes.map(({ endpoint }) => [endpoint.name, requestFor(endpoint)]),
  );
  const invented = madeUpResponses(access, shown, examples);
  return {
    recordId: record?.id ?? null,
    requestFor,
    notesOf: (endpoint) => notesOf(endpoint, lacksRecord(endpoint), dry[endpoint.name]),
    responseOf: (name, status) => shownResponse(status, { read: read[name], dry: dry[name], invented: invented[name] }),
  };
}

type Responses<Response> = Partial<Record<EndpointName, Response>>;

/** The data behind the requests: records that the caller can see, or sample values if there are none. */
async function readGround(send: Send, caller: MemberCaller, access: EntityAccess) {
  const description = toEntityDescription(access, caller.access);
  const { list, create } = access.permissions;
  const first = list ? await readFirst(send, access) : null;
  const record = first?.record ?? null;
  const referenced = create ? await readReferenced(send, description) : new Map<string, string>();
  const ids = new Map([...referenced, ...(record === null ? [] : [[access.entity.key, record.id] as const])]);
  const examples = examplesOf(description, {
    recordIdOf: (entityKey) => ids.get(entityKey ?? "") ?? RECORD_ID,
    versionId: record?.versionId ?? VERSION_ID,
    begin: beginOf(access),
  });
  return { first, description, examples, shown: record ?? madeUpRecord(access, examples) };
}

function notesOf({ safe }: EntityEndpoint, lacksRecord: boolean, dry: Sent | undefined): string[] {
  const notes = safe ? [] : [DRY_RUN];
  if (lacksRecord) notes.push(NO_RECORD);
  if (dry !== undefined && dry.status >= 400) {
    const { error } = JSON.parse(dry.text) as { error: { message: string } };
    notes.push(`Now the response is ${dry.status}: ${error.message}`);
  }
  return notes;
}

type Known = { read: string | null | undefined; dry: Sent | undefined; invented: unknown };

function shownResponse(status: number, { read, dry, invented }: Known): ShownResponse | null {
  if (read) return { status, body: read, source: "read" };
  if (dry !== undefined && dry.status < 300 && dry.text.length <= MAX_SHOWN)
    return { status, body: dry.text, source: "dry run" };
  if (invented === NOT_READABLE) return { status: 403, body: JSON.stringify(NOT_READABLE), source: "made up" };
  return invented === undefined ? null : { status, body: wrap(invented), source: "made up" };
}

const DRY_RUN = "A dry run: everything is checked, and nothing is written. To write, leave out `dryRun=true`.";
const NO_RECORD = "The id is an example, so the response is 404. Put in the id of a record.";

/** In characters. A longer or an empty response explains less than a sample. */
const MAX_SHOWN = 8_000;

async function readMore(send: Send, entityKey: string, examples: EntityExamples): Promise<Responses<string | null>> {
  const ask = async (name: EndpointName, path: string) => {
    const body = JSON.stringify(bodyOf(name, examples));
    const text = await textOf(send("POST", `${pathOf(entityKey)}${path}`, { body }));
    return text !== null && text.length <= MAX_SHOWN && itemsOf(text).length > 0 ? text : null;
  };
  const [query, aggregate] = await Promise.all([
    ask("records.query", "/records/query"),
    ask("records.aggregate", "/records/aggregate"),
  ]);
  return { "records.query": query, "records.aggregate": aggregate };
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
