/**
 * Webhooks: their rows, and which of them a sender takes. A webhook is taken by one sender at a time, under a lease that ends by
 * itself, so that any process may die.
 */
import { Prisma } from "../../generated/prisma/client";
import type { Outcome } from "../http/outbound";
import type { JsonValue, WebhookSettings } from "../model";
import type { Connection } from "../postgres/connection";
import { read, readOne, write } from "../postgres/query";
import type { Place } from "./records/changes";
import { type Admission, admissionSql } from "./records/guard";

const { sql, raw, join } = Prisma;

export type LastAttempt = { at: string; outcome: Outcome; status: number | null; milliseconds: number };

export type WebhookRow = WebhookSettings & {
  id: string;
  organizationId: string;
  tokenId: string;
  entityId: string;
  entityKey: string;
  /** Why the service has stopped by itself. */
  disabled: "GONE" | "FAILING" | null;
  keys: string;
  /** null once they have ended. */
  formerKeys: string | null;
  formerUntil: Date | null;
  version: string;
  from: Place & { epoch: string; permissions: string };
  until: Place | null;
  replays: number;
  due: Date | null;
  failures: number;
  failingSince: Date | null;
  toldFailing: boolean;
  lastAttempt: LastAttempt | null;
  created: Date;
  updated: Date;
};

const COLUMNS = sql`
  w.id, w.organization_id AS "organizationId", w.token_id AS "tokenId", w.entity_id AS "entityId", e.key AS "entityKey",
  w.name, w.url, w.payload, w.fields, w.expand, w.paused, w.disabled, w.keys, w.version,
  CASE WHEN w.former_until > now() THEN w.former_keys END AS "formerKeys",
  CASE WHEN w.former_until > now() THEN w.former_until END AS "formerUntil",
  json_build_object('position', json_build_object('transaction', w.from_transaction::text, 'sequence', w.from_sequence::text),
    'at', (extract(epoch FROM w.from_at) * 1000)::float8, 'epoch', w.epoch, 'permissions', w.permissions) AS "from",
  w.until, w.replays, w.due, w.failures, w.failing_since AS "failingSince", w.told_failing AS "toldFailing",
  w.last_attempt AS "lastAttempt", w.created, w.updated`;

const WITH_ENTITY = sql`JOIN entities e ON e.id = w.entity_id`;
/** A webhook goes with its token: the rows of revoked ones are cleared later. */
const OF_LIVING_TOKEN = sql`JOIN tokens t ON t.id = w.token_id AND t.revoked IS NULL`;

/** Those of a token, of tokens that a member can manage, or of an organisation. */
export type Whose = { organizationId: string; tokenId?: string; ownerIds?: readonly string[] };

/** "all" is for operators. */
function whoseSql(whose: Whose | "all"): Prisma.Sql {
  if (whose === "all") return sql`TRUE`;
  const { organizationId, tokenId, ownerIds } = whose;
  const ofToken = tokenId === undefined ? sql`` : sql`AND w.token_id = ${tokenId}`;
  const ofOwners = ownerIds === undefined ? sql`` : sql`AND t.member_id = ANY (${[...ownerIds]}::uuid[])`;
  return sql`w.organization_id = ${organizationId}::uuid ${ofToken} ${ofOwners}`;
}

/** In the order in which they were created. */
export async function listWebhooks(whose: Whose): Promise<WebhookRow[]> {
  return read<WebhookRow>(sql`
    SELECT ${COLUMNS} FROM webhooks w ${WITH_ENTITY} ${OF_LIVING_TOKEN}
    WHERE ${whoseSql(whose)} ORDER BY w.created, w.id`);
}

/** `on` locks the row until the end of its transaction. */
export async function findWebhook(id: string, whose: Whose | "all", on?: Connection): Promise<WebhookRow | null> {
  const locked = on === undefined ? sql`` : sql`FOR UPDATE OF w`;
  const [row] = await read<WebhookRow>(
    sql`
    SELECT ${COLUMNS} FROM webhooks w ${WITH_ENTITY} ${OF_LIVING_TOKEN}
    WHERE w.id = ${id}::uuid AND ${whoseSql(whose)} ${locked}`,
    { on },
  );
  return row ?? null;
}

/** Until the end of the transaction, no other one can add a webhook to the organisation. */
export async function countForInsert(
  transaction: Connection,
  { organizationId, tokenId }: { organizationId: string; tokenId: string },
): Promise<{ ofToken: number; ofOrganization: number }> {
  const on = { on: transaction };
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks:${organizationId}`}, 0))`, on);
  return readOne(
    sql`
    SELECT count(*)::int AS "ofOrganization", (count(*) FILTER (WHERE w.token_id = ${tokenId}))::int AS "ofToken"
    FROM webhooks w ${OF_LIVING_TOKEN} WHERE w.organization_id = ${organizationId}::uuid`,
    on,
  );
}

