import type { EntityAccess } from "../access/compile";
import { type Caller, findCaller } from "../authentication/authenticate";
import { lagOf } from "../changes/range";
import { loadConfiguration } from "../configuration/load";
import { findKeys, shownPublicKey } from "../crypto/webhook-signature";
import { ApiError } from "../errors";
import type { WebhookPayload } from "../model";
import { inShare, sharerOf } from "../records/load/shares";
import type { LastAttempt, WebhookRow } from "../store/webhooks/webhooks";

/** Why nothing is sent: a caller paused it, the service gave up, or its token cannot list the entity now. */
export type StopReason =
  | "PAUSED"
  | "GONE"
  | "FAILING"
  | "TOKEN_EXPIRED"
  | "OWNER_INACTIVE"
  | "ENTITY_NOT_FOUND"
  | "PERMISSION_DENIED";

/** `changes` counts to 10,000; `more`: there are others. `seconds` is the age of the first one. */
export type Lag = { changes: number; more: boolean; seconds: number };

export type WebhookView = {
  id: string;
  /** The ETag. Changes with each change by a caller, not with progress. */
  versionId: string;
  name: string;
  url: string;
  entityKey: string;
  payload: WebhookPayload;
  fields: string[] | null;
  expand: string[];
  state: "active" | "paused" | "disabled";
  reason: StopReason | null;
  /** null while the token cannot list the entity, and where the service has no time to count. */
  lag: Lag | null;
  lastAttempt: LastAttempt | null;
  nextAttempt: string | null;
  /** null if its keys were sealed with another APP_SECRET. */
  publicKey: string | null;
  created: string;
  updated: string;
};

/** The token's caller, or why it does not work. */
export async function findStanding(tokenId: string): Promise<Caller | StopReason> {
  const found = await findCaller(tokenId, loadConfiguration).catch((error) => {
    if (error instanceof ApiError) return error.code === "OWNER_INACTIVE" ? error.code : "TOKEN_EXPIRED";
    throw error;
  });
  return found ?? "TOKEN_EXPIRED";
}

/** `found` is the result of `findStanding`. */
function standingOf(found: Caller | StopReason, { entityKey }: WebhookRow): Standing {
  if (typeof found === "string") return { stopped: found };
  const access = found.access.entity(entityKey);
  if (access === null) return { stopped: "ENTITY_NOT_FOUND" };
  return access.permissions.list ? { caller: found, access } : { stopped: "PERMISSION_DENIED" };
}

type Active = { caller: Caller; access: EntityAccess };
type Standing = Active | { stopped: StopReason };

/** For the token itself by its request, or for people, who also see webhooks whose token does not work. */
export async function showFor(found: Caller | StopReason, row: WebhookRow): Promise<WebhookView> {
  const standing = standingOf(found, row);
  const { id, name, url, entityKey, payload, fields, expand, lastAttempt, created, updated } = row;
  const reason = reasonOf(row, standing);
  const keys = findKeys(row.keys, id);
  const isWaiting = reason === null && row.failingSince !== null;
  const behind = "access" in standing ? await lagInShare(row, standing) : null;
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
async function lagInShare({ from }: WebhookRow, { caller, access }: Active): Promise<Lag | null> {
  const counted = inShare("list", sharerOf(caller), new AbortController().signal, () => lagOf(access, from));
  return counted.catch((error) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
}

function reasonOf({ disabled, paused }: WebhookRow, standing: Standing): StopReason | null {
  if (disabled !== null) return disabled;
  if (paused) return "PAUSED";
  return "stopped" in standing ? standing.stopped : null;
}
