/** The rotation under way, with the use of each of its secrets since it began. */
import { type CallsSince, callsSince } from "@/lib/call-log/calls-since";
import type { TokenDetail } from "@/lib/tokens/read/detail";
import { currentPair, type Pair } from "./pair";

export type PairInUse = Pair & { byOld: CallsSince; byNext: CallsSince };

/** null if there is none. */
export async function loadPair(detail: TokenDetail): Promise<PairInUse | null> {
  const pair = currentPair(detail);
  if (pair === null) return null;
  const { old, next } = pair;
  const byOld = await callsSince(old, next.token.created);
  const byNext = await callsSince(next, next.token.created);
  return { ...pair, byOld, byNext };
}
