/** Webhooks as rows that callers create, read, change and delete. `due.ts` has them as work for senders. */
import type { Outcome } from "../../http/outbound-response";
import type { JsonValue, WebhookSettings } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read, readOne, write } from "../../postgres/query";
import { join, type Sql, sql } from "../../query/sql";
import type { Place } from "../records/feed-positions";
import { type Admission, admissionSql } from "../records/guard";

export type LastAttempt = { at: string; outcome: Outcome; status: number | null; milliseconds: number };

export type WebhookRow = WebhookSettings & {
  id: string;
  organizationId: string;
  tokenId: string;
  entityId: string;
  entityKey: string;
  /** Set if the service stopped sending by itself. */
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

export const COLUMNS = sql`
  w.id, w.organization_id AS "organizationId", w.token_id AS "tokenId", w.entity_id AS "entityId", e.key AS "entityKey",
  w.name, w.url, w.payload, w.fields, w.expand, w.paused, w.disabled, w.keys, w.version,
  CASE WHEN w.former_until > now() THEN w.former_keys END AS "formerKeys",
  CASE WHEN w.former_until > now() THEN w.former_until END AS "formerUntil",
  json_build_object('position', json_build_object('transaction', w.from_transaction::text, 'sequence', w.from_sequence::text),
    'at', (extract(epoch FROM w.from_at) * 1000)::float8, 'epoch', w.epoch, 'permissions', w.permissions) AS "from",
  w.until, w.replays, w.due, w.failures, w.failing_since AS "failingSince", w.told_failing AS "toldFailing",
  w.last_attempt AS "lastAttempt", w.created, w.updated`;

const WITH_ENTITY = sql`JOIN entities e ON e.id = w.entity_id`;
/** Leaves out webhooks of revoked tokens, which are cleared later. */
export const OF_LIVING_TOKEN = sql`JOIN tokens t ON t.id = w.token_id AND t.revoked IS NULL`;

/** Webhooks of a token, of tokens that a member can manage, or of an organization. */
export type Whose = { organizationId: string; tokenId?: string; ownerIds?: readonly string[] };

/** "all" is for operators. */
export function whoseSql(whose: Whose | "all"): Sql {
  if (whose === "all") return sql`TRUE`;
  const { organizationId, tokenId, ownerIds } = whose;
  const ofToken = tokenId === undefined ? sql`` : sql`AND w.token_id = ${tokenId}`;
  const ofOwners = ownerIds === undefined ? sql`` : sql`AND t.member_id = ANY (${[...ownerIds]}::uuid[])`;
  return sql`w.organization_id = ${organizationId}::uuid ${ofToken} ${ofOwners}`;
}

/** In the order of creation. */
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

/** Prevents other transactions from adding a webhook to the organization until this one ends. */
export async function lockWebhooks(transaction: Connection, organizationId: string): Promise<void> {
  const lock = `webhooks:${organizationId}`;
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`, { on: transaction });
}

/** Locks the webhooks of the organization (`lockWebhooks`). */
export async function countForInsert(
  transaction: Connection,
  { organizationId, tokenId }: { organizationId: string; tokenId: string },
): Promise<{ ofToken: number; ofOrganization: number }> {
  await lockWebhooks(transaction, organizationId);
  return readOne(
    sql`
    SELECT count(*)::int AS "ofOrganization", (count(*) FILTER (WHERE w.token_id = ${tokenId}))::int AS "ofToken"
    FROM webhooks w ${OF_LIVING_TOKEN} WHERE w.organization_id = ${organizationId}::uuid`,
    { on: transaction },
  );
}

export type NewWebhook = WebhookSettings &
  Pick<WebhookRow, "id" | "organizationId" | "tokenId" | "entityId" | "keys" | "version" | "from">;

/** Returns false if the token's permissions have changed. */
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
  /** The keys before a rotation, which still sign for `hours`. */
  former?: { keys: string; hours: number };
  from?: WebhookRow["from"];
  /** Tries at once, as if nothing had failed. */
  startAgain?: boolean;
  admission?: Admission;
};

/** The row must be locked. Returns false if the token's permissions have changed. */
export async function updateWebhook(transaction: Connection, id: string, changes: Changes): Promise<boolean> {
  const { name, url, payload, fields, expand, paused, version, keys, former, from, startAgain, admission } = changes;
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
    // Abandons the range that is being tried: its sender can no longer record an outcome.
    ...(from === undefined
      ? []
      : [fromSql(from), sql`until = NULL, replays = replays + 1, lease = NULL, leased_until = NULL`]),
    ...(startAgain ? [sql`disabled = NULL, due = NULL, failures = 0, failing_since = NULL, told_failing = FALSE`] : []),
  ];
  const isAdmitted = admission === undefined ? sql`TRUE` : admissionSql(admission);
  const rows = await write(
    sql`UPDATE webhooks SET ${join(sets)} WHERE id = ${id}::uuid AND ${isAdmitted} RETURNING 1`,
    { on: transaction },
  );
  return rows.length > 0;
}

export async function deleteWebhook(transaction: Connection, id: string): Promise<void> {
  await write(sql`DELETE FROM webhooks WHERE id = ${id}::uuid`, { on: transaction });
}

/** Call it in the transaction that rotates the token. */
export function moveWebhooksSql(from: string, to: string): Sql {
  return sql`UPDATE webhooks SET token_id = ${to} WHERE token_id = ${from}`;
}

/** Deletes a bounded number of webhooks of revoked tokens. Returns how many. */
export async function clearWebhooksOfRevoked(): Promise<number> {
  const rows = await write(sql`
    DELETE FROM webhooks WHERE id IN (
      SELECT w.id FROM webhooks w JOIN tokens t ON t.id = w.token_id WHERE t.revoked IS NOT NULL LIMIT 1000)
    RETURNING 1`);
  return rows.length;
}

export function fromSql({ position, at, epoch, permissions }: WebhookRow["from"]): Sql {
  return sql`from_transaction = ${position.transaction}::bigint, from_sequence = ${position.sequence}::bigint,
    from_at = ${momentSql(at)}, epoch = ${epoch}, permissions = ${permissions}`;
}

/** `at` is in milliseconds since 1970. */
function momentSql(at: number): Sql {
  return sql`to_timestamp(${at / 1000}::float8)`;
}

function toJson(value: JsonValue): string | null {
  return value === null ? null : JSON.stringify(value);
}
