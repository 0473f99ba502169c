import type { NoticeTone } from "@/components/ui/notice";
import type { Tone } from "@/components/ui/text/badge";
import { counted } from "@/components/ui/text/digits";
import type { Outcome } from "@/lib/http/outbound-response";
import { WEBHOOK_PAYLOADS, type WebhookPayload } from "@/lib/model";
import type { Lag, WebhookView } from "@/lib/webhooks/read";
import type { ReplayCount } from "@/lib/webhooks/replay";

type Standing = Pick<WebhookView, "reason" | "lastAttempt" | "nextAttempt" | "entityKey">;

type Badge = { tone: Tone; text: "Failing" | "Paused" | "Disabled" };

/** null where all is well. */
export function badgeOf({ reason, nextAttempt }: Standing): Badge | null {
  if (reason === "GONE" || reason === "FAILING") return { tone: "bad", text: "Disabled" };
  if (reason === "PAUSED") return { tone: "neutral", text: "Paused" };
  if (reason !== null) return { tone: "warn", text: "Paused" };
  return nextAttempt === null ? null : { tone: "warn", text: "Failing" };
}

/** Shows the trouble, if any; otherwise whether changes are being sent. */
export function formatStatus(webhook: Standing & Pick<WebhookView, "lag">): string {
  const badge = badgeOf(webhook);
  if (badge !== null) return badge.text;
  return webhook.lag === null ? "Not known" : webhook.lag.changes === 0 ? "Idle" : "Sending";
}

type Trouble = { tone: NoticeTone; title: string; advice: string };

/** Why nothing is delivered now, and what to do. null where all is well. `keptDays`: how long changes wait. */
export function describeTrouble(webhook: Standing, keptDays: number): Trouble | null {
  const { reason, lastAttempt, nextAttempt, entityKey } = webhook;
  if (reason !== null) return REASONS[reason](entityKey, `Changes wait for ${keptDays} days.`);
  if (nextAttempt === null || lastAttempt === null) return null;
  const { status, outcome, milliseconds } = lastAttempt;
  return {
    tone: "warn",
    title: `The last attempt failed: ${status ?? OUTCOMES[outcome]}, after ${formatMilliseconds(milliseconds)}`,
    advice: `${ADVICE[outcome]} Nothing is lost: it is tried again until the receiver accepts it. Once you have repaired the receiver, choose Resume.`,
  };
}

type Describe = (entityKey: string, waits: string) => Trouble;

const cannotList: Describe = (entityKey, waits) => ({
  tone: "warn",
  title: `Paused: its token can no longer list ${entityKey}`,
  advice: `It resumes by itself once the token can. ${waits}`,
});

const REASONS: Record<NonNullable<Standing["reason"]>, Describe> = {
  PAUSED: (_, waits) => ({ tone: "info", title: "Paused", advice: `Nothing is sent until you resume it. ${waits}` }),
  GONE: (_, waits) => ({
    tone: "bad",
    title: "Disabled: the receiver answered 410 Gone",
    advice: `Set up a receiver again, then resume. ${waits}`,
  }),
  FAILING: (_, waits) => ({
    tone: "bad",
    title: "Disabled: nothing was accepted for five days",
    advice: `Fix the receiver, send a test, then resume. ${waits}`,
  }),
  TOKEN_EXPIRED: () => ({
    tone: "warn",
    title: "Paused: its token has expired",
    advice: "An expired token cannot be renewed. Create a webhook with another token, and delete this one.",
  }),
  OWNER_INACTIVE: (_, waits) => ({
    tone: "warn",
    title: "Paused: the owner of its token is not active",
    advice: `It resumes by itself once an administrator activates the owner. ${waits}`,
  }),
  ENTITY_NOT_FOUND: cannotList,
  PERMISSION_DENIED: cannotList,
};

const OUTCOMES: Record<Outcome, string> = {
  delivered: "Delivered",
  status: "Failed",
  timeout: "No response in time",
  refused: "Connection failed",
  tls: "Invalid certificate",
  dns: "Host not found",
  blocked: "Address not allowed",
};

