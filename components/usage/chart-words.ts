/** The texts of the usage chart and of the table behind it, so that both say the same. */
import { counted, inDigits } from "@/components/ui/text/digits";
import { CALL_CLASSES, type CallClass } from "@/lib/call-log/finished-call";
import type { CallCounts, Usage, UsageBucket, UsagePeriod } from "@/lib/call-log/usage";
import { DAY_SECONDS } from "@/lib/time/durations";
import { UTC } from "@/lib/time/time-zone";
import { formatIn, zoneName } from "../ui/time/relative-time";
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

/** Days are UTC days, whatever zone the reader has chosen. */
export function zoneOfBuckets(bucketSeconds: number, zone: string): string {
  return bucketSeconds >= DAY_SECONDS ? UTC : zone;
}

/** "Sat 21 Nov, 10:00 to 11:00", or the day alone if the bucket is a day. */
export function bucketLabel({ from }: UsageBucket, bucketSeconds: number, chosen = UTC): string {
  const zone = zoneOfBuckets(bucketSeconds, chosen);
  const day = format(from, { weekday: "short", day: "numeric", month: "short" }, zone);
  if (bucketSeconds >= DAY_SECONDS) return day;
  const end = new Date(from.getTime() + bucketSeconds * 1000);
  return `${day}, ${timeOfDay(from, zone)} to ${timeOfDay(end, zone)}`;
}

/** The label below a bar, or null: every six hours, every day, or every fifth day counted back from today. */
export function axisLabel(
  buckets: readonly UsageBucket[],
  index: number,
  period: UsagePeriod,
  zone = UTC,
): string | null {
  const from = buckets[index]?.from;
  if (from === undefined) return null;
  if (period === "30d") {
    return (buckets.length - 1 - index) % 5 === 0 ? format(from, { day: "numeric", month: "short" }, UTC) : null;
  }
  const hour = Number.parseInt(timeOfDay(from, zone), 10);
  if (period === "24h") return hour % 6 === 0 ? timeOfDay(from, zone) : null;
  // The first of a day's four buckets.
  return hour < 6 ? format(from, { weekday: "short", day: "numeric" }, zone) : null;
}

/** "1,204 requests: 1,200 accepted, 4 refused". */
export function formatCounts(counts: CallCounts): string {
  const total = totalOf(counts);
  if (total === 0) return "no requests";
  const parts = CALL_CLASSES.filter((each) => counts[each] > 0).map(
    (each) => `${inDigits(counts[each])} ${CLASS_LABELS[each].label.toLowerCase()}`,
  );
  return `${counted(total, "request")}: ${parts.join(", ")}`;
}

/** "Sat 21 Nov, 10:00 to 11:00 UTC: 4 requests: 4 accepted". */
export function formatBar(bucket: UsageBucket, { bucketSeconds }: Pick<Usage, "bucketSeconds">, zone = UTC): string {
  const named = zoneName(zoneOfBuckets(bucketSeconds, zone), bucket.from);
  return `${bucketLabel(bucket, bucketSeconds, zone)} ${named}: ${formatCounts(bucket)}`;
}

function timeOfDay(moment: Date, zone: string): string {
  return format(moment, { hour: "2-digit", minute: "2-digit" }, zone);
}

function format(moment: Date, parts: Intl.DateTimeFormatOptions, zone: string): string {
  // Node and browsers differ in the comma after the weekday, but the chart and its table must match.
  return formatIn(zone, parts).format(moment).replaceAll(",", "");
}
