/** Options that several commands share, and how their values are parsed. */
import { type Actor, COMMAND_LINE } from "../../lib/events";
import { daysAfter } from "../../lib/time/durations";
import type { OverlapSeconds } from "../../lib/tokens/policy";
import { parseDatetime } from "../../lib/wire-types";

export const JSON_OPTION = ["--json", "print JSON, for scripts"] as const;
export const ORGANIZATION = ["--organization <key>", "the organization's key"] as const;

export const AS = [
  "--as <email>",
  "your own address, where you are a member: you get no notice of what you do",
] as const;

const OVERLAPS = { now: 0, "1h": 3_600, "24h": 86_400, "7d": 604_800 } satisfies Record<string, OverlapSeconds>;

/** The actor of commands whose effects members are notified of. */
export function actorOf({ as }: { as?: string }): Actor {
  return { actor: COMMAND_LINE, ...(as === undefined ? {} : { runBy: as.toLowerCase() }) };
}

export function parseOverlap(text: string): OverlapSeconds {
  if (Object.hasOwn(OVERLAPS, text)) return OVERLAPS[text as keyof typeof OVERLAPS];
  throw new Error(`--overlap ${text}: write ${Object.keys(OVERLAPS).join(", ")}.`);
}

/** Parses `--expires`: `30d`, a moment or date (its beginning in UTC) in ISO 8601, or `never`, which is null. */
export function parseExpiry(text: string, now: Date): Date | null {
  if (text === "never") return null;
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days !== undefined) return daysAfter(now, Number(days));
  const moment = parseDatetime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (moment !== undefined) return new Date(moment);
  throw new Error(
    `--expires ${text}: write a number of days (30d), a date (2027-01-31), a moment (2027-01-31T12:00:00Z), or never.`,
  );
}
