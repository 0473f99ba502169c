/** Live tokens of an organization that a policy would not allow. */
import { tokenHint } from "../../authentication/token-form";
import { listLiveTokens } from "../../store/tokens/standing";
import { type Excess, findExceeding, type JudgingPolicy } from "./exceeding";

const SHOWN = 25;

export type ExceedingToken = {
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
