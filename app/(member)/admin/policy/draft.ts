import { isInRanges, parseAddressRange, splitAddresses } from "@/lib/http/address-range";
import { MAX_ALLOWED_ADDRESSES, MAX_CURRENT_TOKENS, MAX_POLICY_DAYS, MIN_UNUSED_DAYS } from "@/lib/limits";
import type { OrganizationPolicy } from "@/lib/model";

type Part = "maxLifetimeDays" | "revokeUnusedAfterDays" | "allowedAddresses" | "maxLiveTokens";

/** Numbers are empty if there is no limit. `allowedAddresses`: one per line, or separated by commas. */
export type PolicyDraft = Omit<OrganizationPolicy, Part> & Record<Part, string>;

export function toDraft(policy: OrganizationPolicy): PolicyDraft {
  return {
    ...policy,
    maxLifetimeDays: toText(policy.maxLifetimeDays),
    revokeUnusedAfterDays: toText(policy.revokeUnusedAfterDays),
    allowedAddresses: policy.allowedAddresses.join("\n"),
    maxLiveTokens: toText(policy.maxLiveTokens),
  };
}

function toText(number: number | null): string {
  return number === null ? "" : String(number);
}

/** `policy`: null if something is wrong; `problems` says what, by field. */
export type ReadDraft = { policy: OrganizationPolicy | null; problems: Partial<Record<Part, string>> };

export const BOUNDS = {
  maxLifetimeDays: { least: 1, most: MAX_POLICY_DAYS, of: " of days" },
  revokeUnusedAfterDays: { least: MIN_UNUSED_DAYS, most: MAX_POLICY_DAYS, of: " of days" },
  maxLiveTokens: { least: 1, most: MAX_CURRENT_TOKENS, of: "" },
} as const;

export function readDraft(draft: PolicyDraft): ReadDraft {
  const problems: ReadDraft["problems"] = {};
  const number = (part: keyof typeof BOUNDS): number | null => {
    const text = draft[part].trim();
    const { least, most, of } = BOUNDS[part];
    if (text === "") return null;
    if (!/^\d+$/.test(text) || Number(text) < least || Number(text) > most) {
      problems[part] = `Give a whole number${of} from ${least} to ${most.toLocaleString("en")}, or nothing.`;
    }
    return Number(text);
  };
  const policy = {
    ...draft,
    maxLifetimeDays: number("maxLifetimeDays"),
    revokeUnusedAfterDays: number("revokeUnusedAfterDays"),
    allowedAddresses: readAddresses(draft.allowedAddresses, problems),
    maxLiveTokens: number("maxLiveTokens"),
  };
  return { policy: Object.keys(problems).length === 0 ? policy : null, problems };
}

function readAddresses(typed: string, problems: ReadDraft["problems"]): string[] {
  const written = splitAddresses(typed);
  try {
    const addresses = [...new Set(written.map((text) => parseAddressRange(text).text))];
    if (addresses.length <= MAX_ALLOWED_ADDRESSES) return addresses;
    problems.allowedAddresses = `Give at most ${MAX_ALLOWED_ADDRESSES}: write ranges.`;
  } catch (error) {
    problems.allowedAddresses = `${(error as Error).message}.`;
  }
  return [];
}

/** True if a token would not work from this address. */
export function shutsOut({ allowedAddresses }: OrganizationPolicy, address: string): boolean {
  return allowedAddresses.length > 0 && !isInRanges(address, allowedAddresses.map(parseAddressRange));
}

export function samePolicy(one: OrganizationPolicy, other: OrganizationPolicy): boolean {
  const draft = toDraft(other);
  return Object.entries(toDraft(one)).every(([part, value]) => value === draft[part as keyof PolicyDraft]);
}
