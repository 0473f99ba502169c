/** The webhooks of a token, as it reads them itself. `of-member.ts` has those that people see. */
import type { Caller } from "../authentication/authenticate";
import { ApiError } from "../errors";
import type { Connection } from "../postgres/connection";
import { isUuid } from "../query/columns";
import { type DeliveryRow, listDeliveries } from "../store/webhooks/deliveries";
import { findWebhook, listWebhooks, type WebhookRow, type Whose } from "../store/webhooks/webhooks";
import { showFor, type WebhookView } from "./view";

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
