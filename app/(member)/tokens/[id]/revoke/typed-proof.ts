/** What has to be typed before tokens that are in use are revoked together: the name of one, the number of several. Pure. */
import { isRecentlyUsed, isSameName } from "./recently-used";

export type TypedProof = { label: string; mismatch: string; isGiven: (typed: string) => boolean };

/** null: none was used in the last 24 hours, so stopping them will not be noticed at once. */
export function typedProofFor(
  tokens: readonly { name: string; lastUsed: Date | null }[],
  now: Date,
): TypedProof | null {
  const inUse = tokens.filter(({ lastUsed }) => isRecentlyUsed(lastUsed, now)).length;
  const [first] = tokens;
  if (inUse === 0 || first === undefined) return null;
  if (tokens.length === 1) return proofOfName(first.name);
  const were = inUse === 1 ? "1 of them was" : `${inUse} of them were`;
  return {
    label: `${were} used in the last 24 hours. Type how many tokens you revoke to go on: ${tokens.length}`,
    mismatch: `Type the number: ${tokens.length}`,
    isGiven: (typed) => typed.trim() === String(tokens.length),
  };
}

/** Of one token that was. */
export function proofOfName(name: string): TypedProof {
  return {
    label: `It was used in the last 24 hours. Type its name to go on: ${name}`,
    mismatch: `Type the name as it is: ${name}`,
    isGiven: (typed) => isSameName(typed, name),
  };
}
