/** Sends one delivery without changes at once, to try a receiver. */
import { randomBytes } from "node:crypto";
import type { Caller } from "../authentication/authenticate";
import { BUDGETS, openBudget } from "../budgets";
import { ApiError } from "../errors";
import type { Actor } from "../events";
import { type Attempt, postOutbound } from "../http/outbound";
import { shownTarget } from "../http/outbound-target";
import type { JsonObject, WebhookSettings } from "../model";
import { transaction } from "../postgres/transaction";
import { metrics } from "../process/metrics";
import { runtime } from "../process/runtime";
import { noteTest } from "../store/webhooks/deliveries";
import type { WebhookRow } from "../store/webhooks/webhooks";
import { draftWebhook } from "./create";
import { note, told } from "./manage";
import { sign, toDelivery } from "./message";
import { requireWebhook, whoseOf } from "./read";

const tests = runtime.part("tests of webhooks", () => openBudget(BUDGETS.webhookTests));
const ID_BYTES = 20;

/** Throws RECORD_NOT_FOUND, and RATE_LIMITED at the maximum of running tests. The webhook may be paused or disabled. */
export async function testWebhook(caller: Caller, id: string | null, by: Actor, signal: AbortSignal): Promise<Attempt> {
  const webhook = await requireWebhook(id, whoseOf(caller));
  const { message, attempt } = await sendTest(caller, webhook, told(webhook), by, signal);
  await noteTest(webhook.id, toDelivery(message, "test", attempt, null));
  return attempt;
}

/** Tests a receiver before there is a webhook, with throwaway keys. Throws RATE_LIMITED, and like `draftWebhook`. */
export async function testTarget(
  caller: Caller,
  settings: WebhookSettings & { entityKey: string },
  by: Actor,
  signal: AbortSignal,
): Promise<Attempt> {
  const { row } = await draftWebhook(caller, settings);
  const { name, url, entityKey } = { ...row, ...settings };
  const draft = { ...row, entityKey, formerKeys: null };
  return (await sendTest(caller, draft, { name, url: shownTarget(url) }, by, signal)).attempt;
}

type Tested = Parameters<typeof sign>[0] & Pick<WebhookRow, "tokenId" | "url" | "from">;

async function sendTest(caller: Caller, webhook: Tested, details: JsonObject, by: Actor, signal: AbortSignal) {
  const release = await tests().acquire([webhook.organizationId, webhook.tokenId], {
    waitMs: 1_000,
    signal,
    refusal: () => new ApiError("RATE_LIMITED", TOO_MANY, { reason: { step: "turn" }, retryAfterSeconds: 1 }),
  });
  try {
    const nothing = { items: [], told: 0, end: webhook.from, more: false, reset: false };
    const messageId = `msg_test_${randomBytes(ID_BYTES).toString("base64url")}`;
    const message = sign(webhook, messageId, nothing, Date.now());
    const { hosts: allowedHosts } = caller.configuration.webhookPolicy;
    await transaction((on) => note(on, webhook, "webhook.test", by, details));
    const attempt = await postOutbound({ ...message, url: webhook.url, allowedHosts, signal });
    metrics()?.webhookAttempts.inc({ outcome: attempt.outcome });
    return { message, attempt };
  } finally {
    release();
  }
}

const TOO_MANY = "Other tests of this organization's webhooks are running. Wait a second, as retry-after says.";
