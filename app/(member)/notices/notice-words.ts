/** A notice in words: what happened to the token, and what to do about it. Pure. Details are stored JSON of any age. */
import { exactTime } from "@/components/ui/time/relative-time";
import type { JsonValue } from "@/lib/model";
import type { NoticeEvent } from "@/lib/notices/event";

export type NoticeTone = "bad" | "warn" | "info";

/** `happened` follows the name of the token, or "Your second factor". */
type NoticeWords = { tone: NoticeTone; happened: string; advice: string };

export function describeNotice({ kind, details }: Pick<NoticeEvent, "kind" | "details">): NoticeWords {
  switch (kind) {
    case "token.expires":
      return {
        tone: "warn",
        happened: `expires ${details.days === 1 ? "within a day" : "within 7 days"}${on(details.expires)}`,
        advice: "Rotate it to go on with a new secret.",
      };
    case "token.new-address":
      return {
        tone: "warn",
        happened: `was used from a new address: ${details.address}`,
        advice: "If you do not know it, revoke the token.",
      };
    case "token.revoked":
      return { tone: "bad", happened: `was revoked by ${details.by}`, advice: "What uses it is refused." };
    case "token.rotated":
      return {
        tone: "warn",
        happened: `${details.to === undefined ? "was rotated" : `was handed over to ${details.to}`} by ${details.by}`,
        advice: `The old secret works${until(details.worksUntil)}.`,
      };
    case "token.unused":
      return {
        tone: "warn",
        happened: `will be revoked${on(details.revokes)}, because nobody uses it`,
        advice: `The organisation's policy revokes tokens that are not used for ${details.days} days. Use it to keep it.`,
      };
    case "token.revoked-unused":
      return {
        tone: "bad",
        happened: "was revoked, because nobody used it",
        advice: `The organisation's policy revokes tokens that are not used for ${details.days} days.`,
      };
    case "token.leaked":
      return {
        tone: "bad",
        happened: "was found in public, and revoked",
        advice: "Create another token for what used it, and take this one out of where it was found.",
      };
    case "token.created":
      return {
        tone: "info",
        happened: `was created by ${details.by}`,
        advice: "If nobody should have, revoke the token.",
      };
    case "member.second-factor-reset":
      return {
        tone: "warn",
        happened: `was reset by ${details.by}`,
        advice: "Signing in no longer asks for a code. If you did not ask for it, change your password.",
      };
    default:
      return kind satisfies never;
  }
}

function on(moment: JsonValue | undefined): string {
  return isMoment(moment) ? `, on ${exactTime(new Date(moment))}` : "";
}

function until(moment: JsonValue | undefined): string {
  return isMoment(moment) ? ` until ${exactTime(new Date(moment))}` : " no more";
}

function isMoment(value: JsonValue | undefined): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
