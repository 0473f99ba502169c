/** Sends the page of the feed after the webhook's cursor once, as its token can see it now, and records the outcome. */
import type { EntityAccess } from "../access/compile";
import { type Range, type RangeQuery, readRange } from "../changes/range";
import { type Attempt, postOutbound as post } from "../http/outbound";
import { shownTarget } from "../http/outbound-target";
import { DELIVERY_BYTES, DELIVERY_ITEMS } from "../limits";
import { write } from "../postgres/query";
import { transaction } from "../postgres/transaction";
import { log } from "../process/log";
import { metrics } from "../process/metrics";
import { auditEventSql } from "../store/audit-event";
import { noticeSql } from "../store/notices";
import type { NewDelivery } from "../store/webhooks/deliveries";
import { beginAttempt, giveBack, noteAccepted, noteFailed, passOver } from "../store/webhooks/due";
import type { WebhookRow } from "../store/webhooks/webhooks";
import { DAY_SECONDS, HOUR_SECONDS } from "../time/durations";
import { type Message, messageIdOf, sign, toDelivery } from "./message";
import type { Reader } from "./read";

/** Longer than an attempt. A delivery is abandoned after this time; the next process continues. */
const ATTEMPT_SECONDS = 20;

/** `inTurn` limits how many deliveries read the database at a time. */
type Limits = { signal: AbortSignal; inTurn: <T>(work: () => Promise<T>) => Promise<T> };

/** Returns true if there may be more to send. */
export async function deliver(
  webhook: WebhookRow,
  lease: string,
  { caller, access }: Reader,
  { signal, inTurn }: Limits,
): Promise<boolean> {
  const range = await inTurn(() => readRange(caller, access, queryOf(webhook, access), signal));
  // A tried delivery is repeated until it is accepted, even if nothing of it is left to send.
  if (range.told === 0 && !range.reset && webhook.until === null) {
    await passOver(webhook.id, lease, range.end);
    return range.more;
  }
  const message = sign(webhook, messageIdOf(webhook, range.end), range, Date.now());
  const mayBegin = () => beginAttempt(webhook, { lease, seconds: ATTEMPT_SECONDS }, range.end, caller.admission);
  const { hosts: allowedHosts } = caller.configuration.webhookPolicy;
  const attempt = await post({ ...message, url: webhook.url, allowedHosts, signal, mayBegin });
  if (attempt === "withdrawn") {
    await giveBack(webhook.id, lease, 0);
    return false;
  }
  metrics()?.webhookAttempts.inc({ outcome: attempt.outcome });
  return settle(webhook, lease, range, message, attempt);
}

function queryOf({ from, until, payload, fields, expand }: WebhookRow, { readable, entity }: EntityAccess): RangeQuery {
  const isReference = (key: string) => readable.has(key) && entity.fields.get(key)?.type === "reference";
  return {
    from,
    until,
    // Omits fields that the token can no longer read; the change of its permissions resets the feed.
    fields: fields?.filter((key) => readable.has(key)) ?? null,
    expand: expand.filter(isReference),
    limit: DELIVERY_ITEMS,
    contents: payload === "signal" ? "nothing" : payload === "ids" ? "versions" : { maxBytes: DELIVERY_BYTES },
  };
}

async function settle(webhook: WebhookRow, lease: string, range: Range, message: Message, attempt: Attempt) {
  const delivery = toDelivery(message, range.reset ? "reset" : "changes", attempt, webhook.from);
  if (attempt.outcome !== "delivered") return !(await noteFailure(webhook, lease, delivery, attempt));
  await noteAccepted(webhook, lease, range.end, delivery);
  return true;
}

/** Returns false if the webhook was changed meanwhile; it is then due in its new form. */
async function noteFailure(webhook: WebhookRow, lease: string, delivery: NewDelivery, attempt: Attempt) {
  const { failures, failingSince, organizationId, tokenId } = webhook;
  const { outcome, status, retryAfterSeconds } = attempt;
  const failingSeconds = failingSince === null ? 0 : (Date.now() - failingSince.getTime()) / 1000;
  const failed = { failures, failingSeconds, status, retryAfterSeconds };
  const { retryInSeconds, disabled, isWorthTelling } = afterFailure(failed);
  const isTold = webhook.toldFailing || isWorthTelling;
  const failure = { delivery, retryInSeconds, disabled, toldFailing: isTold };
  if (disabled === null && isTold === webhook.toldFailing) return noteFailed(undefined, webhook, lease, failure);
  return transaction(async (connection) => {
    if (!(await noteFailed(connection, webhook, lease, failure))) return false;
    log().warn({ webhookId: webhook.id, disabled }, "a webhook has failed for long");
    const [on, by] = [{ on: connection }, { actor: SERVICE }];
    const details = { webhookId: webhook.id, name: webhook.name, url: shownTarget(webhook.url), outcome, status };
    const kind = disabled === null ? "webhook.failing" : "webhook.disabled";
    await write(noticeSql({ kind, tokenId, by, details }), on);
    if (disabled === null) return true;
    const event = { organizationId, ...by, action: "webhook.disable", subject: tokenId } as const;
    await write(auditEventSql({ ...event, details: { ...details, reason: disabled } }), on);
    return true;
  });
}

/** The actor in the audit log when no person acts. */
const SERVICE = "service";

const MINUTE_SECONDS = 60;
/** The pause after the first failure, the second, and so on; after that, once a day. */
const PAUSES_SECONDS = [
  5,
  MINUTE_SECONDS,
  5 * MINUTE_SECONDS,
  30 * MINUTE_SECONDS,
  2 * HOUR_SECONDS,
  5 * HOUR_SECONDS,
  10 * HOUR_SECONDS,
  14 * HOUR_SECONDS,
];
/** The fraction by which each pause varies, so that receivers that fail together do not return together. */
const JITTER = 0.1;

const GONE = 410;
const TOLD_AFTER_SECONDS = DAY_SECONDS;
const DISABLED_AFTER_SECONDS = 5 * DAY_SECONDS;

/** `failures` counts earlier ones of the same delivery. `failingSeconds` is how long no attempt has been accepted. */
type Failed = {
  failures: number;
  failingSeconds: number;
  status: number | null;
  /** Only lengthens the pause: a receiver that always asks for 0 seconds must not be tried without a pause. */
  retryAfterSeconds: number | null;
};

/** `random` is from 0 to 1. */
export function afterFailure({ failures, failingSeconds, status, retryAfterSeconds }: Failed, random = Math.random()) {
  const pause = PAUSES_SECONDS[failures] ?? DAY_SECONDS;
  const varied = pause * (1 + JITTER * (2 * random - 1));
  return {
    retryInSeconds: Math.max(varied, retryAfterSeconds ?? 0),
    disabled:
      status === GONE ? ("GONE" as const) : failingSeconds >= DISABLED_AFTER_SECONDS ? ("FAILING" as const) : null,
    // Long enough to notify the owner.
    isWorthTelling: failingSeconds >= TOLD_AFTER_SECONDS,
  };
}
