/** Describes deliveries in a document: the request that the service sends to a webhook's URL, and how it treats responses. */
import { MAX_RETRY_AFTER_SECONDS } from "../../http/outbound-response";
import { CURSOR, ENTITY_KEY, updatedRecord, WEBHOOK_ID, webhookDelivery } from "../schemas/examples";
import { type Json, open, TIMESTAMP, UUID } from "./entity/json-schema";
import { requestBodyOf } from "./operation";

const TEXT = { type: "string" };
const REMOVED = { type: { ...TEXT, const: "removed" }, id: UUID, entityKey: TEXT };
const CHANGED = { type: { ...TEXT, const: "changed" } };

export function deliverySchema(record: Json): Json {
  const keys = { type: "object", description: "Its unique values that the token could read. Absent from `ids`." };
  const removed = { ...open(REMOVED), properties: { ...REMOVED, keys, at: TIMESTAMP } };
  const items = [
    {
      ...open({ ...CHANGED, record, at: TIMESTAMP }),
      description: "A record as it is now: new to the token, or changed.",
    },
    { ...open({ ...CHANGED, id: UUID, versionId: UUID }), description: "Of `ids`, and a record that is too large." },
    { ...removed, description: "The record was deleted, or left what the token can see." },
  ];
  const data = {
    webhookId: UUID,
    entityKey: TEXT,
    items: { type: "array", items: { anyOf: items }, description: "Empty with `signal`, and in a test." },
    cursor: { ...TEXT, description: "Of the feed, behind these changes." },
    more: { type: "boolean", description: "Whether there are more changes already." },
    reset: { type: "boolean", description: "Whether what changed cannot be said. Walk the list again." },
  };
  const type = { ...TEXT, const: "records.changed" };
  return { ...open({ type, timestamp: TIMESTAMP, data: open(data) }), examples: [EXAMPLE] };
}

const EXAMPLE = {
  type: "records.changed",
  timestamp: updatedRecord.updated,
  data: {
    webhookId: WEBHOOK_ID,
    entityKey: ENTITY_KEY,
    items: [{ type: "changed", id: updatedRecord.id, versionId: updatedRecord.versionId }],
    cursor: CURSOR,
    more: false,
    reset: false,
  },
};

const HEADERS = {
  "webhook-id": ["The same for each repetition of a delivery, and for nothing else.", webhookDelivery.messageId],
  "webhook-timestamp": ["When this attempt was made, in Unix seconds.", "1769851800"],
  "webhook-signature": [
    "`v1,` (HMAC-SHA256 with the secret) and `v1a,` (Ed25519), separated by a space; both twice after a rotation.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ],
} as const;

/** The value of `webhooks` in a document. The schema of a delivery is the component `RecordsChanged`. */
export function deliveries(tag: string): Json {
  const post = {
    operationId: "receiveRecordsChanged",
    tags: [tag],
    summary: "Records changed",
    description: "Sent to the URL of a webhook. One is in flight at a time, and the next is sent after a 2xx.",
    // Receivers verify the signature; they get no token.
    security: [],
    parameters: Object.entries(HEADERS).map(([name, [description, example]]) => ({
      ...{ name, in: "header", required: true, description, schema: TEXT, example },
    })),
    requestBody: requestBodyOf({ schema: { $ref: "#/components/schemas/RecordsChanged" } }),
    responses: {
      "2XX": { description: "Accepted: the next delivery begins behind this one." },
      410: { description: "Gone: the webhook is disabled at once." },
      429: {
        description: `It is sent again after the next pause or \`Retry-After\`, whichever is longer. \`Retry-After\` counts for at most ${MAX_RETRY_AFTER_SECONDS} seconds. The same applies to 503.`,
      },
      default: { description: "A failure, as is a redirect, or no response: it is sent again, later each time." },
    },
  };
  return { recordsChanged: { post } };
}
