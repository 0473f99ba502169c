import { readOne } from "../../postgres/query";
import { sql } from "../../query/sql";
import { SHOWABLE } from "../records/feed-positions";
import { OF_LIVING_TOKEN } from "./webhooks";

type WebhookSums = { disabled: number; lagSeconds: number };

/** Counts disabled webhooks, and measures how long the oldest unsent change has waited. */
export async function sumWebhooks(): Promise<WebhookSums> {
  return readOne<WebhookSums>(sql`
    SELECT (count(*) FILTER (WHERE w.disabled IS NOT NULL))::int AS disabled,
      coalesce(extract(epoch FROM max(now() - c.at) FILTER (WHERE w.disabled IS NULL)), 0)::float8 AS "lagSeconds"
    FROM webhooks w ${OF_LIVING_TOKEN}
    LEFT JOIN LATERAL (
      SELECT at FROM changes WHERE NOT w.paused AND entity_id = w.entity_id
        AND (transaction, sequence) > (w.from_transaction::text::xid8, w.from_sequence) AND ${SHOWABLE}
      ORDER BY changes.transaction, changes.sequence LIMIT 1) c ON TRUE`);
}
