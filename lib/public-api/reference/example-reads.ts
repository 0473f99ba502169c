/**
 * Sends what the examples of an entity need through the pipeline, with the member's own permissions: reads of records, and writes
 * as dry runs. If the service has no time for one now, the page is still shown, with sample values.
 */
import type { EntityAccess } from "../../access/compile";
import type { EntityDescription } from "../../entities/view";
import { withDeadline } from "../../time/deadline";
import type { EndpointName } from "../endpoints/registry";
import { type InnerRequest, toApiRequest } from "../inner-request";
import { isDue } from "../openapi/entity/entity-examples";
import { handleAs } from "./handle-as";
import type { Envelope } from "./made-up-responses";
import type { MemberCaller } from "./member-caller";
import type { ExampleRequest } from "./snippets";

export type Sent = { status: number; text: string };
export type Send = (method: string, path: string, asked?: Partial<InnerRequest>) => Promise<Sent>;

/** `address` is the address of the person who views the page. */
export function senderOf(caller: MemberCaller, address: string): Send {
  const session = { findCaller: async () => caller, countAs: async () => {} };
  return async (method, path, asked) => {
    const request = toApiRequest({ method, path, query: {}, address, ...asked });
    const { response } = await handleAs(session, request);
    response.sent?.();
    const pieces = Array.isArray(response.body) ? response.body : [String(response.body)];
    return { status: response.status, text: pieces.join("") };
  };
}

/** The text of a successful response; null otherwise. */
export async function textOf(sending: Promise<Sent>): Promise<string | null> {
  const { status, text } = await sending;
  return status < 300 ? text : null;
}

export const pathOf = (entityKey: string) => `/entities/${encodeURIComponent(entityKey)}`;

/** Records in an example: one record is as instructive as a page of them. */
export const LIMIT = 1;

/** The texts of the responses, the record in them, and the current cursor of the feed. */
type First = { list: string; read: string | null; record: Envelope | null; cursor: string };

export async function readFirst(send: Send, access: EntityAccess): Promise<First | null> {
  const own = pathOf(access.entity.key);
  const list = await textOf(send("GET", `${own}/records`, { query: { limit: String(LIMIT) } }));
  const feed = await textOf(send("GET", `${own}/changes`));
  if (list === null || feed === null) return null;
  const [record = null] = [...(await readOpen(send, access)), ...itemsOf(list)];
  const { nextCursor } = (JSON.parse(feed) as { data: { nextCursor: string } }).data;
  const read = record && (await textOf(send("GET", `${own}/records/${record.id}`)));
  return { list, read, record, cursor: nextCursor };
}

/** The first record whose state allows it to be changed and deleted, because people try the examples unchanged. */
async function readOpen(send: Send, { entity: { key, lifecycle }, queryable }: EntityAccess): Promise<Envelope[]> {
  if (lifecycle === null || !queryable.has(lifecycle.field)) return [];
  const held = [...lifecycle.states]
    .filter(([, { locked, deletable }]) => locked || !deletable)
    .map(([state]) => state);
  if (held.length === 0) return [];
  const body = JSON.stringify({ where: [lifecycle.field, "nin", held], limit: LIMIT });
  const page = await textOf(send("POST", `${pathOf(key)}/records/query`, { body }));
  return page === null ? [] : itemsOf(page);
}

/** The ids of records for the references that a new record requires, by entity, so that the create is accepted. */
export async function readReferenced(send: Send, description: EntityDescription): Promise<Map<string, string>> {
  const due = description.fields.filter((field) => field.type === "reference" && isDue(field));
  const targets = new Set(due.flatMap(({ reference }) => reference ?? []));
  const ids = new Map<string, string>();
  for (const target of targets) {
    const page = await textOf(send("GET", `${pathOf(target)}/records`, { query: { limit: String(LIMIT) } }));
    const [record] = page === null ? [] : itemsOf(page);
    if (record !== undefined) ids.set(target, record.id);
  }
  return ids;
}

export function itemsOf(text: string): Envelope[] {
  return (JSON.parse(text) as { data: { items: Envelope[] } }).data.items;
}

/** The total time for all dry runs. A record can be locked by another writer; a sample is then good enough. */
const DRY_RUNS_MS = 1_000;

/** Sends one after the other. A write has no response if the time ran out or the service failed. */
export async function runDry(
  send: Send,
  writes: readonly [EndpointName, ExampleRequest][],
): Promise<Partial<Record<EndpointName, Sent>>> {
  const responses: Partial<Record<EndpointName, Sent>> = {};
  const end = performance.now() + DRY_RUNS_MS;
  for (const [name, { method, path, query, headers, body }] of writes) {
    const asked = {
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value])),
      body: body === null ? null : JSON.stringify(body),
    };
    // `send` never fails, so a missing response means that the time is up.
    const sent = await withDeadline(send(method, path, asked), end - performance.now()).catch(() => undefined);
    if (sent === undefined) break;
    if (sent.status < 500) responses[name] = sent;
  }
  return responses;
}
