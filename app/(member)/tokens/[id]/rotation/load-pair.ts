import { relativeTime } from "@/components/ui/time/relative-time";
import { type CallsSince, callsSince } from "@/lib/call-log/calls-since";
import { capitalized } from "@/lib/messages/cut-text";
import type { TokenDetail } from "@/lib/tokens/read/detail";
import type { VisibleToken } from "@/lib/tokens/read/visibility";
import { isWorking } from "@/lib/tokens/status";

export type PairInUse = { old: VisibleToken; next: VisibleToken; byOld: CallsSince; byNext: CallsSince };

export async function loadPair(detail: TokenDetail): Promise<PairInUse | null> {
  const [old, next] = currentPair(detail);
  if (old === null || next === null) return null;
  const since = next.token.created;
  return { old, next, byOld: await callsSince(old, since), byNext: await callsSince(next, since) };
}

function currentPair(detail: TokenDetail): [old: VisibleToken | null, next: VisibleToken | null] {
  const { token, replaces, replacedBy } = detail;
  if (replacedBy !== null && isWorking(token.status)) return [detail, replacedBy];
  if (replaces !== null && isWorking(replaces.token.status)) return [replaces, detail];
  return [null, null];
}

export function otherWorkingHint({ replaces, replacedBy }: TokenDetail): string | null {
  const other = [replaces, replacedBy].find((each) => each !== null && isWorking(each.token.status));
  return other?.token.hint ?? null;
}

export function formatRequests(calls: CallsSince, now: Date): string {
  if (calls.last === null) return "It was not used since the rotation.";
  const { accepted, last } = calls;
  const least = accepted.exact ? "" : "at least ";
  const used = accepted.count === 1 ? "1 accepted request" : `${least}${accepted.count} accepted requests`;
  return `${capitalized(used)} with it since the rotation, the last request ${relativeTime(last.at, now)} from ${last.address}.`;
}
