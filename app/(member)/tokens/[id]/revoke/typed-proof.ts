/**
 * What has to be typed before tokens are revoked together: the number of many tokens, or of several in use; the name of one in
 * use. Pure.
 */
import { isRecentlyUsed, isSameName } from "./recently-used";

/** The message if the server requires a proof that the page did not: a token has been used for the first time in a day. */
export const USED_MEANWHILE = "One of them has been used since this page was loaded. Reload the page, and try again.";

export type TypedProof = { label: string; mismatch: string; isGiven: (typed: string) => boolean };

/** From this many on a mistake stops too much, whether or not they are in use. */
const MANY = 10;

/**
 * null: a confirmation is enough, because they are few and none was used in the last 24 hours. `all`: how many are revoked
 * together; if that is more than one request accepts, `tokens` is a part.
 */
export function typedProofFor(
  tokens: readonly { name: string; lastUsed: Date | null }[],
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

/** Accepts the common ways to write a number: 9973, 9,973 or 9 973. */
function proofOfNumber(count: number, reason: string): TypedProof {
  return {
    label: `${reason}Type the number of tokens to confirm: ${count}`,
    mismatch: `Type the number: ${count}`,
    isGiven: (typed) => typed.replace(/[\s,]/g, "") === String(count),
  };
}

/** For one token in use. */
export function proofOfName(name: string): TypedProof {
  return {
    label: `It was used in the last 24 hours. Type its name to confirm: ${name}`,
    mismatch: `Type the name as it is: ${name}`,
    isGiven: (typed) => isSameName(typed, name),
  };
}
