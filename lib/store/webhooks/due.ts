/** Webhooks as work for senders. Each is leased to one sender at a time; leases end by themselves, so any process may die. */
import type { Connection } from "../../postgres/connection";
import { write } from "../../postgres/query";
import { raw, type Sql, sql } from "../../query/sql";
import { type Place, SHOWABLE } from "../records/feed-positions";
import { type Admission, admissionSql } from "../records/guard";
import { deliverySql, type NewDelivery } from "./deliveries";
import { COLUMNS, fromSql, OF_LIVING_TOKEN, type WebhookRow } from "./webhooks";

/** Limits what one sender takes. `organizations`, `tokens` and `hosts` count what it already has in flight for each. */
export type Room = {
  most: number;
  ofOrganization: number;
  ofToken: number;
  ofHost: number;
  organizations: Record<string, number>;
  tokens: Record<string, number>;
  hosts: Record<string, number>;
};

const HOST = raw(`lower(substring(w.url from '^[a-zA-Z]+://([^/?#]+)'))`);

const inFlightSql = (counts: Record<string, number>, key: Sql) =>
  sql`coalesce((${JSON.stringify(counts)}::jsonb->>${key})::int, 0)`;

/**
 * Takes webhooks with changes after their cursor, or a delivery to repeat. Tokens take turns within their organization, and
 * organizations at a host, so that nothing blocked keeps others out. Writes nothing if nothing is due.
 */
export async function takeDue(lease: string, seconds: number, epoch: string, room: Room): Promise<WebhookRow[]> {
  return write<WebhookRow>(
    sql`
    WITH subscribed AS (SELECT DISTINCT entity_id FROM webhooks WHERE NOT paused AND disabled IS NULL),
    last AS (
      SELECT s.entity_id, c.transaction, c.sequence FROM subscribed s CROSS JOIN LATERAL (
        SELECT transaction, sequence FROM changes
        WHERE entity_id = s.entity_id AND ${SHOWABLE}
        ORDER BY changes.transaction DESC, changes.sequence DESC LIMIT 1) c
    ),
    ready AS (
      SELECT w.id, w.organization_id, w.token_id, ${HOST} AS host, w.due, coalesce(w.due, w.updated) AS since
      FROM webhooks w ${OF_LIVING_TOKEN}
      JOIN members m ON m.id = t.member_id AND m.active
      LEFT JOIN last l ON l.entity_id = w.entity_id
      WHERE NOT w.paused AND w.disabled IS NULL AND (t.expires IS NULL OR t.expires > now())
        AND (w.due IS NULL OR w.due <= now()) AND (w.leased_until IS NULL OR w.leased_until < now())
        AND (w.until IS NOT NULL OR w.epoch <> ${epoch}
          OR (l.transaction, l.sequence) > (w.from_transaction::text::xid8, w.from_sequence))
        AND ${inFlightSql(room.hosts, sql`${HOST}`)} < ${room.ofHost}::int
    ),
    by_token AS (
      SELECT *, row_number() OVER (PARTITION BY token_id ORDER BY due NULLS FIRST, id)
        + ${inFlightSql(room.tokens, sql`token_id::text`)} AS of_token
      FROM ready
    ),
    by_organization AS (
      SELECT *, row_number() OVER (PARTITION BY organization_id ORDER BY of_token, due NULLS FIRST, id)
        + ${inFlightSql(room.organizations, sql`organization_id::text`)} AS of_organization
      FROM by_token WHERE of_token <= ${room.ofToken}::int
    ),
    by_host AS (
      SELECT *, row_number() OVER (PARTITION BY host ORDER BY of_organization, due NULLS FIRST, id)
        + ${inFlightSql(room.hosts, sql`host`)} AS of_host
      FROM by_organization WHERE of_organization <= ${room.ofOrganization}::int
    ),
    taken AS (
      SELECT w.id FROM webhooks w JOIN by_host r ON r.id = w.id
      WHERE r.of_host <= ${room.ofHost}::int AND (w.leased_until IS NULL OR w.leased_until < now())
      ORDER BY r.of_organization, r.since LIMIT ${room.most}::int FOR UPDATE OF w SKIP LOCKED
    )
    UPDATE webhooks w SET lease = ${lease}::uuid, leased_until = now() + make_interval(secs => ${seconds}::int)
    FROM entities e WHERE e.id = w.entity_id AND w.id IN (SELECT id FROM taken)
    RETURNING ${COLUMNS}`,
    { plan: "generic" },
  );
}

