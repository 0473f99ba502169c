/** One delivery without changes, sent at once, so that a receiver can be tried before anything changes. */
import { randomBytes } from "node:crypto";
import type { Caller } from "../authentication/authenticate";
import { ApiError } from "../errors";
import type { Actor } from "../events";
import { type Attempt, postOutbound } from "../http/outbound";
import { transaction } from "../postgres/transaction";
import { metrics } from "../process/metrics";
import { runtime } from "../process/runtime";
import { Semaphore } from "../semaphore";
import { noteTest } from "../store/webhooks";
import { toDelivery } from "./deliver";
import { note, requireWebhook, told, whoseOf } from "./manage";
import { messageOf } from "./message";

/** In this process: in all, and of one organisation. A caller could otherwise have the service connect to hosts all day. */
const tests = runtime.part("tests of webhooks", () => new Semaphore([20, 2]));
const ID_BYTES = 20;

/** Throws RECORD_NOT_FOUND, and RATE_LIMITED if the organisation is testing others. The webhook may be paused or disabled. */
export async function testWebhook(caller: Caller, id: string | null, by: Actor, signal: AbortSignal): Promise<Attempt> {
  const webhook = await requireWebhook(id, whoseOf(caller));
  const release = await tests().acquire([webhook.organizationId], { waitMs: 1_000, signal, refusal: tooMany });
  try {
    const nothing = { items: [], told: 0, end: webhook.from, more: false, reset: false };
    const messageId = `msg_test_${randomBytes(ID_BYTES).toString("base64url")}`;
    const message = messageOf(webhook, messageId, nothing, Date.now());
    const { url } = webhook;
    const { hosts: allowedHosts } = caller.configuration.webhookPolicy;
    await transaction((on) => note(on, webhook, "webhook.test", by, told(webhook)));
    const attempt = await postOutbound({ ...message, url, allowedHosts, signal });
    metrics()?.webhookAttempts.inc({ outcome: attempt.outcome });
    await noteTest(webhook.id, toDelivery(message, "test", attempt));
    return attempt;
  } finally {
    release();
  }
}

function tooMany(): ApiError {
  const message = "Other tests of this organisation's webhooks are running. Wait a second, as retry-after says.";
  return new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: 1 });
}
