import { exactDay, exactTime } from "@/components/ui/time/relative-time";
import type { TokenPolicy } from "@/lib/model";
import { inheritedExpiry, OVERLAPS, type OverlapSeconds, overlapEnd } from "@/lib/tokens/policy";
import { expiryOptions } from "../../new/expiry-options";

export type OverlapChoice = { seconds: OverlapSeconds; label: string; hint: string };

const LABELS: Record<OverlapSeconds, string> = {
  0: "Not at all",
  3600: "1 hour",
  86400: "24 hours",
  604800: "7 days",
};

/** Enough time for a deployment, and for the next nightly job. */
export const USUAL_OVERLAP: OverlapSeconds = 86_400;

export function overlapChoices(expires: Date | null, now: Date, zone?: string): OverlapChoice[] {
  return OVERLAPS.map((seconds) => ({
    seconds,
    label: LABELS[seconds],
    hint: hintOf(seconds, overlapEnd(seconds, expires, now), expires, zone),
  }));
}

function hintOf(seconds: OverlapSeconds, end: Date, expires: Date | null, zone?: string): string {
  if (seconds === 0) return "Stops immediately: for a secret that has leaked";
  const isCut = expires !== null && end.getTime() === expires.getTime();
  return isCut ? `Until its own expiry, ${exactTime(end, zone)}` : `Until ${exactTime(end, zone)}`;
}

/** `expires` undefined: as the old one. */
export type ExpiryChoice = { value: string; label: string; disabled: boolean; expires: Date | null | undefined };

export const KEPT = "keep";

export function expiryChoices(expires: Date | null, policy: TokenPolicy, now: Date, zone?: string): ExpiryChoice[] {
  const others = expiryOptions(policy, now).map(({ key, label, expires: ends, refused }) => {
    const day = ends === null ? "" : `, ${exactDay(ends, zone)}`;
    return {
      value: key,
      label: `${label}${refused === null ? day : ` (${refused})`}`,
      disabled: refused !== null,
      expires: ends,
    };
  });
  const kept = keptLabel(expires, inheritedExpiry(expires, policy, now), zone);
  return [{ value: KEPT, label: kept, disabled: false, expires: undefined }, ...others];
}

/** If today's policy allows less than the old expiry, the label says so. */
function keptLabel(expires: Date | null, kept: Date | null, zone?: string): string {
  if (kept === null) return "Keep: never expires";
  if (kept.getTime() === expires?.getTime()) return `Keep its expiry of ${exactTime(kept, zone)}`;
  return `${exactTime(kept, zone)}, the latest that the policy allows`;
}
