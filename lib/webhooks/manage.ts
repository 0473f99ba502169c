/** Changes, pauses, rotates and deletes webhooks. Each change is one transaction with its audit row. */
import { AccessChanged, requireEntity } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { newId } from "../crypto/random-bytes";
import { newSigningKeys, type SigningKeys, sealKeys, shownPublicKey, shownSecret } from "../crypto/webhook-signature";
import { ApiError, type ErrorDetail } from "../errors";
import type { Actor, AuditAction } from "../events";
import type { Precondition } from "../http/conditional-headers";
import { checkTarget, shownTarget } from "../http/outbound-target";
import type { JsonObject, WebhookPolicy, WebhookSettings } from "../model";
import type { Connection } from "../postgres/connection";
import { write } from "../postgres/query";
import { transaction } from "../postgres/transaction";
import { env } from "../process/env";
import { isUuid } from "../query/columns";
import { requirePrecondition, requireVersion } from "../records/rules/precondition";
import { viewOf } from "../records/view";
import { auditEventSql } from "../store/audit-event";
import type { Admission } from "../store/records/guard";
import { deleteWebhook, findWebhook, updateWebhook, type WebhookRow, type Whose } from "../store/webhooks/webhooks";
import { requireWebhook, showFor, type WebhookView, whoseOf } from "./read";

/** The secret can be read only this once, the public key always. */
export type Keyed = { view: WebhookView; keys: { signingSecret: string; publicKey: string } };

/** Both versions of the keys sign for this long after a rotation. */
const OVERLAP_HOURS = 24;

/** Throws RECORD_NOT_FOUND, PRECONDITION_REQUIRED, PRECONDITION_FAILED, INVALID_BODY and FIELD_NOT_QUERYABLE. */
export async function changeWebhook(
  { caller, id, ifMatch }: { caller: Caller; id: string; ifMatch: Precondition | null },
  given: () => Promise<Partial<WebhookSettings>>,
  by: Actor,
  dryRun: boolean,
): Promise<WebhookView> {
  const row = await inOrder(
    id,
    whoseOf(caller),
    async (on, before) => {
      const precondition = requirePrecondition(ifMatch);
      const changes = await given();
      requireVersion(precondition, before.version, "webhook");
      if (changes.url !== undefined) requireTarget(changes.url, caller.configuration.webhookPolicy);
      const { fields = null, expand = [] } = changes;
      // Checks only what is sent: a field that the webhook already names may have been removed.
      if (changes.fields !== undefined || changes.expand !== undefined)
        viewOf(requireEntity(caller.access, before.entityKey), caller.access, { fields, expand });
      await writeChanges(on, before, changes, by, caller.admission);
    },
    dryRun,
  );
  return showFor(caller, row);
}

async function writeChanges(
  on: Connection,
  before: WebhookRow,
  changes: Partial<WebhookSettings>,
  by: Actor,
  admission?: Admission,
): Promise<void> {
  const startAgain = changes.paused === false || (changes.url !== undefined && changes.url !== before.url);
  const written = { ...changes, version: newId(), startAgain, ...(admission && { admission }) };
  if (!(await updateWebhook(on, before.id, written))) throw new AccessChanged();
  const details = { ...told({ ...before, ...changes }), changed: Object.keys(changes) };
  await note(on, before, actionOf(before, changes), by, details);
}

function actionOf(before: WebhookRow, { paused }: Partial<WebhookSettings>): AuditAction {
  if (paused === true && !before.paused) return "webhook.pause";
  if (paused === false && isResumable(before)) return "webhook.resume";
  return "webhook.change";
}

function isResumable({ paused, disabled, failingSince }: WebhookRow): boolean {
  return paused || disabled !== null || failingSince !== null;
}

/** Idempotent, in any version, even if the token does not work. Resuming a failing webhook retries at once. null if unknown. */
export async function setPaused(
  { whose, id }: { whose: Whose | "all"; id: string },
  paused: boolean,
  by: Actor,
): Promise<WebhookRow | null> {
  if (!isUuid(id)) return null;
  return transaction(async (on) => {
    const row = await findWebhook(id, whose, on);
    if (row === null || (paused ? row.paused : !isResumable(row))) return row;
    await writeChanges(on, row, { paused }, by);
    return row;
  });
}

/** Throws RECORD_NOT_FOUND, PRECONDITION_REQUIRED and PRECONDITION_FAILED. */
export async function removeWebhook(
  { whose, id, ifMatch }: { whose: Whose; id: string; ifMatch: Precondition | null },
  by: Actor,
  dryRun: boolean,
): Promise<void> {
  await transaction(async (on) => {
    const row = await requireWebhook(id, whose, on);
    requireVersion(requirePrecondition(ifMatch), row.version, "webhook");
    await deleteWebhook(on, id);
    await note(on, row, "webhook.delete", by, told(row));
  }, dryRun);
}

/** The former keys also sign for 24 hours. Throws RECORD_NOT_FOUND. */
export async function rotateKeys(caller: Caller, id: string, by: Actor): Promise<Keyed> {
  const keys = newSigningKeys();
  const row = await inOrder(id, whoseOf(caller), async (on, before) => {
    const former = { keys: before.keys, hours: OVERLAP_HOURS };
    await updateWebhook(on, id, { version: before.version, keys: sealKeys(keys, id), former });
    await note(on, before, "webhook.rotate", by, told(before));
  });
  return { view: await showFor(caller, row), keys: shownKeys(keys) };
}

/** Throws INVALID_BODY if the policy allows no deliveries to the address. */
export function requireTarget(url: string, { hosts }: WebhookPolicy): void {
  const { fault } = checkTarget(url, hosts, env().WEBHOOKS_PRIVATE_HOSTS);
  if (fault !== null) throw invalid([{ field: "url", message: fault }]);
}

export function invalid(details: ErrorDetail[]): ApiError {
  return new ApiError("INVALID_BODY", details.map(({ message }) => message).join(" "), { details });
}

/** Changes the locked row, and returns the result. */
export async function inOrder(
  id: string,
  whose: Whose,
  change: (on: Connection, row: WebhookRow) => Promise<void>,
  dryRun = false,
): Promise<WebhookRow> {
  return transaction(async (on) => {
    await change(on, await requireWebhook(id, whose, on));
    return requireWebhook(id, whose, on);
  }, dryRun);
}

export async function note(
  on: Connection,
  { organizationId, tokenId }: { organizationId: string; tokenId: string },
  action: AuditAction,
  by: Actor,
  details: JsonObject,
): Promise<void> {
  await write(auditEventSql({ organizationId, ...by, action, subject: tokenId, details }), { on });
}

/** Omits the query of the address, which is often a secret. */
export function told({ id, name, url }: Pick<WebhookRow, "id" | "name" | "url">): JsonObject {
  return { webhookId: id, name, url: shownTarget(url) };
}

export function shownKeys(keys: SigningKeys): Keyed["keys"] {
  return { signingSecret: shownSecret(keys), publicKey: shownPublicKey(keys) };
}
