/** The time zones in which pages show moments: UTC, or the browser's IANA zone. Also used in the browser. */

export const UTC = "UTC";

/** A preference of the browser. The API and exports use only UTC. */
export const TIME_ZONE_COOKIE = "time-zone";

const LONGEST = 64;

/** Returns the canonical name, so that there are no more distinct values than IANA zones; UTC if the text is not a zone. */
export function parseTimeZone(text: string | undefined): string {
  if (text === undefined || text.length > LONGEST || !/^[A-Za-z]/.test(text)) return UTC;
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return UTC;
  }
}

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
