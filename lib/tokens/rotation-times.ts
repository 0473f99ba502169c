/** Until when the two tokens of a rotation work. Pure, so that a page can say it before anything is done. */
import type { TokenPolicy } from "../model";
import { defaultExpiry, latestExpiry } from "./policy";

/** How long the old secret may go on, in seconds: not at all, an hour, a day, a week. */
export const OVERLAPS = [0, 3_600, 86_400, 604_800] as const;
export type OverlapSeconds = (typeof OVERLAPS)[number];

/** `expires`: the old token's own, which an overlap never outlives. */
export function overlapEnd(overlapSeconds: OverlapSeconds, expires: Date | null, moment: Date): Date {
  return earlier(new Date(moment.getTime() + overlapSeconds * 1000), expires);
}

/** Rotating never makes a token live longer, and not longer than today's policy would let a new one live. */
export function inheritedExpiry(expires: Date | null, policy: TokenPolicy, moment: Date): Date | null {
  if (expires === null && policy.allowNeverExpiring) return null;
  const latest = latestExpiry(policy, moment);
  if (expires === null) return latest ?? defaultExpiry(policy, moment);
  return latest === null ? expires : earlier(latest, expires);
}

function earlier(moment: Date, other: Date | null): Date {
  return other === null || moment <= other ? moment : other;
}
