/**
 * Which tokens that stand already go beyond a policy: one that is in force, or one that somebody is thinking of. They are
 * left as they are; a policy is about tokens that are made. Pure, for the browser too.
 */
import type { TokenPolicy } from "../model";
import { latestExpiry } from "./policy";

export type StandingToken = { created: Date; expires: Date | null; purpose: string };

export type Excess = "lives longer" | "never expires" | "has no purpose";

/** Empty where the policy would let the token be made as it is. */
export function findPolicyExcess({ created, expires, purpose }: StandingToken, policy: TokenPolicy): Excess[] {
  const excess: Excess[] = [];
  const latest = latestExpiry(policy, created);
  if (expires === null && !policy.allowNeverExpiring) excess.push("never expires");
  if (expires !== null && latest !== null && expires > latest) excess.push("lives longer");
  if (purpose === "" && policy.requirePurpose) excess.push("has no purpose");
  return excess;
}