/**
 * Fixes where the delivery ends before its first byte is sent, and extends the lease. Returns false if it must not begin:
 * other permissions, a webhook paused, changed or set back, or another sender.
 */
export async function beginAttempt(
  { id, version }: WebhookRow,
  { lease, seconds }: { lease: string; seconds: number },
  until: Place,
  admission: Admission,
): Promise<boolean> {
  const rows = await write(
    sql`
    UPDATE webhooks SET until = ${JSON.stringify(until)}::jsonb, leased_until = now() + make_interval(secs => ${seconds}::int)
    WHERE id = ${id}::uuid AND lease = ${lease}::uuid AND leased_until > now() AND version = ${version}::uuid AND NOT paused AND disabled IS NULL
      AND ${admissionSql(admission)}
    RETURNING 1`,
    { plan: "generic" },
  );
  return rows.length > 0;
}

/** Moves the cursor past changes that the receiver does not get, and gives the webhook back. */
export async function passOver(id: string, lease: string, to: WebhookRow["from"]): Promise<void> {
  await write(
    sql`UPDATE webhooks SET ${fromSql(to)}, until = NULL, lease = NULL, leased_until = NULL
    WHERE id = ${id}::uuid AND lease = ${lease}::uuid`,
    { plan: "generic" },
  );
}

/** Gives the webhook back, to be looked at again after `seconds`. The column rounds to milliseconds, and must not round up. */
export async function giveBack(id: string, lease: string, seconds: number, on?: Connection): Promise<void> {
  await write(
    sql`UPDATE webhooks SET due = date_trunc('milliseconds', now()) + make_interval(secs => ${seconds}::float8), lease = NULL, leased_until = NULL
    WHERE id = ${id}::uuid AND lease = ${lease}::uuid`,
    { plan: "generic", on },
  );
}

/** Moves the cursor to `to`. If the webhook has another URL by now, only records the attempt; the delivery is due there. */
export async function noteAccepted(
  { id, url }: WebhookRow,
  lease: string,
  to: WebhookRow["from"],
  delivery: NewDelivery,
): Promise<void> {
  const rows = await write(
    sql`
    WITH ${deliverySql(id, delivery)}
    UPDATE webhooks SET ${fromSql(to)}, until = NULL, due = NULL, failures = 0, failing_since = NULL, told_failing = FALSE,
      last_attempt = ${lastAttemptSql(delivery)}, lease = NULL, leased_until = NULL
    WHERE id = ${id}::uuid AND lease = ${lease}::uuid AND url = ${url}
    RETURNING 1`,
    { plan: "generic" },
  );
  if (rows.length === 0) await giveBack(id, lease, 0);
}

type Failure = {
  delivery: NewDelivery;
  retryInSeconds: number;
  disabled: WebhookRow["disabled"];
  toldFailing: boolean;
};

/** Call it in the notice's transaction. False if the webhook was changed: only records the attempt; the delivery is due. */
export async function noteFailed(
  transaction: Connection | undefined,
  { id, version }: WebhookRow,
  lease: string,
  { delivery, retryInSeconds, disabled, toldFailing }: Failure,
): Promise<boolean> {
  const rows = await write(
    sql`
    WITH ${deliverySql(id, delivery)}
    UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, now()),
      due = now() + make_interval(secs => ${retryInSeconds}::float8), disabled = ${disabled}, told_failing = ${toldFailing}::boolean,
      last_attempt = ${lastAttemptSql(delivery)}, lease = NULL, leased_until = NULL
    WHERE id = ${id}::uuid AND lease = ${lease}::uuid AND version = ${version}::uuid
    RETURNING 1`,
    { on: transaction },
  );
  if (rows.length > 0) return true;
  await giveBack(id, lease, 0, transaction);
  return false;
}

function lastAttemptSql({ outcome, status, milliseconds }: NewDelivery): Sql {
  return sql`jsonb_build_object('at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'outcome', ${outcome}::text, 'status', ${status}::int, 'milliseconds', ${milliseconds}::int)`;
}
