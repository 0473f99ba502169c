/** A preset that the policy forbids stays in the list with its reason. */
import type { TokenPolicy } from "@/lib/model";
import { daysAfter } from "@/lib/time/durations";
import { defaultExpiry, refusalOfExpiry } from "@/lib/tokens/policy";

/** `expires` null: never. `refused`: why it is not available. */
export type ExpiryOption = { key: string; label: string; expires: Date | null; refused: string | null };

const PRESETS = [
  { days: 7, label: "7 days" },
  { days: 30, label: "30 days" },
  { days: 60, label: "60 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "1 year" },
];

export function expiryOptions(policy: TokenPolicy, now: Date): ExpiryOption[] {
  const longest = policy.maxLifetimeDays;
  const days = PRESETS.map(({ days, label }) => ({ days, label }));
  if (longest !== null && longest < 365 && !days.some((preset) => preset.days === longest)) {
    days.push({ days: longest, label: longest === 1 ? "1 day (the longest)" : `${longest} days (the longest)` });
  }
  const toOption = (key: string, label: string, expires: Date | null): ExpiryOption => {
    return { key, label, expires, refused: refusalOfExpiry(expires, policy, now) };
  };
  const presets = days.sort((a, b) => a.days - b.days);
  return [
    ...presets.map(({ days, label }) => toOption(`${days}d`, label, daysAfter(now, days))),
    toOption("never", "Never", null),
  ];
}

/** The key of the default option, the same as on the command line. */
export function usualExpiry(policy: TokenPolicy, now: Date): string {
  const usual = defaultExpiry(policy, now).getTime();
  const chosen = expiryOptions(policy, now).find(({ expires }) => expires?.getTime() === usual);
  if (chosen === undefined) throw new Error("The usual expiry is among the options.");
  return chosen.key;
}

/** The end of that day, or the latest allowed moment if that is earlier on the same day; null if `day` is not a valid day. */
export function endOfDay(day: string, latest: Date | null): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number];
  const end = new Date(year, month - 1, date, 23, 59, 59);
  // Days that a month does not have roll over into the next one.
  if (end.getDate() !== date || end.getMonth() !== month - 1) return null;
  return latest !== null && latest < end && dayOf(latest) === day ? latest : end;
}

/** In the format of an `<input type="date">`. */
export function dayOf(moment: Date): string {
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
}

/** The server's time as a browser can know it, never ahead. The browser's own clock may be days off. */
export function startServerClock(servedAt: Date): () => Date {
  const started = performance.now();
  return () => new Date(servedAt.getTime() + performance.now() - started);
}
