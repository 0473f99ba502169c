/** The words of each operation, with the schema and an example of its success, by its name in generated clients. */
import type { z } from "zod";
import { MAX_OPERATIONS, OPERATIONS_OF_REQUEST } from "../../limits";
import * as discovery from "../schemas/discovery";
import * as examples from "../schemas/examples";
import * as records from "../schemas/response";
import * as webhooks from "../schemas/webhooks";
import type { EndpointRow } from "./endpoint";

export const TAGS = {
  Token: "Whom the token acts for.",
  Entities: "Discovery: which entities there are, what their fields are, and what the token can do with them.",
  Records: "Listing, querying, reading, creating, updating and deleting records.",
  Webhooks: "Being told of changes: the feed of an entity, sent to a URL.",
};

type Success = {
  status: 200 | 201;
  description: string;
  schema: z.ZodType;
  /** The body has exactly this schema, without `data` around it. */
  isWhole?: true;
  /** Not needed if each property of the schema has its own example. */
  example?: unknown;
  headers?: readonly ("ETag" | "Location" | "Link")[];
};

type Documentation = {
  summary: string;
  description: string;
  /** Examples of the request's body. */
  examples?: Record<string, { summary: string; value: unknown }>;
  success: Success;
  /** The description of 304, if the endpoint can return it. */
  notModified?: string;
};

const PAGE = returns("A page of records.", records.recordPage, examples.recordPage);
const QUERY = {
  summary: "Query records",
  description: "Returns a page of the records that match a filter. It changes nothing.",
  examples: examples.queries,
  success: PAGE,
};
const WEBHOOK = returns("The webhook.", webhooks.webhook, examples.webhook);
const VERSIONED_WEBHOOK = { ...WEBHOOK, headers: ["ETag"] } as const;
const WEBHOOK_WITH_KEYS = returns(
  "The webhook, and the secret that signs: it is returned this once.",
  webhooks.keyedWebhook,
  examples.createdWebhook,
);

