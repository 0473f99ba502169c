import type { NoticeTone } from "@/components/ui/notice";
import { exactTime } from "@/components/ui/time/relative-time";
import type { RevokedSeveral } from "./actions";

/** `left`: the tokens that were not sent, because the administrator canceled. */
export type Outcome = RevokedSeveral & { left: string[] };

export function toneOf({ revoked, failed }: RevokedSeveral): NoticeTone {
  if (failed.length > 0) return "bad";
  return revoked > 0 ? "good" : "info";
}

export function formatOutcome({ revoked, before, unknown, failed, stopped, left }: Outcome, zone?: string): string {
  const parts = [
    stopped === null ? "No token was stopped." : `${formatTokenCount(revoked)} stopped at ${exactTime(stopped, zone)}.`,
    before === 0 ? "" : `${formatTokenCount(before)} had been revoked before.`,
    unknown === 0 ? "" : `${formatTokenCount(unknown)} could not be found.`,
    left.length === 0
      ? ""
      : `${formatTokenCount(left.length)} ${left.length === 1 ? "was left as it is" : "were left as they are"}.`,
    failed.length === 0
      ? ""
      : `${formatTokenCount(failed.length)} could not be stopped, and may still be accepted: try again.`,
  ];
  return parts.filter(Boolean).join(" ");
}

export function formatTokenCount(tokens: number): string {
  return tokens === 1 ? "1 token" : `${tokens.toLocaleString("en")} tokens`;
}
