"use client";
/** Asks the server what the typed policy would refuse, after a short pause in typing: there can be thousands of tokens. */
import { useEffect, useState } from "react";
import { readAs } from "@/components/session/read-as";
import type { OrganizationPolicy } from "@/lib/model";
import type { PageMember } from "@/lib/session/visitor";
import type { Exceeding } from "@/lib/tokens/read/list-exceeding";

/** Long enough for the next key. */
const PAUSE_MS = 200;

/** `of`: the policy that this is about, in the format of `toQuery`. */
type Told = { of: string; exceeding: Exceeding };

/** `isKnown`: false if the shown result is about another policy and no response came. */
export function useExceeding(
  page: PageMember,
  { policy, inForce }: { policy: OrganizationPolicy; inForce: { policy: OrganizationPolicy; exceeding: Exceeding } },
): { exceeding: Exceeding; isKnown: boolean } {
  const [told, setTold] = useState<Told>({ of: toQuery(inForce.policy), exceeding: inForce.exceeding });
  const [failed, setFailed] = useState<string | null>(null);
  const wanted = toQuery(policy);
  const now = toQuery(inForce.policy);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for another policy and after a change of the tokens.
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