export const DOCUMENTATION = {
  ...tagged("Token", {
    getMe: {
      summary: "Get the token and its owner",
      description: "Returns the token of the request, and the member and the organization it acts for.",
      success: returns("The token and its owner.", discovery.identity, examples.identity, ["Link"]),
    },
    getOpenApi: {
      summary: "Get the OpenAPI document of the token",
      description:
        "Returns the OpenAPI document of what the token can do: only its entities, fields and verbs. Generators turn it into a client.",
      success: {
        ...returns("The document itself, without `data` around it.", discovery.openApi, examples.openApi, ["ETag"]),
        isWhole: true,
      },
      notModified: "The document is still the one of `If-None-Match`. There is no body.",
    },
  }),
  ...tagged("Entities", {
    listEntities: {
      summary: "List entities",
      description: "Lists the entities that the token has at least one verb on, by key. The list has no pages.",
      success: returns("The entities.", discovery.entityList, examples.entityList, ["Link"]),
    },
    getEntity: {
      summary: "Get an entity",
      description: "Describes the fields of an entity: types, rules, and which operators filters can use.",
      success: returns("The entity.", discovery.entityDescription),
    },
  }),
  ...tagged("Records", {
    search: {
      summary: "Search all entities",
      description:
        "Returns the records that match best, of all entities that the token can list. Best first: the label equals the text, begins with it, has words that begin so, contains every word; then records with the words in other fields. The newest come first among equals.",
      success: returns("The best matches.", records.searchResult, examples.found),
    },
    listRecords: {
      summary: "List records",
      description: "Returns a page of the records that the token can see, newest first unless `sort` says otherwise.",
      success: PAGE,
    },
    queryRecords: QUERY,
    queryRecordsSafely: {
      ...QUERY,
      description: `${QUERY.description} Proxies and clients can repeat it by themselves, as a GET (RFC 10008).`,
    },
    aggregateRecords: {
      summary: "Aggregate records",
      description:
        "Returns counts, sums, averages and extremes of the records that match a filter, by group. It changes nothing.",
      examples: examples.aggregates,
      success: returns("The groups.", records.aggregate, examples.aggregate),
    },
    getRecord: {
      summary: "Get a record",
      description:
        "Returns one record. Its `ETag` is its version, whatever `fields` picks. With `expand` there is no `ETag`.",
      success: returns("The record.", records.recordEnvelope, examples.recordEnvelope, ["ETag"]),
      notModified: "The record is still at the version of `If-None-Match`. There is no body.",
    },
    listChanges: {
      summary: "Follow changes",
      description:
        "Returns what changed since a cursor, removals included. Take a cursor by a request without one, read the list once, then follow: the result is the list. With `Accept: text/event-stream` the changes come as server-sent events, `changed`, `removed` and `reset`; `Last-Event-ID` goes on after the last `id`.",
      success: returns(
        "What changed: removals first, each record once, as it is now.",
        records.changesPage,
        examples.changesPage,
      ),
    },
    createRecord: {
      summary: "Create a record",
      description: "Creates one record.",
      examples: examples.newRecords,
      success: {
        ...returns("The record was created.", records.recordEnvelope, examples.recordEnvelope, ["ETag", "Location"]),
        status: 201,
      },
    },
    updateRecord: {
      summary: "Update a record",
      description:
        "Changes the given fields, if the record is still at the version of `If-Match`. null clears a field. Other fields stay.",
      examples: examples.recordChanges,
      success: returns("The record as it is now.", records.recordEnvelope, examples.updatedRecord, ["ETag"]),
    },
    deleteRecord: {
      summary: "Delete a record",
      description: "Deletes one record, if it is still at the version of `If-Match`.",
      success: returns("The record was deleted.", records.deleteResult, examples.deleteResult),
    },
    writeRecords: {
      summary: "Batch write",
      description: `Creates, updates and upserts up to ${MAX_OPERATIONS} records, all of them or, with \`"atomic": false\`, each by itself. It counts as one request for every ${OPERATIONS_OF_REQUEST} operations begun.`,
      examples: examples.batches,
      success: returns("The outcome of each operation, in their order.", records.batchResult, examples.batchResult),
    },
  }),
  ...tagged("Webhooks", {
    getWebhooks: {
      summary: "List webhooks",
      description: "Lists the webhooks of the token, in the order in which they were created. The list has no pages.",
      success: returns("The webhooks.", webhooks.webhookList, examples.webhookList),
    },
    createWebhook: {
      summary: "Create a webhook",
      description:
        "Sends the changes of an entity from now on, as the token can see them. Read the list once for what there is already.",
      examples: examples.newWebhooks,
      success: { ...WEBHOOK_WITH_KEYS, status: 201, headers: ["ETag", "Location"] },
    },
    getWebhook: {
      summary: "Get a webhook",
      description: "Returns a webhook of the token: what is sent where, and how far its receiver is.",
      success: VERSIONED_WEBHOOK,
    },
    updateWebhook: {
      summary: "Change a webhook",
      description: "Changes the given properties. `paused` stops and continues; nothing is lost meanwhile.",
      examples: examples.webhookChanges,
      success: VERSIONED_WEBHOOK,
    },
    deleteWebhook: {
      summary: "Delete a webhook",
      description: "Deletes a webhook. A delivery that has begun may still arrive.",
      success: returns("The webhook was deleted.", webhooks.deletedWebhook, examples.deletedWebhook),
    },
    testWebhook: {
      summary: "Send a test",
      description: "Sends one signed delivery without items now, whatever the state, and returns what came back.",
      success: returns("What came back.", webhooks.attempt, examples.attempt),
    },
    replayWebhook: {
      summary: "Replay changes",
      description: "Sets the cursor back: everything that changed since the given moment is sent again.",
      examples: examples.replays,
      success: WEBHOOK,
    },
    rotateWebhook: {
      summary: "Rotate the secret",
      description: "Makes new keys. For 24 hours deliveries are signed with both, so that receivers can change over.",
      success: WEBHOOK_WITH_KEYS,
    },
    getWebhookDeliveries: {
      summary: "List deliveries",
      description: "Lists the last 100 attempts, newest first, and the status of each response.",
      success: returns("The attempts.", webhooks.webhookDeliveries, examples.webhookDeliveries),
    },
  }),
};

function returns(
  description: string,
  schema: z.ZodType,
  example?: unknown,
  headers: NonNullable<Success["headers"]> = [],
): Success {
  return { status: 200, description, schema, example, headers };
}

function tagged<Name extends string>(tag: keyof typeof TAGS, operations: Record<Name, Documentation>) {
  const all = Object.entries<Documentation>(operations).map(([name, words]) => [name, { ...words, tag }]);
  return Object.fromEntries(all) as Record<Name, Documentation & { tag: keyof typeof TAGS }>;
}

export type DocumentedRow<Row extends EndpointRow = EndpointRow> = Row & Documentation & { tag: keyof typeof TAGS };

export function withDocumentation<Row extends EndpointRow>(row: Row): DocumentedRow<Row> {
  return { ...row, ...DOCUMENTATION[row.operationId as keyof typeof DOCUMENTATION] };
}
