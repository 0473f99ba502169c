/** `--expires`: `30d`, a date or moment in ISO 8601, or `never`. */
import { daysAfter } from "../lib/time/durations";
import { parseDatetime } from "../lib/wire-types";
import { CommandFailed } from "./failure";

/** null: never. A date alone means its beginning, in UTC. */
export function parseExpiry(text: string, now: Date): Date | null {
  if (text === "never") return null;
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days !== undefined) return daysAfter(now, Number(days));
  const moment = parseDatetime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (moment !== undefined) return new Date(moment);
  throw new CommandFailed(
    `--expires ${text}: write a number of days (30d), a date (2027-01-31), a moment (2027-01-31T12:00:00Z), or never.`,
  );
}
