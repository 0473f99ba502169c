/** Attempts to send to a webhook; only the last ones are kept. */
import type { Outcome } from "../../http/outbound-response";
import { read, write } from "../../postgres/query";
import { sql } from "../../query/sql";
import { OF_LIVING_TOKEN, type WebhookRow, type Whose, whoseSql } from "./webhooks";

export type NewDelivery = {
  messageId: string;
  kind: "changes" | "reset" | "test";
  items: number;
  outcome: Outcome;
  status: number | null;
  milliseconds: number;
  /** The beginning of the response's body. */
  response: string | null;
  /** Where the delivery began. null for tests. */
  start: DeliveryStart | null;
};

type DeliveryStart = Omit<WebhookRow["from"], "permissions">;

/** Per webhook. */
const KEPT_DELIVERIES = 100;

/** Records an attempt, and deletes the oldest ones beyond the limit. */
export function deliverySql(
  webhookId: string,
  { messageId, kind, items, outcome, status, milliseconds, response, start }: NewDelivery,
) {
  return sql`
    noted AS (
      INSERT INTO webhook_deliveries (webhook_id, message_id, kind, items, outcome, status, milliseconds, response, start)
      VALUES (${webhookId}::uuid, ${messageId}, ${kind}, ${items}::int, ${outcome}, ${status}::smallint, ${milliseconds}::int,
        ${response}, ${start === null ? null : JSON.stringify(start)}::jsonb)
    ),
    cleared AS (
      DELETE FROM webhook_deliveries WHERE webhook_id = ${webhookId}::uuid AND id <= (
        SELECT id FROM webhook_deliveries WHERE webhook_id = ${webhookId}::uuid
        ORDER BY id DESC OFFSET ${KEPT_DELIVERIES - 1} LIMIT 1)
    )`;
}

export async function noteTest(webhookId: string, delivery: NewDelivery): Promise<void> {
  await write(sql`WITH ${deliverySql(webhookId, delivery)} SELECT 1`);
}

export type DeliveryRow = Omit<NewDelivery, "response" | "start"> & { at: Date };
export type KeptDelivery = DeliveryRow & { id: string; response: string | null; hasStart: boolean };

/** Newest first. */
export async function listDeliveries(webhookId: string): Promise<KeptDelivery[]> {
  return read<KeptDelivery>(sql`
    SELECT id::text, at, message_id AS "messageId", kind, items, outcome, status, milliseconds, response, start IS NOT NULL AS "hasStart"
    FROM webhook_deliveries d WHERE webhook_id = ${webhookId}::uuid ORDER BY d.id DESC LIMIT ${KEPT_DELIVERIES}::int`);
}

/** null for a delivery of another webhook, for tests, and for those that are no longer kept. */
export async function findDeliveryStart(webhookId: string, id: string): Promise<DeliveryStart | null> {
  const [found] = await read<{ start: DeliveryStart | null }>(sql`
    SELECT start FROM webhook_deliveries WHERE webhook_id = ${webhookId}::uuid AND id = ${id}::bigint`);
  return found?.start ?? null;
}

/** The stored attempts to send a message, newest first, with the webhook; only of webhooks that the caller can see. */
export async function listAttemptsOf(
  messageId: string,
  whose: Whose,
): Promise<(DeliveryRow & { webhookId: string })[]> {
  return read<DeliveryRow & { webhookId: string }>(sql`
    SELECT d.webhook_id AS "webhookId", d.at, d.message_id AS "messageId", d.kind, d.items, d.outcome, d.status, d.milliseconds
    FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id ${OF_LIVING_TOKEN}
    WHERE ${whoseSql(whose)} AND d.message_id = ${messageId} ORDER BY d.id DESC`);
}
