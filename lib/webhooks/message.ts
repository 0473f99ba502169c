/** Builds the message for a receiver: a page of the feed, with the headers of Standard Webhooks. */
import { createHash } from "node:crypto";
import { writeFeedCursor } from "../changes/cursor";
import type { Range, RangeItem } from "../changes/range";
import { findKeys, type SigningKeys, signatureOf, unsealKeys } from "../crypto/webhook-signature";
import type { Attempt } from "../http/outbound";
import { DELIVERY_BYTES } from "../limits";
import type { WebhookPayload } from "../model";
import { VERSION } from "../process/version";
import type { Place } from "../store/records/feed-positions";
import type { NewDelivery } from "../store/webhooks/deliveries";
import type { WebhookRow } from "../store/webhooks/webhooks";

export type Message = { id: string; items: number; body: string; headers: Record<string, string> };

type Sender = Pick<WebhookRow, "id" | "organizationId" | "entityKey" | "payload" | "keys" | "formerKeys">;

/** `now` is in milliseconds since 1970. */
export function sign(webhook: Sender, id: string, range: Range, now: number): Message {
  const { id: webhookId, entityKey, payload } = webhook;
  const items = itemsOf(range.items, payload, entityKey);
  const timestamp = new Date(now).toISOString();
  const cursor = writeFeedCursor(range.end, webhook);
  const body =
    `{"type":"records.changed","timestamp":"${timestamp}","data":{"webhookId":"${webhookId}","entityKey":"${entityKey}",` +
    `"items":[${items.join()}],"cursor":"${cursor}","more":${range.more},"reset":${range.reset}}}`;
  const seconds = Math.floor(now / 1000);
  const headers = {
    "content-type": "application/json",
    "user-agent": `public-records-api/${VERSION}`,
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatureOf(keysOf(webhook), id, seconds, body),
  };
  return { id, items: items.length, body, headers };
}

export function toDelivery(
  { id, items }: Message,
  kind: NewDelivery["kind"],
  { outcome, status, milliseconds, excerpt }: Attempt,
  from: WebhookRow["from"] | null,
): NewDelivery {
  const start = from && { position: from.position, at: from.at, epoch: from.epoch };
  return { messageId: id, kind, items, outcome, status, milliseconds, response: excerpt.trim() || null, start };
}

/**
 * Equal for all attempts at the same changes. A replay has other ids, so that receivers that skip known ids process it again.
 */
export function messageIdOf({ id, from, replays }: Pick<WebhookRow, "id" | "from" | "replays">, until: Place): string {
  const numbers = ({ position: { transaction, sequence } }: Place) => [transaction, sequence];
  const range = JSON.stringify([id, from.epoch, numbers(from), numbers(until), replays]);
  return `msg_${createHash("sha256").update(range).digest("base64url").slice(0, ID_LENGTH)}`;
}

const ID_LENGTH = 27;

/** Removals come first, as in the feed: another record may by now have a unique value of a removed one. */
function itemsOf(items: RangeItem[], payload: WebhookPayload, entityKey: string): string[] {
  if (payload === "signal") return [];
  const removed: string[] = [];
  const changed: string[] = [];
  let bytes = 0;
  for (const { id, at, keys, record } of items) {
    if (record === null) {
      const entity = `"entityKey":"${entityKey}"`;
      removed.push(
        payload === "ids"
          ? `{"type":"removed","id":"${id}",${entity}}`
          : `{"type":"removed","id":"${id}",${entity},"keys":${keys},"at":"${at}"}`,
      );
      continue;
    }
    const { versionId, envelope } = record;
    bytes += envelope === null ? 0 : Buffer.byteLength(envelope);
    const isWhole = payload === "records" && envelope !== null && bytes <= DELIVERY_BYTES;
    changed.push(
      isWhole
        ? `{"type":"changed","record":${envelope},"at":"${at}"}`
        : `{"type":"changed","id":"${id}","versionId":"${versionId}"}`,
    );
  }
  return [...removed, ...changed];
}

function keysOf({ id, keys, formerKeys }: Sender): SigningKeys[] {
  // Former keys that were sealed with another APP_SECRET no longer sign. Without its own keys nothing can be sent.
  const former = formerKeys === null ? null : findKeys(formerKeys, id);
  return [unsealKeys(keys, id), ...(former === null ? [] : [former])];
}
