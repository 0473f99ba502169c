import { type JsonValue, type OrganizationPolicy, SECOND_FACTOR_RULES, type SecondFactorRule } from "@/lib/model";

const NAMED_ADDRESSES = 3;

export function describePolicy(policy: OrganizationPolicy): string {
  const { maxLifetimeDays, allowNeverExpiring, requirePurpose, revokeUnusedAfterDays, maxLiveTokens } = policy;
  return [
    `New tokens: ${describeLifetime(maxLifetimeDays, allowNeverExpiring)}.`,
    requirePurpose ? "Purpose required." : "No purpose required.",
    revokeUnusedAfterDays === null ? "" : `A token that is not used for ${days(revokeUnusedAfterDays)} is revoked.`,
    describeAddresses(policy.allowedAddresses),
    maxLiveTokens === null
      ? ""
      : `A member has at most ${maxLiveTokens === 1 ? "1 live token" : `${maxLiveTokens} live tokens`}.`,
    describeSecondFactor(policy.requireSecondFactor),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function describeLifetime(maxLifetimeDays: number | null, allowNeverExpiring: boolean): string {
  const expiry = maxLifetimeDays === null ? "any expiry" : `up to ${days(maxLifetimeDays)}`;
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
  return `${rule === "members" ? "Everyone" : "Administrators"} ${rule === "members" ? "needs" : "need"} a second factor to use these pages.`;
}

function days(number: number): string {
  return number === 1 ? "1 day" : `${number.toLocaleString("en")} days`;
}

/** The policy of an older event in the audit log; null if the value is not a policy. A missing part was no requirement. */
export function readPolicy(value: JsonValue | undefined): OrganizationPolicy | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { maxLifetimeDays, allowNeverExpiring, requirePurpose } = value;
  if (maxLifetimeDays !== null && typeof maxLifetimeDays !== "number") return null;
  if (typeof allowNeverExpiring !== "boolean" || typeof requirePurpose !== "boolean") return null;
  return {
    maxLifetimeDays,
    allowNeverExpiring,
    requirePurpose,
    revokeUnusedAfterDays: numberOf(value.revokeUnusedAfterDays),
    allowedAddresses: Array.isArray(value.allowedAddresses)
      ? value.allowedAddresses.filter((each) => typeof each === "string")
      : [],
    maxLiveTokens: numberOf(value.maxLiveTokens),
    requireSecondFactor: SECOND_FACTOR_RULES.find((rule) => rule === value.requireSecondFactor) ?? null,
  };
}

function numberOf(value: JsonValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}
