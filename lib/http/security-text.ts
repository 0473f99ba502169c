/** `/.well-known/security.txt` (RFC 9116): whom to contact about a vulnerability. */
import { daysAfter } from "../time/durations";

/** Well below the year that the RFC recommends as a maximum. Counted from each request, so that it never expires by itself. */
const VALID_DAYS = 180;

export function securityText({ contact, origin, now }: { contact: string; origin: string; now: Date }): string {
  const expires = daysAfter(now, VALID_DAYS).toISOString().slice(0, 10);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires}T00:00:00.000Z`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return `${lines.join("\n")}\n`;
}
