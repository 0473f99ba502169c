/** How far a moment is from now, in words; and the moment itself, exactly. Pure, apart from the browser's time zone. */

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

/** "21 Nov 2026, 10:31:26 UTC": the same on every machine. */
export function exactTime(at: Date): string {
  return `${inUtc.format(at)} UTC`;
}

/** In the time zone of whoever looks: for the browser only. null where that is UTC itself. */
export function localTime(at: Date): string | null {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const local = new Intl.DateTimeFormat("en-GB", { ...PARTS, timeZone: zone }).format(at);
  return local === inUtc.format(at) ? null : `${local} your time`;
}

export function exactDay(at: Date): string {
  return exactTime(at).split(",")[0] ?? "";
}

/** The same in the time zone of whoever looks: for the browser only. */
export function localDay(at: Date): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" }).format(at);
}

const PARTS: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
};

/** Kept: to make one takes longer than all that a row of a list is made of. */
const inUtc = new Intl.DateTimeFormat("en-GB", { ...PARTS, timeZone: "UTC" });
