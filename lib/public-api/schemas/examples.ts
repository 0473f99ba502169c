/** The examples of the document: one entity, one record, and messages about them. A test validates them against the schemas. */
import type { EntitySummary, FieldView, SystemFieldView } from "../../entities/view";
import { VERSION } from "../../process/version";
import { FIELD_OPERATORS, SYSTEM_FIELD_OPERATORS } from "../../query/filter/operators";

export const ENTITY_KEY = "deals";
/** Stands for an id that only the caller can know. */
export const NO_ID = "00000000-0000-0000-0000-000000000000";
export const RECORD_ID = "9faf8d7a-6f75-8ffe-8a33-623f163c50af";
export const VERSION_ID = "508c1fcd-218a-4188-913b-51d33e964e06";
const NEXT_VERSION_ID = "1c72c00d-1dca-4dc1-bb46-8d5b00dd547f";
const OTHER_RECORD_ID = "0d1f7c7e-5a0c-4a43-9a1e-7a1b8c2f6b10";
export const ETAG = `"${VERSION_ID}"`;
export const CURSOR = "AbKunEfZ_sHozwruwvnI98F4XYXqn7HRTUu5ZLHJmXuiwfemp8L480495o9I";

export const identity = {
  organizationId: "01a1fd2f-22f5-7575-9dc8-588bcf42ce35",
  member: { id: "01a1fd2f-231e-765d-ab9b-0cf97717e7aa", name: "Ada Example", email: "ada@example.com" },
  token: { id: "e9wUsrKhODoum6AyAgiQ0f", name: "CRM sync", tokenHint: "service_v1_e9wU…iQ0f" },
};

export const entitySummary: EntitySummary = {
  entityKey: ENTITY_KEY,
  label: "Deal",
  pluralLabel: "Deals",
  description: null,
  permissions: { list: true, create: true, update: true, delete: false },
};

export const entityList = { items: [entitySummary] };

export const openApi = { openapi: "3.1.0", info: { title: "Public Records API", version: VERSION }, paths: {} };

export const textField: FieldView = {
  key: "title",
  label: "Title",
  description: null,
  type: "text",
  required: true,
  unique: false,
  multiple: false,
  default: null,
  createable: true,
  updateable: true,
  queryable: true,
  sortable: true,
  searchable: true,
  operators: FIELD_OPERATORS.text,
  options: [],
  reference: null,
  referencedFields: [],
  min: null,
  max: null,
  maxLength: 200,
  deprecated: false,
  deprecation: null,
};

export const systemField: SystemFieldView = {
  key: "created",
  type: "datetime",
  sortable: true,
  operators: SYSTEM_FIELD_OPERATORS.created,
};

export const recordEnvelope = {
  id: RECORD_ID,
  entityKey: ENTITY_KEY,
  created: "2026-11-21T08:18:09.155Z",
  updated: "2026-11-21T08:18:09.155Z",
  versionId: VERSION_ID,
  data: { title: "Renewal 2027", stage: "open" },
};

export const updatedRecord = {
  ...recordEnvelope,
  updated: "2026-11-21T09:02:44.010Z",
  versionId: NEXT_VERSION_ID,
  data: { title: "Renewal 2027", stage: "won" },
};

export const recordPage = { items: [recordEnvelope], nextCursor: CURSOR };

export const found = {
  items: [
    {
      entityKey: ENTITY_KEY,
      id: RECORD_ID,
      label: "Renewal 2027",
      record: recordEnvelope,
      match: { field: "title" },
    },
  ],
  truncated: false,
};

export const changesPage = {
  items: [
    {
      type: "removed",
      id: OTHER_RECORD_ID,
      entityKey: ENTITY_KEY,
      keys: { number: 5128581 },
      at: updatedRecord.updated,
    },
    { type: "changed", record: updatedRecord, at: updatedRecord.updated },
  ],
  nextCursor: CURSOR,
  more: false,
  reset: false,
};

export const batches = {
  mixed: {
    summary: "A create, an update and an upsert",
    value: {
      operations: [
        { op: "create", data: { title: "Renewal 2027" } },
        { op: "update", id: RECORD_ID, ifMatch: VERSION_ID, data: { stage: "won" } },
        { op: "upsert", match: { number: 5128581 }, ifMatch: "*", data: { title: "Renewal 2028" } },
      ],
    },
  },
};

