import type { TypedProof } from "@/components/confirm/typed-proof";
import { DAY_MS } from "@/lib/time/durations";

/** The message if the server requires a proof that the page did not: a token has been used for the first time in a day. */
export const USED_MEANWHILE = "One of them has been used since this page was loaded. Reload the page, and try again.";

/** From this many on a mistake stops too much, whether or not they are in use. */
const MANY = 10;

/** null: a confirmation is enough. `all`: how many are revoked together, of which `tokens` can be a part. */
export function typedProofFor(
  tokens: readonly { name: string; lastUsed: Date | string | null }[],
  now: Date,
  all = tokens.length,
): TypedProof | null {
  if (all >= MANY) return proofOfNumber(all, "");
  const inUse = tokens.filter(({ lastUsed }) => isRecentlyUsed(lastUsed, now)).length;
  const [first] = tokens;
  if (inUse === 0 || first === undefined) return null;
  if (all === 1) return proofOfName(first.name);
  return proofOfNumber(all, `${inUse === 1 ? "1 of them was" : `${inUse} of them were`} used in the last 24 hours. `);
}

function proofOfNumber(count: number, reason: string): TypedProof {
  return {
    label: `${reason}Type the number of tokens to confirm: ${count}`,
    mismatch: `Type the number: ${count}`,
    expected: count,
  };
}

export function proofOfName(name: string): TypedProof {
  return {
    label: `It was used in the last 24 hours. Type its name to confirm: ${name}`,
    mismatch: `Type the name as it is: ${name}`,
    expected: name,
  };
}

/** Stopping a token that is in use has an effect. */
export function isRecentlyUsed(lastUsed: Date | string | null, now: Date): boolean {
  return lastUsed !== null && now.getTime() - new Date(lastUsed).getTime() < DAY_MS;
}