export type NewWebhook = WebhookSettings &
  Pick<WebhookRow, "id" | "organizationId" | "tokenId" | "entityId" | "keys" | "version" | "from">;

/** Whether it was written: not if the token's permissions have changed. */
export async function insertWebhook(transaction: Connection, row: NewWebhook, admission: Admission): Promise<boolean> {
  const { position, at, epoch, permissions } = row.from;
  const rows = await write(
    sql`
    INSERT INTO webhooks (id, organization_id, token_id, entity_id, name, url, payload, fields, expand, paused, keys, version,
      from_transaction, from_sequence, from_at, epoch, permissions)
    SELECT ${row.id}::uuid, ${row.organizationId}::uuid, ${row.tokenId}, ${row.entityId}::uuid, ${row.name}, ${row.url},
      ${row.payload}, ${toJson(row.fields)}::jsonb, ${row.expand}::text[], ${row.paused}::boolean, ${row.keys},
      ${row.version}::uuid, ${position.transaction}::bigint, ${position.sequence}::bigint, ${momentSql(at)}, ${epoch}, ${permissions}
    WHERE ${admissionSql(admission)}
    RETURNING 1`,
    { on: transaction },
  );
  return rows.length > 0;
}

type Changes = Partial<WebhookSettings> & {
  version: string;
  keys?: string;
  /** The keys before a rotation, which sign as well for so many hours. */
  former?: { keys: string; hours: number };
  from?: WebhookRow["from"];
  /** It is tried at once, as if nothing had failed. */
  startAgain?: boolean;
};

/** By a caller, on a row that is locked. */
export async function updateWebhook(transaction: Connection, id: string, changes: Changes): Promise<void> {
  const { name, url, payload, fields, expand, paused, version, keys, former, from, startAgain } = changes;
  const sets = [
    sql`version = ${version}::uuid`,
    sql`updated = now()`,
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(url === undefined ? [] : [sql`url = ${url}`]),
    ...(payload === undefined ? [] : [sql`payload = ${payload}`]),
    ...(fields === undefined ? [] : [sql`fields = ${toJson(fields)}::jsonb`]),
    ...(expand === undefined ? [] : [sql`expand = ${expand}::text[]`]),
    ...(paused === undefined ? [] : [sql`paused = ${paused}::boolean`]),
    ...(keys === undefined ? [] : [sql`keys = ${keys}`]),
    ...(former === undefined
      ? []
      : [sql`former_keys = ${former.keys}, former_until = now() + make_interval(hours => ${former.hours}::int)`]),
    // The range that is being tried is given up, and its sender can no longer note an outcome.
    ...(from === undefined
      ? []
      : [fromSql(from), sql`until = NULL, replays = replays + 1, lease = NULL, leased_until = NULL`]),
    ...(startAgain ? [sql`disabled = NULL, due = NULL, failures = 0, failing_since = NULL, told_failing = FALSE`] : []),
  ];
  await write(sql`UPDATE webhooks SET ${join(sets)} WHERE id = ${id}::uuid`, { on: transaction });
}

export async function deleteWebhook(transaction: Connection, id: string): Promise<void> {
  await write(sql`DELETE FROM webhooks WHERE id = ${id}::uuid`, { on: transaction });
}

/** With the rotation of a token, in its transaction. */
export function moveWebhooksSql(from: string, to: string): Prisma.Sql {
  return sql`UPDATE webhooks SET token_id = ${to} WHERE token_id = ${from}`;
}

/** Those of revoked tokens, a bounded number. Returns how many. */
export async function clearWebhooksOfRevoked(): Promise<number> {
  const rows = await write(sql`
    DELETE FROM webhooks WHERE id IN (
      SELECT w.id FROM webhooks w JOIN tokens t ON t.id = w.token_id WHERE t.revoked IS NOT NULL LIMIT 1000)
    RETURNING 1`);
  return rows.length;
}

/** What one sender can take: `most` in all, so many of one organisation and of one host less those that it is working on. */
export type Room = {
  most: number;
  ofOrganization: number;
  ofHost: number;
  organizations: Record<string, number>;
  hosts: Record<string, number>;
};

const HOST = raw(`lower(substring(w.url from '^[a-zA-Z]+://([^/?#]+)'))`);

