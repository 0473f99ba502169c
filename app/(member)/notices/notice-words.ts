/** A notice in words: what happened to the token, and what to do about it. Details are stored JSON of any age. */
import { exactTime } from "@/components/ui/time/relative-time";
import type { JsonValue } from "@/lib/model";
import type { Notice } from "@/lib/notices/list";

export type NoticeTone = "bad" | "warn" | "info";

/** `happened` follows the name of the token, or "Your second factor". */
type NoticeWords = { tone: NoticeTone; happened: string; advice: string };

export function describeNotice({ kind, details }: Pick<Notice, "kind" | "details">, zone?: string): NoticeWords {
  // Another version of the service can have written a kind that this one does not know.
  const words = WORDS[kind] ?? (() => ["info", "has a notice that this version cannot show", ""]);
  const [tone, happened, advice] = words(details, zone);
  return { tone, happened, advice };
}

type Words = (details: Notice["details"], zone?: string) => [tone: NoticeTone, happened: string, advice: string];

const WORDS: Record<Notice["kind"], Words> = {
  "token.expires": ({ days, expires }, zone) => [
    "warn",
    `expires ${days === 1 ? "within a day" : "within 7 days"}${on(expires, zone)}`,
    "Rotate it to get a new secret.",
  ],
  "token.new-address": ({ address }) => [
    "warn",
    `was used from a new address: ${address}`,
    "Not expected? Revoke the token.",
  ],
  "token.revoked": ({ by }) => ["bad", `was revoked by ${by}`, "Programs that use it are refused."],
  "token.rotated": ({ to, by, worksUntil }, zone) => [
    "warn",
    `${to === undefined ? "was rotated" : `was handed over to ${to}`} by ${by}`,
    `The old secret ${until(worksUntil, zone)}.`,
  ],
  "token.unused": ({ revokes, days }, zone) => [
    "warn",
    `will be revoked${on(revokes, zone)}, because it is not used`,
    `The policy revokes tokens after ${days} days without use. Use the token to keep it.`,
  ],
  "token.revoked-unused": ({ days }) => [
    "bad",
    "was revoked because it was not used",
    `The policy revokes tokens after ${days} days without use.`,
  ],
  "token.created": ({ by }) => ["info", `was created by ${by}`, "Not expected? Revoke the token."],
  "member.second-factor-reset": ({ by }) => [
    "warn",
    `was reset by ${by}`,
    "Signing in no longer asks for a code. If you did not ask for it, change your password.",
  ],
  "webhook.failing": ({ name }) => [
    "warn",
    `has a webhook that has failed for a day: ${name}`,
    "Its receiver accepts nothing. Repair it, then resume the webhook. The webhook is disabled after five days; nothing is lost until then.",
  ],
  "webhook.disabled": ({ name, status }) => [
    "bad",
    `has a webhook that was disabled: ${name}`,
    status === 410
      ? "Its receiver answered 410 Gone. Resume it once there is a receiver again."
      : "Its receiver accepted nothing for five days. Repair the receiver, then resume the webhook.",
  ],
};

export function hrefOf({ token, details: { webhookId } }: Pick<Notice, "token" | "details">): string {
  if (typeof webhookId === "string") return `/webhooks/${webhookId}`;
  return token === null ? "/second-factor" : `/tokens/${token.id}`;
}

function on(moment: JsonValue | undefined, zone?: string): string {
  return isMoment(moment) ? `, on ${exactTime(new Date(moment), zone)}` : "";
}

function until(moment: JsonValue | undefined, zone?: string): string {
  return isMoment(moment) ? `keeps working until ${exactTime(new Date(moment), zone)}` : "no longer works";
}

function isMoment(value: JsonValue | undefined): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
