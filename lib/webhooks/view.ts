/** A webhook as its callers see it. */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import { lagOf } from "../changes/range";
import { findKeys, shownPublicKey } from "../crypto/webhook-signature";
import type { WebhookPayload } from "../model";
import type { LastAttempt, WebhookRow } from "../store/webhooks";

/** Why nothing is sent: a caller paused it, the service gave up, or its token cannot list the entity now. */
type StopReason =
  | "PAUSED"
  | "GONE"
  | "FAILING"
  | "TOKEN_EXPIRED"
  | "OWNER_INACTIVE"
  | "ENTITY_NOT_FOUND"
  | "PERMISSION_DENIED";

/** `changes` counts to 10,000; `more` says that there are further ones. `seconds` is the age of the first of them. */
type Lag = { changes: number; more: boolean; seconds: number };

type WebhookView = {
  id: string;
  name: string;
  url: string;
  entityKey: string;
  payload: WebhookPayload;
  fields: string[] | null;
  expand: string[];
  state: "active" | "paused" | "disabled";
  reason: StopReason | null;
  /** null while the token cannot list the entity. */
  lag: Lag | null;
  lastAttempt: LastAttempt | null;
  nextAttempt: string | null;
  /** null if its keys were sealed with another APP_SECRET. */
  publicKey: string | null;
  created: string;
  updated: string;
};

/** `version` is for the ETag: it is new with each change that a caller makes, and the same however far the receiver is. */
export type ShownWebhook = { view: WebhookView; version: string };

/** For the token itself, whose permissions are those of its request. */
export async function showFor({ access }: Pick<Caller, "access">, row: WebhookRow): Promise<ShownWebhook> {
  const ofEntity = access.entity(row.entityKey);
  const stopped = ofEntity === null ? "ENTITY_NOT_FOUND" : "PERMISSION_DENIED";
  const standing = ofEntity?.permissions.list ? { access: ofEntity } : ({ stopped } as const);
  return { view: await toWebhookView(row, standing), version: row.version };
}

/** `access` is what the token can do now, or why it can do nothing. */
type Standing = { access: EntityAccess } | { stopped: StopReason };

async function toWebhookView(row: WebhookRow, standing: Standing): Promise<WebhookView> {
  const { id, name, url, entityKey, payload, fields, expand, lastAttempt, created, updated } = row;
  const reason = reasonOf(row, standing);
  const keys = findKeys(row.keys, id);
  const isWaiting = reason === null && row.failures > 0;
  const behind = "access" in standing ? await lagOf(standing.access, row.from) : null;
  return {
    id,
    name,
    url,
    entityKey,
    payload,
    fields,
    expand,
    state: row.disabled !== null ? "disabled" : reason === null ? "active" : "paused",
    reason,
    lag: behind && { ...behind, seconds: Math.max(0, Math.round(behind.seconds)) },
    lastAttempt,
    nextAttempt: isWaiting ? (row.due?.toISOString() ?? null) : null,
    publicKey: keys && shownPublicKey(keys),
    created: created.toISOString(),
    updated: updated.toISOString(),
  };
}

function reasonOf({ disabled, paused }: WebhookRow, standing: Standing): StopReason | null {
  if (disabled !== null) return disabled;
  if (paused) return "PAUSED";
  return "stopped" in standing ? standing.stopped : null;
}
