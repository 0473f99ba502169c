/** What is written at the usage chart and in the table behind it: the two say the same, because both take it from here. Pure. */
import { CALL_CLASSES, type CallClass } from "@/lib/call-log/batch";
import type { CallCounts, Usage, UsageBucket, UsagePeriod } from "@/lib/call-log/usage";
import { DAY_SECONDS } from "@/lib/time/durations";
import { totalOf } from "./chart-layout";

export const CLASS_LABELS: Record<CallClass, { label: string; statuses: string }> = {
  ok: { label: "Accepted", statuses: "2xx and 304" },
  refused: { label: "Refused", statuses: "4xx" },
  limited: { label: "Rate-limited", statuses: "429" },
  failed: { label: "Failed", statuses: "5xx" },
};

export const PERIOD_LABELS: Record<UsagePeriod, { short: string; long: string }> = {
  "24h": { short: "24 h", long: "the last 24 hours" },
  "7d": { short: "7 d", long: "the last 7 days" },
  "30d": { short: "30 d", long: "the last 30 days" },
};

/** "Sat 21 Nov, 10:00 to 11:00", or the day alone where a bucket is one. In UTC, as the buckets are cut. */
export function bucketLabel({ from }: UsageBucket, bucketSeconds: number): string {
  const day = format(from, { weekday: "short", day: "numeric", month: "short" });
  if (bucketSeconds >= DAY_SECONDS) return day;
  const end = new Date(from.getTime() + bucketSeconds * 1000);
  return `${day}, ${timeOfDay(from)} to ${timeOfDay(end)}`;
}

/** What stands below a bar, or nothing: whole six hours, days, or every fifth day counted back from today. */
export function axisLabel(buckets: readonly UsageBucket[], index: number, period: UsagePeriod): string | null {
  const from = buckets[index]?.from;
  if (from === undefined) return null;
  if (period === "24h") return from.getUTCHours() % 6 === 0 ? timeOfDay(from) : null;
  if (period === "7d") return from.getUTCHours() === 0 ? format(from, { weekday: "short", day: "numeric" }) : null;
  return (buckets.length - 1 - index) % 5 === 0 ? format(from, { day: "numeric", month: "short" }) : null;
}

/** "1,204 requests: 1,200 accepted, 4 refused". */
export function countsInWords(counts: CallCounts): string {
  const total = totalOf(counts);
  if (total === 0) return "no requests";
  const parts = CALL_CLASSES.filter((each) => counts[each] > 0).map(
    (each) => `${inDigits(counts[each])} ${CLASS_LABELS[each].label.toLowerCase()}`,
  );
  return `${inDigits(total)} ${total === 1 ? "request" : "requests"}: ${parts.join(", ")}`;
}

/** "Sat 21 Nov, 10:00 to 11:00 UTC: 4 requests: 4 accepted". */
export function barInWords(bucket: UsageBucket, { bucketSeconds }: Pick<Usage, "bucketSeconds">): string {
  return `${bucketLabel(bucket, bucketSeconds)} UTC: ${countsInWords(bucket)}`;
}

const DIGITS = new Intl.NumberFormat("en-GB");

export function inDigits(count: number): string {
  return DIGITS.format(count);
}

function timeOfDay(moment: Date): string {
  return format(moment, { hour: "2-digit", minute: "2-digit" });
}

function format(moment: Date, parts: Intl.DateTimeFormatOptions): string {
  // Node and browsers disagree on a comma after the weekday; the chart and its table must not.
  return new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" }).format(moment).replaceAll(",", "");
}
