/** The registry of all endpoints (spec: Endpoints; docs/contract.md). Handlers and documentation are in the files beside it. */
import { aggregateBody } from "../input/aggregate-body";
import { BATCH_BOUNDS, batchBody } from "../input/batch-body";
import { listParameters, queryBody } from "../input/list-query";
import { by, dryRun, entities, expand, fields, IDEMPOTENCY_KEY, ifMatch, ifNoneMatch } from "../input/parameters";
import { recordBody } from "../input/record-body";
import { searchParameters } from "../input/search-query";
import { replayBody, webhookBody, webhookChangesBody } from "../input/webhook-body";
import * as discovery from "./discovery";
import type { CallerRequest, CallerRow, EndpointResult, EntityRow } from "./endpoint";
import * as reading from "./reading";
import { callerRow, entityRow } from "./row";
import * as webhooks from "./webhooks";
import * as writing from "./writing";

const RECORDS = "/entities/:entityKey/records";
const RECORD = `${RECORDS}/:recordId`;
const WEBHOOK = "/webhooks/:webhookId";
const REPEATABLE = { "Idempotency-Key": IDEMPOTENCY_KEY };
const CONDITIONAL = { "If-Match": ifMatch("the version that the caller has read"), ...REPEATABLE };
const CONDITIONAL_WEBHOOK = { "If-Match": ifMatch("the webhook as the caller has read it") };
const QUERY = {
  csv: true,
  safe: true,
  body: { schema: queryBody },
  checks: ["shape", "turn"],
  errors: ["INVALID_LIMIT", "INVALID_CURSOR", "INVALID_SORT", "FIELD_NOT_QUERYABLE"],
} as const;
/** These check the record as the write would leave it. */
const OF_RESULT = ["validation", "new row scope", "references", "other writers", "conflict"] as const;
const OF_FIELDS = ["fields", "lifecycle"] as const;

