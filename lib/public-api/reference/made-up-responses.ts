/** Sample responses for requests that the reference does not send, in the service's own format. */
import type { EntityAccess } from "../../access/compile";
import type { JsonObject, JsonValue } from "../../model";
import { notReadable } from "../../records/create";
import type { EndpointName } from "../endpoints/registry";
import type { EntityExamples } from "../openapi/entity/entity-examples";
import { HEADERS } from "../openapi/headers";
import { CURSOR, NEXT_VERSION_ID, OTHER_RECORD_ID, recordEnvelope } from "../schemas/examples";

export type Envelope = {
  id: string;
  entityKey: string;
  created: string;
  updated: string;
  versionId: string;
  data: JsonObject;
};

/** What a create would return, as far as that can be known in advance. */
export function madeUpRecord({ entity }: EntityAccess, { create, update }: EntityExamples): Envelope {
  return { ...recordEnvelope, entityKey: entity.key, data: create?.data ?? update?.data ?? {} };
}

export function madeUpResponses(access: EntityAccess, record: Envelope, examples: EntityExamples) {
  const { create, update, batch, aggregate } = examples;
  const { id, entityKey } = record;
  const { entity, permissions, readable } = access;
  // A caller without `list` gets no data back.
  const isSeen = ([key]: [string, JsonValue]) => permissions.list && readable.has(key);
  const seen = (data: JsonObject) => ({ ...record, data: Object.fromEntries(Object.entries(data).filter(isSeen)) });
  const defaults = Object.fromEntries([...entity.fields.values()].map((field) => [field.key, field.default]));
  const results = batch?.operations.map(({ op }) =>
    op === "create"
      ? { status: 201, id: OTHER_RECORD_ID, versionId: NEXT_VERSION_ID }
      : { status: 200, id, versionId: NEXT_VERSION_ID },
  );
  const now = seen(record.data);
  const responses: Partial<Record<EndpointName, unknown>> = {
    "records.list": { items: [now], nextCursor: null },
    "records.query": { items: [now], nextCursor: null },
    "records.read": now,
    "records.create": permissions.list
      ? { ...seen({ ...defaults, ...create?.data }), id: OTHER_RECORD_ID, versionId: NEXT_VERSION_ID }
      : NOT_READABLE,
    "records.update": { ...seen({ ...record.data, ...update?.data }), versionId: NEXT_VERSION_ID },
    "records.delete": { id, entityKey, deleted: true },
    "records.batch": { results },
    "changes.list": {
      items: [
        { type: "removed", id: OTHER_RECORD_ID, entityKey, keys: keysOf(access, create?.data ?? {}), at: now.updated },
        { type: "changed", record: now, at: now.updated },
      ],
      nextCursor: CURSOR,
      more: false,
      reset: false,
    },
    "records.aggregate": { items: [groupOf(record, aggregate)], truncated: false },
  };
  return responses;
}

function keysOf({ entity, readable }: EntityAccess, data: JsonObject): JsonObject {
  const known = entity.uniqueFields.filter((key) => readable.has(key) && (data[key] ?? null) !== null);
  return Object.fromEntries(known.map((key) => [key, data[key] ?? null]));
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

/** For callers who can create but not read. */
export const NOT_READABLE = {
  error: {
    code: "CREATED_RECORD_NOT_READABLE",
    message: notReadable().message,
    requestId: HEADERS["x-request-id"].example,
  },
};
