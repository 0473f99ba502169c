/**
 * Reads the data behind the examples of an entity: records that the member can see, read through the pipeline with the member's
 * own permissions. If the service has no time for a read now, the page is still shown, with sample values.
 */
import type { EntityAccess } from "../../access/compile";
import type { EntityDescription } from "../../entities/view";
import { isDue } from "../openapi/entity/entity-examples";
import { handleAs } from "./handle-as";
import type { Envelope } from "./made-up-responses";
import type { MemberCaller } from "./member-caller";
import { type SessionRequest, toApiRequest } from "./session-request";

export type Sent = { status: number; text: string };
export type Send = (method: string, path: string, asked?: Partial<SessionRequest>) => Promise<Sent>;

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

/**
 * For each reference that a new record requires, the id of a record by its entity, so that the example of a create is accepted.
 */
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
