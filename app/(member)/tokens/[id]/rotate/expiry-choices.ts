/** What the new secret's expiry may be: the old one's, which is kept unless somebody chooses another. Pure. */
import { exactDay, exactTime } from "@/components/ui/relative-time";
import type { TokenPolicy } from "@/lib/model";
import { inheritedExpiry } from "@/lib/tokens/policy";
import { expiryOptions } from "../../new/expiry-options";

/** `expires` undefined: as the old one. */
export type ExpiryChoice = { value: string; label: string; disabled: boolean; expires: Date | null | undefined };

export const KEPT = "keep";

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
