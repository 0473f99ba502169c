"use client";
/** Asks the server, after a moment of rest, what the policy that is being typed would refuse: there can be tokens by the thousand. */
import { useEffect, useState } from "react";
import { readAs } from "@/components/session/read-as";
import type { OrganizationPolicy } from "@/lib/model";
import type { PageMember } from "@/lib/session/visitor";
import type { Exceeding } from "@/lib/tokens/read/list-exceeding";

/** Long enough for the next key to come. */
const PAUSE_MS = 200;

/** `of`: the policy that it is said of, as `toQuery` writes it. */
type Told = { of: string; exceeding: Exceeding };

/**
 * `inForce`: what the server told with the page, of the policy in force. `isKnown`: false where what is shown is of another policy, and
 * no answer came.
 */
export function useExceeding(
  page: PageMember,
  { policy, inForce }: { policy: OrganizationPolicy; inForce: { policy: OrganizationPolicy; exceeding: Exceeding } },
): { exceeding: Exceeding; isKnown: boolean } {
  const [told, setTold] = useState<Told>({ of: toQuery(inForce.policy), exceeding: inForce.exceeding });
  const [failed, setFailed] = useState<string | null>(null);
  const wanted = toQuery(policy);
  const now = toQuery(inForce.policy);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for another policy and after a change of the tokens, and only then.
  useEffect(() => {
    setFailed(null);
    if (wanted === now) return setTold({ of: now, exceeding: inForce.exceeding });
    let isPast = false;
    const timer = setTimeout(async () => {
      const query = Object.fromEntries(new URLSearchParams(wanted));
      const answer = await readAs<Exceeding>(page, "/admin/policy/exceeding", query).catch(() => null);
      if (isPast) return;
      if (answer === null || "refused" in answer) return setFailed(wanted);
      setTold({ of: wanted, exceeding: answer });
    }, PAUSE_MS);
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [wanted, now, inForce.exceeding]);
  return { exceeding: told.exceeding, isKnown: failed !== wanted };
}

/** What of a policy is asked of tokens that there are. */
function toQuery(policy: OrganizationPolicy): string {
  const { maxLifetimeDays, allowNeverExpiring, requirePurpose, revokeUnusedAfterDays, maxLiveTokens } = policy;
  return new URLSearchParams({
    maxLifetimeDays: String(maxLifetimeDays ?? ""),
    allowNeverExpiring: String(allowNeverExpiring),
    requirePurpose: String(requirePurpose),
    revokeUnusedAfterDays: String(revokeUnusedAfterDays ?? ""),
    maxLiveTokens: String(maxLiveTokens ?? ""),
  }).toString();
}
