import type { NoticeTone } from "@/components/ui/notice";
import { counted } from "@/components/ui/text/digits";
import { exactTime } from "@/components/ui/time/relative-time";
import type { RevokedSeveral } from "./actions";

export const NO_LONGER_ADMINISTRATOR = "Only administrators can revoke the tokens of others. You are no longer one.";

/** `left`: the tokens that were not sent, because the administrator canceled. */
export type Outcome = RevokedSeveral & { left: string[] };

export function toneOf({ revoked, failed }: RevokedSeveral): NoticeTone {
  if (failed.length > 0) return "bad";
  return revoked > 0 ? "good" : "info";
}

export function formatOutcome({ revoked, before, unknown, failed, stopped, left }: Outcome, zone?: string): string {
  const parts = [
    stopped === null ? "No token was stopped." : `${counted(revoked, "token")} stopped at ${exactTime(stopped, zone)}.`,
    before > 0 && `${counted(before, "token")} had been revoked before.`,
    unknown > 0 && `${counted(unknown, "token")} could not be found.`,
    left.length > 0 &&
      `${counted(left.length, "token")} ${left.length === 1 ? "was left as it is" : "were left as they are"}.`,
    failed.length > 0 &&
      `${counted(failed.length, "token")} could not be stopped, and may still be accepted: try again.`,
  ];
  return parts.filter(Boolean).join(" ");
}
