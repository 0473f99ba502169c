/** The two tokens of a rotation, told apart: which one is replaced, and which one replaces it. Pure. */
import type { TokenDetail } from "@/lib/tokens/detail";
import { isWorking } from "@/lib/tokens/status";
import type { VisibleToken } from "@/lib/tokens/visible-token";

export type Pair = { old: VisibleToken; next: VisibleToken };

/** The rotation that is going on: the old one still works. null where there is none. */
export function currentPair(detail: TokenDetail): Pair | null {
  const { token, replaces, replacedBy } = detail;
  if (replacedBy !== null && isWorking(token.status)) return { old: detail, next: replacedBy };
  if (replaces !== null && isWorking(replaces.token.status)) return { old: replaces, next: detail };
  return null;
}

/** The other one of a pair, where it goes on working when this one is stopped. */
export function otherWorkingHint({ replaces, replacedBy }: TokenDetail): string | null {
  const other = [replaces, replacedBy].find((each) => each !== null && isWorking(each.token.status));
  return other?.token.hint ?? null;
}