/**
 * Takes webhooks that have something to send: changes after their cursor, or a delivery to be repeated. Organisations take turns.
 * One statement, however many webhooks there are; it writes nothing if there is nothing to do.
 */
export async function takeDue(lease: string, seconds: number, epoch: string, room: Room): Promise<WebhookRow[]> {
  return write<WebhookRow>(
    sql`
    WITH subscribed AS (SELECT DISTINCT entity_id FROM webhooks WHERE NOT paused AND disabled IS NULL),
    last AS (
      SELECT s.entity_id, c.transaction, c.sequence FROM subscribed s CROSS JOIN LATERAL (
        SELECT transaction, sequence FROM changes
        WHERE entity_id = s.entity_id AND transaction < pg_snapshot_xmin(pg_current_snapshot())
        ORDER BY changes.transaction DESC, changes.sequence DESC LIMIT 1) c
    ),
    ready AS (
      SELECT w.id, coalesce(w.due, w.updated) AS since,
        row_number() OVER (PARTITION BY w.organization_id ORDER BY w.due NULLS FIRST, w.id)
          + coalesce((${JSON.stringify(room.organizations)}::jsonb->>w.organization_id::text)::int, 0) AS of_organization,
        row_number() OVER (PARTITION BY ${HOST} ORDER BY w.due NULLS FIRST, w.id)
          + coalesce((${JSON.stringify(room.hosts)}::jsonb->>${HOST})::int, 0) AS of_host
      FROM webhooks w ${OF_LIVING_TOKEN}
      JOIN members m ON m.id = t.member_id AND m.active
      LEFT JOIN last l ON l.entity_id = w.entity_id
      WHERE NOT w.paused AND w.disabled IS NULL AND (t.expires IS NULL OR t.expires > now())
        AND (w.due IS NULL OR w.due <= now()) AND (w.leased_until IS NULL OR w.leased_until < now())
        AND (w.until IS NOT NULL OR w.epoch <> ${epoch}
          OR (l.transaction, l.sequence) > (w.from_transaction::text::xid8, w.from_sequence))
    ),
    taken AS (
      SELECT w.id FROM webhooks w JOIN ready r ON r.id = w.id
      WHERE r.of_organization <= ${room.ofOrganization}::int AND r.of_host <= ${room.ofHost}::int
        AND (w.leased_until IS NULL OR w.leased_until < now())
      ORDER BY r.of_organization, r.since LIMIT ${room.most}::int FOR UPDATE OF w SKIP LOCKED
    )
    UPDATE webhooks w SET lease = ${lease}::uuid, leased_until = now() + make_interval(secs => ${seconds}::int)
    FROM entities e WHERE e.id = w.entity_id AND w.id IN (SELECT id FROM taken)
    RETURNING ${COLUMNS}`,
    { plan: "generic" },
  );
}

/**
 * Fixes where the delivery ends, before its first byte is sent, and extends the lease by so many seconds. Returns false if it must not begin: the token no longer has these
 * permissions, the webhook was paused, changed or set back, or another sender has it.
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

/** Moves the cursor past changes of which the receiver learns nothing, and gives the webhook back. */
export async function passOver(id: string, lease: string, to: WebhookRow["from"]): Promise<void> {
  await write(
    sql`UPDATE webhooks SET ${fromSql(to)}, until = NULL, lease = NULL, leased_until = NULL
    WHERE id = ${id}::uuid AND lease = ${lease}::uuid`,
    { plan: "generic" },
  );
}

/** Gives the webhook back, to be looked at again in so many seconds. */
export async function giveBack(id: string, lease: string, seconds: number): Promise<void> {
  await write(
    sql`UPDATE webhooks SET due = now() + make_interval(secs => ${seconds}::float8), lease = NULL, leased_until = NULL
    WHERE id = ${id}::uuid AND lease = ${lease}::uuid`,
    { plan: "generic" },
  );
}

export type NewDelivery = {
  messageId: string;
  kind: "changes" | "reset" | "test";
  items: number;
  outcome: Outcome;
  status: number | null;
  milliseconds: number;
};

/** How many attempts are kept of each webhook. */
const KEPT_DELIVERIES = 100;

