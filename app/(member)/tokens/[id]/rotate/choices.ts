/** What is chosen of a rotation: how long the old secret may go on, with the moment that each choice comes to, and when the new one ends. Pure. */
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

/** Time for a deployment, and for the night job after it. */
export const USUAL_OVERLAP: OverlapSeconds = 86_400;

export function overlapChoices(expires: Date | null, now: Date): OverlapChoice[] {
  return OVERLAPS.map((seconds) => ({ seconds, label: LABELS[seconds], hint: hintOf(seconds, expires, now) }));
}

function hintOf(seconds: OverlapSeconds, expires: Date | null, now: Date): string {
  if (seconds === 0) return "The old secret stops at once: for one that has leaked";
  const end = overlapEnd(seconds, expires, now);
  const isCut = expires !== null && end.getTime() === expires.getTime();
  return isCut ? `Until its own expiry, ${exactTime(end)}` : `Until ${exactTime(end)}`;
}

/** `expires` undefined: as the old one. */
export type ExpiryChoice = { value: string; label: string; disabled: boolean; expires: Date | null | undefined };

export const KEPT = "keep";

/** What the new secret's expiry may be: the old one's, which is kept unless somebody chooses another. Pure. */
export function expiryChoices(expires: Date | null, policy: TokenPolicy, now: Date): ExpiryChoice[] {
  const others = expiryOptions(policy, now).map(({ key, label, expires: ends, refused }) => {
    const day = ends === null ? "" : `, ${exactDay(ends)}`;
    return {
      value: key,
      label: `${label}${refused === null ? day : ` (${refused})`}`,
      disabled: refused !== null,
      expires: ends,
    };
  });
  return [{ value: KEPT, label: keptLabel(expires, policy, now), disabled: false, expires: undefined }, ...others];
}

/** Where today's policy allows less than the old expiry, that is what is said. */
function keptLabel(expires: Date | null, policy: TokenPolicy, now: Date): string {
  const kept = inheritedExpiry(expires, policy, now);
  if (kept === null) return "Keep: never expires";
  if (kept.getTime() === expires?.getTime()) return `Keep its expiry of ${exactTime(kept)}`;
  return `${exactTime(kept)}, the latest that the policy allows`;
}
