/** The distance of a moment from now, in words; and the exact moment in a time zone. Pure, except for the browser's own zone. */
import { browserZone, UTC } from "@/lib/time/time-zone";

const UNITS: { unit: Intl.RelativeTimeFormatUnit; seconds: number; below: number }[] = [
  { unit: "minute", seconds: 60, below: 60 },
  { unit: "hour", seconds: 3600, below: 24 },
  { unit: "day", seconds: 86_400, below: 60 },
  { unit: "month", seconds: 2_629_800, below: 12 },
  { unit: "year", seconds: 31_557_600, below: Number.POSITIVE_INFINITY },
];

const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "3 minutes ago", "in 30 days", "yesterday". */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) < 45) return seconds > 0 ? "in a moment" : "just now";
  for (const { unit, seconds: length, below } of UNITS) {
    const count = Math.round(seconds / length);
    if (Math.abs(count) < below) return words.format(count, unit);
  }
  throw new Error("Years have no upper bound.");
}

/** "21 Nov 2026, 10:31:26 UTC", or "…, 11:31:26 CET". */
export function exactTime(at: Date, zone = UTC): string {
  return `${timeIn(at, zone)} ${zoneName(zone, at)}`;
}

/** "21 Nov 2026, 10:31:26", for columns whose heading names the zone. */
export function timeIn(at: Date, zone: string): string {
  return formatIn(zone, PARTS).format(at);
}

/** "CET", "GMT-5" or "UTC"; the name of a zone changes with summer time. */
export function zoneName(zone: string, at: Date): string {
  if (zone === UTC) return UTC;
  const parts = formatIn(zone, { timeZoneName: "short" }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** In the time zone of the browser, so only call it there. null if it shows the same time as UTC. */
export function localTime(at: Date): string | null {
  const local = timeIn(at, browserZone());
  return local === timeIn(at, UTC) ? null : `${local} your time`;
}

/** The zone that the server wrote the page in, for what the browser writes later. On the server it is UTC. */
export function pageZone(): string {
  return globalThis.document?.documentElement.dataset.timeZone ?? UTC;
}

export function exactDay(at: Date, zone = UTC): string {
  return timeIn(at, zone).split(",")[0] ?? "";
}

/** In the time zone of the browser, so only call it there. */
export function localDay(at: Date): string {
  return exactDay(at, browserZone());
}

const PARTS: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
};

/** Cached, because creating one takes longer than rendering a row of a list. There are as many as zones and formats. */
const formats = new Map<string, Intl.DateTimeFormat>();

export function formatIn(zone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([zone, parts]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: zone });
  formats.set(key, format);
  return format;
}
