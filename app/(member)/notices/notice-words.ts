/** A notice in words: what happened to the token, and what to do about it. Details are stored JSON of any age. */
import { exactTime } from "@/components/ui/time/relative-time";
import type { JsonValue } from "@/lib/model";
import type { NoticeEvent } from "@/lib/notices/event";

export type NoticeTone = "bad" | "warn" | "info";

/** `happened` follows the name of the token, or "Your second factor". */
type NoticeWords = { tone: NoticeTone; happened: string; advice: string };

export function describeNotice({ kind, details }: Pick<NoticeEvent, "kind" | "details">, zone?: string): NoticeWords {
  switch (kind) {
    case "token.expires":
      return {
        tone: "warn",
        happened: `expires ${details.days === 1 ? "within a day" : "within 7 days"}${on(details.expires, zone)}`,
        advice: "Rotate it to get a new secret.",
      };
    case "token.new-address":
      return {
        tone: "warn",
        happened: `was used from a new address: ${details.address}`,
        advice: "Not expected? Revoke the token.",
      };
    case "token.revoked":
      return { tone: "bad", happened: `was revoked by ${details.by}`, advice: "Programs that use it are refused." };
    case "token.rotated":
      return {
        tone: "warn",
        happened: `${details.to === undefined ? "was rotated" : `was handed over to ${details.to}`} by ${details.by}`,
        advice: `The old secret ${until(details.worksUntil, zone)}.`,
      };
    case "token.unused":
      return {
        tone: "warn",
        happened: `will be revoked${on(details.revokes, zone)}, because it is not used`,
        advice: `The policy revokes tokens after ${details.days} days without use. Use the token to keep it.`,
      };
    case "token.revoked-unused":
      return {
        tone: "bad",
        happened: "was revoked because it was not used",
        advice: `The policy revokes tokens after ${details.days} days without use.`,
      };
    case "token.created":
      return {
        tone: "info",
        happened: `was created by ${details.by}`,
        advice: "Not expected? Revoke the token.",
      };
    case "member.second-factor-reset":
      return {
        tone: "warn",
        happened: `was reset by ${details.by}`,
        advice: "Signing in no longer asks for a code. If you did not ask for it, change your password.",
      };
    case "webhook.failing":
      return {
        tone: "warn",
        happened: `has a webhook that has failed for a day: ${details.name}`,
        advice:
          "Its receiver accepts nothing. Repair it, then resume the webhook. The webhook is disabled after five days; nothing is lost until then.",
      };
    case "webhook.disabled":
      return {
        tone: "bad",
        happened: `has a webhook that was disabled: ${details.name}`,
        advice:
          details.status === 410
            ? "Its receiver answered 410 Gone. Resume it once there is a receiver again."
            : "Its receiver accepted nothing for five days. Repair the receiver, then resume the webhook.",
      };
    default:
      kind satisfies never;
      // Another version of the service can have written a kind that this one does not know.
      return { tone: "info", happened: "has a notice that this version cannot show", advice: "" };
  }
}

/** The address of the page to which a notice leads. */
export function hrefOf({ token, details: { webhookId } }: Pick<NoticeEvent, "token" | "details">): string {
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
