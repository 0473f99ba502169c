import { counted } from "@/components/ui/text/digits";
import type { OrganizationPolicy, SecondFactorRule } from "@/lib/model";

const NAMED_ADDRESSES = 3;

export function describePolicy(policy: OrganizationPolicy): string {
  const { maxLifetimeDays, allowNeverExpiring, requirePurpose, revokeUnusedAfterDays, maxLiveTokens } = policy;
  return [
    `New tokens: ${describeLifetime(maxLifetimeDays, allowNeverExpiring)}.`,
    requirePurpose ? "Purpose required." : "No purpose required.",
    revokeUnusedAfterDays !== null &&
      `A token that is not used for ${counted(revokeUnusedAfterDays, "day")} is revoked.`,
    describeAddresses(policy.allowedAddresses),
    maxLiveTokens !== null &&
      `A member has at most ${maxLiveTokens === 1 ? "1 live token" : `${maxLiveTokens} live tokens`}.`,
    describeSecondFactor(policy.requireSecondFactor),
  ]
    .filter(Boolean)
    .join(" ");
}

function describeLifetime(maxLifetimeDays: number | null, allowNeverExpiring: boolean): string {
  const expiry = maxLifetimeDays === null ? "any expiry" : `up to ${counted(maxLifetimeDays, "day")}`;
  return allowNeverExpiring ? `${expiry}, or no expiry` : expiry;
}

function describeAddresses(addresses: readonly string[]): string {
  if (addresses.length === 0) return "";
  const more = addresses.length - NAMED_ADDRESSES;
  const named = addresses.slice(0, NAMED_ADDRESSES).join(", ");
  return `Tokens work from ${named}${more > 0 ? ` and ${more} more` : ""} only.`;
}

function describeSecondFactor(rule: SecondFactorRule | null): string {
  if (rule === null) return "";
  return `${rule === "members" ? "Everyone needs" : "Administrators need"} a second factor to use these pages.`;
}
