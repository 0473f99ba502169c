/** The two tokens of a rotation, and whether ending the old one would have an effect. Pure. */
import { relativeTime } from "@/components/ui/time/relative-time";
import type { CallsSince } from "@/lib/call-log/calls-since";
import { capitalized } from "@/lib/messages/cut-text";
import type { TokenDetail } from "@/lib/tokens/read/detail";
import type { VisibleToken } from "@/lib/tokens/read/visible-token";
import { isWorking } from "@/lib/tokens/status";

export type Pair = { old: VisibleToken; next: VisibleToken };

/** The rotation under way, in which the old secret still works. null if there is none. */
export function currentPair(detail: TokenDetail): Pair | null {
  const { token, replaces, replacedBy } = detail;
  if (replacedBy !== null && isWorking(token.status)) return { old: detail, next: replacedBy };
  if (replaces !== null && isWorking(replaces.token.status)) return { old: replaces, next: detail };
  return null;
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