const ADVICE: Record<Outcome, string> = {
  delivered: "",
  status: "See the log of your receiver: it has to answer 2xx, and redirects are not followed.",
  timeout: "The receiver has 15 seconds. Answer first, and do long work afterwards.",
  refused: "Check that the receiver runs, and that a firewall lets us reach it.",
  tls: "Check the certificate: it must be valid for the host, with its whole chain.",
  dns: "Check the name of the host.",
  blocked: "Only public addresses are reached. The operator of the service can allow others.",
};

type Attempt = { outcome: Outcome; status: number | null; milliseconds: number };

/** "Failed: 500", "Delivered: 204". */
export function formatOutcome({ outcome, status }: Pick<Attempt, "outcome" | "status">): string {
  return status === null ? OUTCOMES[outcome] : `${OUTCOMES[outcome]}: ${status}`;
}

/** "Failed: 500, after 12 ms". */
export function formatAttempt(attempt: Attempt): string {
  return `${formatOutcome(attempt)}, after ${formatMilliseconds(attempt.milliseconds)}`;
}

/** Describes a test: whether the receiver was reached, and what to do if it was not. */
export function describeTest(attempt: Attempt): { tone: NoticeTone; text: string } {
  const { outcome } = attempt;
  if (outcome === "delivered") return { tone: "good", text: `${formatAttempt(attempt)}.` };
  return { tone: "bad", text: `${formatAttempt(attempt)}. ${ADVICE[outcome]}` };
}

/** Used before the receiver has the secret: a refusal shows that the receiver is there. */
export function describeFirstTest(attempt: Attempt): { tone: NoticeTone; text: string } {
  if (attempt.outcome !== "status") return describeTest(attempt);
  const text = `Reached: it answered ${attempt.status}, after ${formatMilliseconds(attempt.milliseconds)}. It cannot verify the signature before it has the secret.`;
  return { tone: "info", text };
}

/** "3 changes", "reset", "test", "signal". */
export function formatContents({ kind, items }: { kind: "changes" | "reset" | "test"; items: number }): string {
  if (kind !== "changes") return kind;
  return items === 0 ? "signal" : counted(items, "change");
}

/** The backlog: "None", "3 changes, 2 min". null where it is not known. */
export function formatLag(lag: Lag | null): string | null {
  if (lag === null) return null;
  const { changes, more, seconds } = lag;
  if (changes === 0) return "None";
  return `${more ? "more than " : ""}${counted(changes, "change")}, ${formatSeconds(seconds)}`;
}

/** Says how much a replay sends; null if nothing. `count` is null if it could not be counted. */
export function describeReplay(count: ReplayCount | null, payload: WebhookPayload): string | null {
  if (count === null) return "The service is too busy to count the records.";
  const { records, more, reset } = count;
  if (reset) return "Sends a reset: your receiver has to walk the list again.";
  if (records === 0) return more ? "Too much has changed since then to count the records." : null;
  return `${REPLAYS[payload]} ${more ? "at least " : ""}${counted(records, "record")}.`;
}

const REPLAYS: Record<WebhookPayload, string> = {
  records: "Sends",
  ids: "Sends the IDs of",
  signal: "Signals changes of",
};

/** "45 s", "2 min", "3 h", "2 d". */
function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

const PAYLOADS: Record<WebhookPayload, { label: string; hint: string }> = {
  records: { label: "Whole records", hint: "Each changed record as the token reads it. Best for a copy." },
  ids: { label: "IDs only", hint: "The id and version of each change. Read the records yourself." },
  signal: { label: "Signal only", hint: "No content: only that something changed." },
};

export const PAYLOAD_CHOICES = WEBHOOK_PAYLOADS.map((value) => ({ value, ...PAYLOADS[value] }));

/** "Whole records, 3 fields". */
export function formatSent({ payload, fields }: { payload: WebhookPayload; fields: readonly string[] | null }): string {
  if (payload !== "records" || fields === null) return PAYLOADS[payload].label;
  return `${PAYLOADS[payload].label}, only ${fields.join(", ")}`;
}

export const WEBHOOK_LISTS = { "/webhooks": "Webhooks", "/admin/webhooks": "All webhooks" } as const;
export type WebhookList = keyof typeof WEBHOOK_LISTS;

export function listOf(isManaged: boolean): WebhookList {
  return isManaged ? "/webhooks" : "/admin/webhooks";
}
