/** An expiry that somebody picks as a day in their own time zone. Pure, apart from the zone that it runs in. */

/** The end of that day, or the latest moment allowed where that comes sooner on it; null for what is no day. */
export function endOfDay(day: string, latest: Date | null): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number];
  const end = new Date(year, month - 1, date, 23, 59, 59);
  // Days that no month has roll over into the next one.
  if (end.getDate() !== date || end.getMonth() !== month - 1) return null;
  return latest !== null && latest < end && dayOf(latest) === day ? latest : end;
}

/** As an `<input type="date">` writes it. */
export function dayOf(moment: Date): string {
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
}
