/** How long the old secret may go on, as choices with the moment that each comes to. Pure. */
import { exactTime } from "@/components/ui/relative-time";
import { OVERLAPS, type OverlapSeconds, overlapEnd } from "@/lib/tokens/policy";

export type OverlapChoice = { seconds: OverlapSeconds; label: string; hint: string };

const LABELS: Record<OverlapSeconds, string> = {
  0: "Not at all",
  3600: "1 hour",
  86400: "24 hours",
  604800: "7 days",
};

/** Time for a deployment, and for the night job after it. */
export const USUAL_OVERLAP: OverlapSeconds = 86_400;

/** `expires`: the old token's own expiry. */
export function overlapChoices(expires: Date | null, now: Date): OverlapChoice[] {
  return OVERLAPS.map((seconds) => ({ seconds, label: LABELS[seconds], hint: hintOf(seconds, expires, now) }));
}

function hintOf(seconds: OverlapSeconds, expires: Date | null, now: Date): string {
  if (seconds === 0) return "The old secret stops at once: for one that has leaked";
  const end = overlapEnd(seconds, expires, now);
  const isCut = expires !== null && end.getTime() === expires.getTime();
  return isCut ? `Until its own expiry, ${exactTime(end)}` : `Until ${exactTime(end)}`;
}
