/** Webhooks as their token and people see them. `of-member.ts` finds those that a member can see. */
import type { EntityAccess } from "../access/compile";
import { type Caller, findCaller } from "../authentication/authenticate";
import { lagOf } from "../changes/range";
import { loadConfiguration } from "../configuration/load";
import { findKeys, shownPublicKey } from "../crypto/webhook-signature";
import { ApiError } from "../errors";
import type { Connection } from "../postgres/connection";
import { isUuid } from "../query/columns";
import { inShare, sharerOf } from "../records/load/shares";
import { type DeliveryRow, listDeliveries } from "../store/webhooks/deliveries";
import { findWebhook, listWebhooks, type WebhookRow, type Whose } from "../store/webhooks/webhooks";

/** Why nothing is sent: a caller paused it, the service gave up, or its token cannot list the entity now. */
export const STOP_REASONS = [
  "PAUSED",
  "GONE",
  "FAILING",
  "TOKEN_EXPIRED",
  "OWNER_INACTIVE",
  "ENTITY_NOT_FOUND",
  "PERMISSION_DENIED",
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** `changes` counts up to 10,000; `more`: there are more. `seconds` is the age of the first one. */
export type Lag = { changes: number; more: boolean; seconds: number };

type Shown = "id" | "name" | "url" | "entityKey" | "payload" | "fields" | "expand" | "lastAttempt";

export type WebhookView = Pick<WebhookRow, Shown> & {
  /** The ETag. Changes with each change by a caller, not with progress. */
  versionId: string;
  state: "active" | "paused" | "disabled";
  reason: StopReason | null;
  /** null while the token cannot list the entity, and where the service has no time to count. */
  lag: Lag | null;
  nextAttempt: string | null;
  /** null if its keys were sealed with another APP_SECRET. */
  publicKey: string | null;
  created: string;
  updated: string;
};

/** In order of creation. */
export async function listShown(caller: Caller): Promise<WebhookView[]> {
  const rows = await listWebhooks(whoseOf(caller));
  const shown: WebhookView[] = [];
  for (const row of rows) shown.push(await showFor(caller, row));
  return shown;
}

/** Throws RECORD_NOT_FOUND. */
export async function showWebhook(caller: Caller, id: string | null): Promise<WebhookView> {
  return showFor(caller, await requireWebhook(id, whoseOf(caller)));
}

/** Newest first. Throws RECORD_NOT_FOUND. */
export async function listAttempts(caller: Caller, id: string | null): Promise<DeliveryRow[]> {
  const row = await requireWebhook(id, whoseOf(caller));
  const attempts = await listDeliveries(row.id);
  return attempts.map(({ at, messageId, kind, items, outcome, status, milliseconds }) => {
    return { at, messageId, kind, items, outcome, status, milliseconds };
  });
}

export function whoseOf({ configuration, token }: Caller): Whose {
  return { organizationId: configuration.organizationId, tokenId: token.id };
}

/** Throws RECORD_NOT_FOUND, the same for unknown webhooks and those of other tokens. */
export async function requireWebhook(id: string | null, whose: Whose, on?: Connection): Promise<WebhookRow> {
  const row = id !== null && isUuid(id) ? await findWebhook(id, whose, on) : null;
  if (row !== null) return row;
  const message = "There is no such webhook of this token. GET /webhooks lists those that there are.";
  throw new ApiError("RECORD_NOT_FOUND", message);
}

/** Who reads the changes for a webhook. */
export type Reader = { caller: Caller; access: EntityAccess };

export async function openReader(webhook: WebhookRow): Promise<Reader | StopReason> {
  return readerFor(await findStanding(webhook.tokenId), webhook);
}

/** The token's caller, or why it does not work. */
export async function findStanding(tokenId: string): Promise<Caller | StopReason> {
  const found = await findCaller(tokenId, loadConfiguration).catch((error) => {
    if (error instanceof ApiError) return error.code === "OWNER_INACTIVE" ? error.code : "TOKEN_EXPIRED";
    throw error;
  });
  return found ?? "TOKEN_EXPIRED";
}

/** `found` is the result of `findStanding`. */
function readerFor(found: Caller | StopReason, { entityKey }: WebhookRow): Reader | StopReason {
  if (typeof found === "string") return found;
  const access = found.access.entity(entityKey);
  if (access === null) return "ENTITY_NOT_FOUND";
  return access.permissions.list ? { caller: found, access } : "PERMISSION_DENIED";
}

/** For the token itself by its request, or for people, who also see webhooks whose token does not work. */
export async function showFor(found: Caller | StopReason, row: WebhookRow): Promise<WebhookView> {
  const reader = readerFor(found, row);
  const { id, name, url, entityKey, payload, fields, expand, lastAttempt, created, updated } = row;
  const reason = reasonOf(row, reader);
  const keys = findKeys(row.keys, id);
  const isWaiting = reason === null && row.failingSince !== null;
  const behind = typeof reader === "string" ? null : await lagInShare(row, reader);
  return {
    id,
    versionId: row.version,
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

/** Counting takes as long as a list, so it waits for the database with the lists. null where the service has no time for it. */
async function lagInShare({ from }: WebhookRow, { caller, access }: Reader): Promise<Lag | null> {
  const counted = inShare("list", sharerOf(caller), new AbortController().signal, () => lagOf(access, from));
  return counted.catch((error) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
}

function reasonOf({ disabled, paused }: WebhookRow, reader: Reader | StopReason): StopReason | null {
  if (disabled !== null) return disabled;
  if (paused) return "PAUSED";
  return typeof reader === "string" ? reader : null;
}
