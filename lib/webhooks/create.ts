/** Creates webhooks, for the API and the pages. A page's form may be sent twice, and creates one. */
import { createHmac } from "node:crypto";
import { stringify } from "uuid";
import { AccessChanged, permissionDenied, requireEntity, requireVerb } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { cursorNow } from "../changes/range";
import { derivedKey } from "../crypto/derived-key";
import { newId } from "../crypto/random-bytes";
import { newSigningKeys, type SigningKeys, sealKeys } from "../crypto/webhook-signature";
import type { Actor } from "../events";
import type { WebhookPolicy, WebhookSettings } from "../model";
import { transaction } from "../postgres/transaction";
import { viewOf } from "../records/view";
import { countForInsert, findWebhook, insertWebhook, type NewWebhook } from "../store/webhooks/webhooks";
import { type Keyed, note, requireTarget, shownKeys, told } from "./manage";
import { requireWebhook, showFor, type WebhookView, whoseOf } from "./read";

type NewSettings = WebhookSettings & { entityKey: string };

/**
 * Its cursor begins now. `formId` is new for each form of a page: a second submission finds the first webhook, without its keys.
 * Throws ENTITY_NOT_FOUND, PERMISSION_DENIED, FIELD_NOT_QUERYABLE and INVALID_BODY.
 */
export async function createWebhook(
  caller: Caller,
  settings: NewSettings,
  by: Actor,
  dryRun: boolean,
  formId?: string,
): Promise<{ view: WebhookView; keys: Keyed["keys"] | null }> {
  const { configuration, admission } = caller;
  const id = formId === undefined ? newId() : idOfForm(caller, formId);
  const { row, keys } = await draftWebhook(caller, settings, id);
  const { webhook, isNew } = await transaction(async (on) => {
    // Counting locks: nothing is added to the organization before the transaction ends.
    const counts = await countForInsert(on, row);
    // Includes one that a rotation of the token has moved since.
    const before = await findWebhook(id, { organizationId: row.organizationId }, on);
    if (before !== null) return { webhook: before, isNew: false };
    requireRoom(counts, configuration.webhookPolicy);
    if (!(await insertWebhook(on, row, admission))) throw new AccessChanged();
    await note(on, row, "webhook.create", by, { ...told(row), entityKey: settings.entityKey });
    return { webhook: await requireWebhook(id, whoseOf(caller), on), isNew: true };
  }, dryRun);
  return { view: await showFor(caller, webhook), keys: isNew ? shownKeys(keys) : null };
}

/** Not stored yet, with new keys. Throws like `createWebhook`, except for the limits. */
export async function draftWebhook(
  caller: Caller,
  { entityKey, ...settings }: NewSettings,
  id = newId(),
): Promise<{ row: NewWebhook; keys: SigningKeys }> {
  const access = requireEntity(caller.access, entityKey);
  requireVerb(access, "list");
  const { configuration, token } = caller;
  requireTarget(settings.url, configuration.webhookPolicy);
  viewOf(access, caller.access, settings);
  const keys = newSigningKeys();
  const row: NewWebhook = {
    ...settings,
    id,
    organizationId: configuration.organizationId,
    tokenId: token.id,
    entityId: access.entity.id,
    keys: sealKeys(keys, id),
    version: newId(),
    from: await cursorNow(access),
  };
  return { row, keys };
}

/** Throws PERMISSION_DENIED. */
function requireRoom(
  { ofToken, ofOrganization }: { ofToken: number; ofOrganization: number },
  { perToken, perOrganization }: WebhookPolicy,
): void {
  const isTokenFull = ofToken >= perToken;
  if (!isTokenFull && ofOrganization < perOrganization) return;
  const [most, whose] = isTokenFull ? [perToken, "token"] : [perOrganization, "organization"];
  const message =
    most === 0
      ? "The policy of the organization allows no webhooks. An administrator can change it."
      : `This ${whose} has ${most} of ${most} webhooks. Delete one that is not needed: GET /webhooks lists them.`;
  throw permissionDenied(message, { step: "webhooks" });
}

/** Keyed, so that an id does not reveal the form it came from. */
function idOfForm({ token }: Caller, formId: string): string {
  const key = derivedKey("webhook form");
  const bytes = createHmac("sha256", key).update(`${token.rootId} ${formId}`).digest().subarray(0, UUID_BYTES);
  // The bits of UUID version 8 and its variant (RFC 9562).
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(bytes);
}

const UUID_BYTES = 16;