export const batchResult = {
  results: [
    { status: 201, id: OTHER_RECORD_ID, versionId: "8d1b2c3e-0f5a-4d6b-9c7e-1a2b3c4d5e6f" },
    { status: 200, id: RECORD_ID, versionId: NEXT_VERSION_ID },
    {
      status: 409,
      error: { code: "DUPLICATE_LABEL", message: "Another record of this entity already has this label." },
    },
  ],
};

const written = { results: [{ status: 200, id: RECORD_ID, versionId: VERSION_ID }] };
const nothingNew = { items: [], nextCursor: CURSOR, more: false, reset: false };
/** Components of callers' documents: they fit every entity. */
export const entityResults = {
  Written: { summary: "One record was written", value: { data: written } },
  NothingNew: { summary: "Nothing has changed", value: { data: nothingNew } },
};

export const newRecords = { record: { summary: "A new record", value: { data: { title: "Renewal 2027" } } } };
export const recordChanges = { changes: { summary: "The fields that change", value: { data: { stage: "won" } } } };

export const deleteResult = { id: RECORD_ID, entityKey: ENTITY_KEY, deleted: true };

export const aggregates = {
  count: { summary: "How many there are", value: { measures: { deals: ["count"] } } },
  grouped: {
    summary: "Counts and sums by stage and month",
    value: {
      where: ["created", "gte", "2026-01-01T00:00:00.000Z"],
      groupBy: ["stage", { field: "created", by: "month" }],
      measures: { deals: ["count"], total: ["sum", "amount"] },
    },
  },
};

export const aggregate = {
  items: [{ group: { stage: "won", created: "2026-11-01T00:00:00.000Z" }, deals: 12, total: 4800 }],
  truncated: false,
};

export const queries = {
  condition: { summary: "One condition", value: { where: ["stage", "eq", "won"] } },
  compound: {
    summary: "Several conditions, an order, and the fields to give",
    value: {
      where: {
        and: [
          ["stage", "in", ["open", "won"]],
          { not: ["title", "contains", "test"] },
          {
            or: [
              ["created", "gte", "2026-01-01T00:00:00.000Z"],
              ["title", "is_null", false],
            ],
          },
        ],
      },
      sort: [{ field: "updated", direction: "desc" }],
      fields: ["title", "stage"],
      limit: 50,
    },
  },
  reference: { summary: "A condition on what a reference leads to", value: { where: ["account.city", "eq", "Oslo"] } },
  nextPage: { summary: "The next page of the first query", value: { where: ["stage", "eq", "won"], cursor: CURSOR } },
};

export const WEBHOOK_ID = "01a1fd2f-9c1e-7b3a-8a55-2f0f6a0c9d11";

const newWebhook = {
  name: "Warehouse",
  url: "https://hooks.example.com/deals",
  entityKey: ENTITY_KEY,
  payload: "records",
};

export const newWebhooks = { webhook: { summary: "A webhook", value: { data: newWebhook } } };
export const webhookChanges = { pause: { summary: "Pause it", value: { data: { paused: true } } } };
export const replays = { day: { summary: "Since a moment", value: { data: { since: "2026-01-31T09:30:00Z" } } } };

export const attempt = { outcome: "delivered", status: 204, milliseconds: 84 };

export const webhook = {
  id: WEBHOOK_ID,
  versionId: VERSION_ID,
  ...newWebhook,
  fields: null,
  expand: [],
  state: "active",
  reason: null,
  lag: { changes: 0, more: false, seconds: 0 },
  lastAttempt: { at: "2026-01-31T09:30:00.000Z", ...attempt },
  nextAttempt: null,
  publicKey: "whpk_uQsMsNTCMnbJuCGwf0aP62g9HoDvUnCGWLUkYaMdBKk=",
  created: "2026-01-30T08:00:00.000Z",
  updated: "2026-01-30T08:00:00.000Z",
};

export const webhookList = { items: [webhook] };

export const deletedWebhook = { id: WEBHOOK_ID, deleted: true };

export const createdWebhook = { ...webhook, signingSecret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=" };

export const webhookDelivery = {
  at: "2026-01-31T09:30:00.000Z",
  messageId: "msg_p5jXN8AQM9LWM0D4loKWxJek0aB",
  kind: "changes",
  items: 3,
  ...attempt,
};

export const webhookDeliveries = { items: [webhookDelivery] };
