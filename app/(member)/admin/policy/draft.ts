/** The policy while it is typed: text and ticks, and what they come to. Pure. */
import { MAX_POLICY_DAYS } from "@/lib/limits";
import type { TokenPolicy } from "@/lib/model";

/** `maxLifetimeDays` empty: no maximum. */
type PolicyDraft = { maxLifetimeDays: string; mustExpire: boolean; requirePurpose: boolean };

export function toDraft(policy: TokenPolicy): PolicyDraft {
  return {
    maxLifetimeDays: policy.maxLifetimeDays === null ? "" : String(policy.maxLifetimeDays),
    mustExpire: !policy.allowNeverExpiring,
    requirePurpose: policy.requirePurpose,
  };
}

export function toPolicy(draft: PolicyDraft): TokenPolicy | null {
  const text = draft.maxLifetimeDays.trim();
  const days = text === "" ? null : Number(text);
  if (days !== null && !(/^\d+$/.test(text) && days >= 1 && days <= MAX_POLICY_DAYS)) return null;
  return { maxLifetimeDays: days, allowNeverExpiring: !draft.mustExpire, requirePurpose: draft.requirePurpose };
}

export function describePolicy({ maxLifetimeDays, allowNeverExpiring, requirePurpose }: TokenPolicy): string {
  const purpose = requirePurpose ? "must say what it is for" : "need not say what it is for";
  return `A new token ${describeLifetime(maxLifetimeDays, allowNeverExpiring)}, and ${purpose}.`;
}

function describeLifetime(maxLifetimeDays: number | null, allowNeverExpiring: boolean): string {
  if (maxLifetimeDays === null) return allowNeverExpiring ? "can live for ever" : "must expire, on any day";
  const days = maxLifetimeDays === 1 ? "1 day" : `${maxLifetimeDays.toLocaleString("en")} days`;
  return allowNeverExpiring ? `can expire within ${days} or never` : `must expire within ${days}`;
}

export function samePolicy(one: TokenPolicy, other: TokenPolicy): boolean {
  return (
    one.maxLifetimeDays === other.maxLifetimeDays &&
    one.allowNeverExpiring === other.allowNeverExpiring &&
    one.requirePurpose === other.requirePurpose
  );
}

/** What an older event of the audit log holds may be anything. */
export function isPolicy(value: unknown): value is TokenPolicy {
  if (typeof value !== "object" || value === null) return false;
  const { maxLifetimeDays, allowNeverExpiring, requirePurpose } = value as Record<string, unknown>;
  const isLifetime = maxLifetimeDays === null || typeof maxLifetimeDays === "number";
  return isLifetime && typeof allowNeverExpiring === "boolean" && typeof requirePurpose === "boolean";
}
