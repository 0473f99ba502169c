/** The operations of an entity in the document of a caller, and a request for each; writes are dry runs. */
import type { JsonValue } from "@/lib/model";
import type { Call } from "../http";

/** Operation ids, with `…` for the entity's name. */
export const IDS = {
  describe: "describe…",
  list: "list…",
  query: "query…",
  aggregate: "aggregate…",
  read: "get…Record",
  follow: "follow…",
  create: "create…Record",
  update: "update…Record",
  delete: "delete…Record",
  batch: "write…",
};
export type Endpoint = keyof typeof IDS;

/** Of the right shape, for what is left out. */
export const LEGAL_BODY: Partial<Record<Endpoint, JsonValue>> = {
  query: {},
  aggregate: { measures: { records: ["count"] } },
  create: { data: {} },
  update: { data: {} },
  batch: { operations: [{ op: "create", data: {} }] },
};

export function requestOf(endpoint: Endpoint, entityKey: string, recordId: string, body: JsonValue): Call {
  const records = `/entities/${entityKey}/records`;
  const record = `${records}/${recordId}`;
  const headers = { "if-match": "*" };
  switch (endpoint) {
    case "describe":
      return { path: `/entities/${entityKey}` };
    case "list":
      return { path: records };
    case "read":
      return { path: record };
    case "follow":
      return { path: `/entities/${entityKey}/changes` };
    case "query":
    case "aggregate":
      return { method: "POST", path: `${records}/${endpoint}`, json: body };
    case "create":
      return { method: "POST", path: `${records}?dryRun=true`, json: body };
    case "batch":
      return { method: "POST", path: `${records}/batch?dryRun=true`, json: body };
    case "update":
      return { method: "PATCH", path: `${record}?dryRun=true`, headers, json: body };
    case "delete":
      return { method: "DELETE", path: `${record}?dryRun=true`, headers };
  }
}