export const ROWS = {
  me: callerRow("getMe", "GET", "/me", discovery.identify),
  "entities.list": callerRow("listEntities", "GET", "/entities", discovery.listEntities),
  "entities.describe": entityRow("getEntity", "GET", "/entities/:entityKey", [], discovery.describeEntity),
  openapi: callerRow("getOpenApi", "GET", "/openapi.json", describeApi, {
    parameters: { entities },
    headers: { "If-None-Match": ifNoneMatch("The `ETag` of a document") },
    checks: ["shape", "entity"],
  }),
  search: callerRow("search", "GET", "/search", reading.search, {
    verbs: ["list"],
    parameters: searchParameters,
    checks: ["shape", "entity", "turn"],
  }),
  "records.list": entityRow("listRecords", "GET", RECORDS, ["list"], reading.list, {
    csv: true,
    parameters: listParameters,
    checks: ["shape", "turn"],
  }),
  "records.query": entityRow("queryRecords", "POST", `${RECORDS}/query`, ["list"], reading.query, QUERY),
  "records.safeQuery": entityRow("queryRecordsSafely", "QUERY", RECORDS, ["list"], reading.query, QUERY),
  "records.aggregate": entityRow("aggregateRecords", "POST", `${RECORDS}/aggregate`, ["list"], reading.aggregate, {
    safe: true,
    body: { schema: aggregateBody },
    checks: ["shape", "turn"],
    errors: ["FIELD_NOT_QUERYABLE"],
  }),
  "records.read": entityRow("getRecord", "GET", RECORD, ["list"], reading.read, {
    parameters: { fields, expand, by },
    headers: { "If-None-Match": ifNoneMatch("An `ETag`") },
    checks: ["shape", "record"],
  }),
  "changes.list": entityRow("listChanges", "GET", "/entities/:entityKey/changes", ["list"], reading.follow, {
    waits: true,
    parameters: reading.FEED_PARAMETERS,
    checks: ["shape", "turn"],
  }),
  "records.create": entityRow("createRecord", "POST", RECORDS, ["create"], writing.create, {
    parameters: { dryRun },
    headers: REPEATABLE,
    body: { schema: recordBody },
    checks: ["shape", "turn", ...OF_FIELDS, "required fields", ...OF_RESULT, "readable"],
    errors: ["DUPLICATE_LABEL"],
  }),
  "records.update": entityRow("updateRecord", "PATCH", RECORD, ["update"], writing.update, {
    parameters: { dryRun, by },
    headers: CONDITIONAL,
    body: { schema: recordBody },
    checks: [
      ...(["turn", "record", "row scope", "precondition", "shape", "version"] as const),
      ...OF_FIELDS,
      "permission for this change",
      ...OF_RESULT,
    ],
    errors: ["DUPLICATE_LABEL"],
  }),
  "records.delete": entityRow("deleteRecord", "DELETE", RECORD, ["delete"], writing.remove, {
    parameters: { dryRun, by },
    headers: CONDITIONAL,
    checks: [
      ...(["shape", "turn", "record", "row scope", "precondition", "version"] as const),
      ...(["lifecycle", "other writers", "conflict"] as const),
    ],
  }),
  "records.batch": entityRow("writeRecords", "POST", `${RECORDS}/batch`, ["create", "update"], writing.writeBatch, {
    parameters: { dryRun },
    headers: REPEATABLE,
    body: { schema: batchBody, bounds: BATCH_BOUNDS },
    checks: [
      ...(["shape", "turn", "record", "row scope", "precondition", "version"] as const),
      ...OF_FIELDS,
      ...(["required fields", "permission for this change"] as const),
      ...OF_RESULT,
    ],
    errors: ["DUPLICATE_LABEL"],
  }),
  "webhooks.list": callerRow("getWebhooks", "GET", "/webhooks", webhooks.list),
  "webhooks.create": callerRow("createWebhook", "POST", "/webhooks", webhooks.create, {
    parameters: { dryRun },
    body: { schema: webhookBody },
    checks: ["shape", "entity", "verb", "webhooks"],
    errors: ["FIELD_NOT_QUERYABLE"],
  }),
  "webhooks.read": callerRow("getWebhook", "GET", WEBHOOK, webhooks.read, { checks: ["record"] }),
  "webhooks.update": callerRow("updateWebhook", "PATCH", WEBHOOK, webhooks.update, {
    parameters: { dryRun },
    headers: CONDITIONAL_WEBHOOK,
    body: { schema: webhookChangesBody },
    checks: ["record", "precondition", "shape", "version"],
    errors: ["ENTITY_NOT_FOUND", "FIELD_NOT_QUERYABLE"],
  }),
  "webhooks.delete": callerRow("deleteWebhook", "DELETE", WEBHOOK, webhooks.remove, {
    parameters: { dryRun },
    headers: CONDITIONAL_WEBHOOK,
    checks: ["record", "precondition", "version"],
  }),
  "webhooks.test": callerRow("testWebhook", "POST", `${WEBHOOK}/test`, webhooks.test, {
    waits: true,
    checks: ["record", "turn"],
  }),
  "webhooks.replay": callerRow("replayWebhook", "POST", `${WEBHOOK}/replay`, webhooks.replay, {
    body: { schema: replayBody },
    checks: ["shape", "record", "entity", "verb"],
  }),
  "webhooks.rotate": callerRow("rotateWebhook", "POST", `${WEBHOOK}/rotate`, webhooks.rotate, { checks: ["record"] }),
  "webhooks.deliveries": callerRow("getWebhookDeliveries", "GET", `${WEBHOOK}/deliveries`, webhooks.listDeliveries, {
    checks: ["record"],
  }),
} satisfies Record<string, CallerRow | EntityRow>;

function describeApi(request: CallerRequest): Promise<EndpointResult> {
  return discovery.describeApi(request, ROWS);
}

export type EndpointName = keyof typeof ROWS;
export type CallerEndpoint = CallerRow & { name: EndpointName };
export type EntityEndpoint = EntityRow & { name: EndpointName };
export type Endpoint = CallerEndpoint | EntityEndpoint;

export const ENDPOINTS: readonly Endpoint[] = Object.entries(ROWS as Record<EndpointName, CallerRow | EntityRow>).map(
  ([name, row]) => ({ ...row, name: name as EndpointName }),
);

/** Takes the name from the call log; undefined if the endpoint no longer exists. */
export function findEndpoint(name: string): Endpoint | undefined {
  return ENDPOINTS.find((endpoint) => endpoint.name === name);
}
