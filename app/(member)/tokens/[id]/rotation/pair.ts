/** The two tokens of a rotation, told apart: which one is replaced, and which one replaces it. Pure. */
import type { PairedToken, TokenDetail } from "@/lib/tokens/detail";
import { isWorking } from "@/lib/tokens/status";

export type Pair = { old: PairedToken; next: PairedToken };

/** The rotation that is going on: the old one still works. null where there is none. */
export function currentPair({ token, replaces, replacedBy }: TokenDetail): Pair | null {
  if (replacedBy !== null && isWorking(token.status)) return { old: token, next: replacedBy };
  if (replaces !== null && isWorking(replaces.status)) return { old: replaces, next: token };
  return null;
}

/** The other one of a pair, where it goes on working when this one is stopped. */
export function otherWorkingHint({ replaces, replacedBy }: TokenDetail): string | null {
  const other = [replaces, replacedBy].find((each) => each !== null && isWorking(each.status));
  return other?.hint ?? null;
}
