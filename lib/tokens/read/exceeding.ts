/** Finds existing tokens that a policy would not allow. Rules for new tokens do not affect them; unused ones are revoked. */
import { tokenHint } from "../../authentication/token-form";
import { groupBy } from "../../group-by";
import type { OrganizationPolicy, TokenPolicy } from "../../model";
import { listLiveTokens } from "../../store/tokens/standing";
import { DAY_MS } from "../../time/durations";
import { latestExpiry } from "../policy";

type ExistingToken = { created: Date; expires: Date | null; purpose: string };

/** A token with `replacedBy` is being replaced and does not count. */
export type LiveToken = ExistingToken & { ownerId: string; lastUsed: Date | null; replacedBy: string | null };

type JudgingPolicy = TokenPolicy & Pick<OrganizationPolicy, "revokeUnusedAfterDays" | "maxLiveTokens">;

export type Excess = "lifetime too long" | "never expires" | "has no purpose" | "unused" | "too many";

const SHOWN = 25;

type ExceedingToken = {
  id: string;
  name: string;
  hint: string;
  owner: string;
  /** ISO 8601; null means never. */
  lastUsed: string | null;
  excess: Excess[];
};

/** `exceeding`, `unused` and `shown` (the newest) are about the live tokens that exceed the policy. */
export type Exceeding = { live: number; exceeding: number; unused: boolean; shown: ExceedingToken[] };

export async function listExceeding(organizationId: string, policy: JudgingPolicy, now: Date): Promise<Exceeding> {
  const live = await listLiveTokens({ organizationId }, now);
  const exceeding = findExceeding(live, policy, now);
  return {
    live: live.length,
    exceeding: exceeding.length,
    unused: exceeding.some(({ excess }) => excess.includes("unused")),
    shown: exceeding.slice(0, SHOWN).map(({ token: { id, name, ownerName, lastUsed }, excess }) => ({
      id,
      name,
      hint: tokenHint(id),
      owner: ownerName,
      lastUsed: lastUsed?.toISOString() ?? null,
      excess,
    })),
  };
}

/** `live` are all live tokens of the organization. The order stays. */
export function findExceeding<Token extends LiveToken>(
  live: readonly Token[],
  policy: JudgingPolicy,
  now: Date,
): { token: Token; excess: Excess[] }[] {
  const surplus = findSurplus(live, policy.maxLiveTokens);
  const { revokeUnusedAfterDays: days } = policy;
  const unusedSince = days === null ? Number.NEGATIVE_INFINITY : now.getTime() - days * DAY_MS;
  return live
    .map((token) => {
      const excess = findPolicyExcess(token, policy);
      if (lastActive(token).getTime() <= unusedSince) excess.push("unused");
      if (surplus.has(token)) excess.push("too many");
      return { token, excess };
    })
    .filter(({ excess }) => excess.length > 0);
}

/** Empty if the token could be created as it is. */
export function findPolicyExcess({ created, expires, purpose }: ExistingToken, policy: TokenPolicy): Excess[] {
  const excess: Excess[] = [];
  const latest = latestExpiry(policy, created);
  if (expires === null && !policy.allowNeverExpiring) excess.push("never expires");
  if (expires !== null && latest !== null && expires > latest) excess.push("lifetime too long");
  if (purpose === "" && policy.requirePurpose) excess.push("has no purpose");
  return excess;
}

/** A token that was never used counts from its creation. */
function lastActive({ created, lastUsed }: Pick<LiveToken, "created" | "lastUsed">): Date {
  return lastUsed ?? created;
}

/** Each owner's least recently used tokens above the maximum. */
function findSurplus(live: readonly LiveToken[], maximum: number | null): Set<LiveToken> {
  if (maximum === null) return new Set();
  const counted = live.filter(({ replacedBy }) => replacedBy === null);
  const newestFirst = (one: LiveToken, other: LiveToken) => lastActive(other).getTime() - lastActive(one).getTime();
  return new Set(
    [...groupBy(counted, ({ ownerId }) => ownerId).values()].flatMap((tokens) =>
      tokens.sort(newestFirst).slice(maximum),
    ),
  );
}