/** Notes an attempt, and clears those that are too many. */
function deliverySql(webhookId: string, { messageId, kind, items, outcome, status, milliseconds }: NewDelivery) {
  return sql`
    noted AS (
      INSERT INTO webhook_deliveries (webhook_id, message_id, kind, items, outcome, status, milliseconds)
      VALUES (${webhookId}::uuid, ${messageId}, ${kind}, ${items}::int, ${outcome}, ${status}::smallint, ${milliseconds}::int)
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

/** The receiver has accepted: the cursor moves to `to`. */
export async function noteAccepted(
  { id }: WebhookRow,
  lease: string,
  to: WebhookRow["from"],
  delivery: NewDelivery,
): Promise<void> {
  await write(
    sql`
    WITH ${deliverySql(id, delivery)}
    UPDATE webhooks SET ${fromSql(to)}, until = NULL, due = NULL, failures = 0, failing_since = NULL, told_failing = FALSE,
      last_attempt = ${lastAttemptSql(delivery)}, lease = NULL, leased_until = NULL
    WHERE id = ${id}::uuid AND lease = ${lease}::uuid`,
    { plan: "generic" },
  );
}

type Failure = {
  delivery: NewDelivery;
  retryInSeconds: number;
  disabled: WebhookRow["disabled"];
  toldFailing: boolean;
};

/** Within a transaction, with the notice. Returns false if the webhook was changed meanwhile. */
export async function noteFailed(
  transaction: Connection | undefined,
  { id }: WebhookRow,
  lease: string,
  { delivery, retryInSeconds, disabled, toldFailing }: Failure,
): Promise<boolean> {
  const rows = await write(
    sql`
    WITH ${deliverySql(id, delivery)}
    UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, now()),
      due = now() + make_interval(secs => ${retryInSeconds}::float8), disabled = ${disabled}, told_failing = ${toldFailing}::boolean,
      last_attempt = ${lastAttemptSql(delivery)}, lease = NULL, leased_until = NULL
    WHERE id = ${id}::uuid AND lease = ${lease}::uuid
    RETURNING 1`,
    { on: transaction },
  );
  return rows.length > 0;
}

function lastAttemptSql({ outcome, status, milliseconds }: NewDelivery): Prisma.Sql {
  return sql`jsonb_build_object('at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'outcome', ${outcome}::text, 'status', ${status}::int, 'milliseconds', ${milliseconds}::int)`;
}

export type DeliveryRow = NewDelivery & { at: Date };

/** Newest first. */
export async function listDeliveries(webhookId: string): Promise<DeliveryRow[]> {
  return read<DeliveryRow>(sql`
    SELECT at, message_id AS "messageId", kind, items, outcome, status, milliseconds
    FROM webhook_deliveries WHERE webhook_id = ${webhookId}::uuid ORDER BY id DESC LIMIT ${KEPT_DELIVERIES}::int`);
}

/** The kept attempts to send a message, newest first, and the webhook; of one organisation. */
export async function listAttemptsOf(
  messageId: string,
  organizationId: string,
): Promise<(DeliveryRow & { webhookId: string })[]> {
  return read<DeliveryRow & { webhookId: string }>(sql`
    SELECT d.webhook_id AS "webhookId", d.at, d.message_id AS "messageId", d.kind, d.items, d.outcome, d.status, d.milliseconds
    FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
    WHERE w.organization_id = ${organizationId}::uuid AND d.message_id = ${messageId} ORDER BY d.id DESC`);
}

type WebhookSums = { disabled: number; lagSeconds: number };

/** For metrics: how many are disabled, and for how long the first change has waited that has not been sent. */
export async function sumWebhooks(): Promise<WebhookSums> {
  return readOne<WebhookSums>(sql`
    SELECT (count(*) FILTER (WHERE w.disabled IS NOT NULL))::int AS disabled,
      coalesce(extract(epoch FROM max(now() - c.at) FILTER (WHERE w.disabled IS NULL)), 0)::float8 AS "lagSeconds"
    FROM webhooks w ${OF_LIVING_TOKEN}
    LEFT JOIN LATERAL (
      SELECT at FROM changes WHERE NOT w.paused AND entity_id = w.entity_id
        AND (transaction, sequence) > (w.from_transaction::text::xid8, w.from_sequence)
        AND transaction < pg_snapshot_xmin(pg_current_snapshot())
      ORDER BY changes.transaction, changes.sequence LIMIT 1) c ON TRUE`);
}

function fromSql({ position, at, epoch, permissions }: WebhookRow["from"]): Prisma.Sql {
  return sql`from_transaction = ${position.transaction}::bigint, from_sequence = ${position.sequence}::bigint,
    from_at = ${momentSql(at)}, epoch = ${epoch}, permissions = ${permissions}`;
}

/** `at` is in milliseconds since 1970. */
function momentSql(at: number): Prisma.Sql {
  return sql`to_timestamp(${at / 1000}::float8)`;
}

function toJson(value: JsonValue): string | null {
  return value === null ? null : JSON.stringify(value);
}
