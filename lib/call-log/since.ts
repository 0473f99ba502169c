/** Whether, how often and from where a token was used since a moment: what an old secret, or a revoked one, is asked. */
import { KEPT_ACCEPTED, KEPT_REFUSED } from "../limits";
import { countCalls, listCalls } from "../store/tokens/calls";
import { listSums } from "../store/tokens/usage";
import type { VisibleToken } from "../tokens/visible-token";
import { addCalls, bucketOf, HOUR_SECONDS, NO_CALLS, startOf } from "./usage";

/** `exact` is false where there were more than are kept one by one: then there were at least `count`. */
type Count = { count: number; exact: boolean };

export type CallsSince = {
  accepted: Count;
  /** Every other class together. */
  refused: Count;
  /** The newest of them, accepted or not; null where there was none. */
  last: { at: Date; address: string; status: number } | null;
  /** Where the kept ones came from, the most recent first. */
  addresses: string[];
};

/** Requests that arrived at `since` or later: whether the old one of a pair is still used. */
export async function callsSince({ token: { id } }: VisibleToken, since: Date): Promise<CallsSince> {
  const kept = await countCalls(id, since);
  const calls = await listCalls(id, KEPT_ACCEPTED + KEPT_REFUSED, since);
  // The hour of `since` began before it: only those after it are surely within.
  const sums = await listSums(id, startOf(bucketOf(since, HOUR_SECONDS) + 1, HOUR_SECONDS));
  const later = { ...NO_CALLS };
  for (const sum of sums) addCalls(later, sum);
  const [last] = calls;
  return {
    accepted: countOf(kept.accepted, KEPT_ACCEPTED, later.ok),
    refused: countOf(kept.refused, KEPT_REFUSED, later.refused + later.limited + later.failed),
    last: last === undefined ? null : { at: last.at, address: last.address, status: last.status },
    addresses: [...new Set(calls.map(({ address }) => address))],
  };
}

/** The accepted ones as one number, for "nothing was accepted since". */
export async function acceptedSince(visible: VisibleToken, since: Date): Promise<number> {
  return (await callsSince(visible, since)).accepted.count;
}

/** Fewer than are kept are all there were, unless more were counted: then a batch was too full to keep them one by one. */
function countOf(listed: number, kept: number, counted: number): Count {
  return { count: Math.max(listed, counted), exact: listed < kept && counted <= listed };
}
