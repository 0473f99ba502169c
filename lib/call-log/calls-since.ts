/** How often a token was used since a moment, such as its rotation or its revocation. All times are UTC. */
import { countCalls, listCalls } from "../store/tokens/calls";
import { listSums } from "../store/tokens/usage";
import { HOUR_MS } from "../time/durations";
import type { VisibleToken } from "../tokens/read/visibility";
import { addCalls, NO_CALLS } from "./usage";

export type CallsSince = Awaited<ReturnType<typeof callsSince>>;

const LOOKED_AT = 200;

/** Requests that arrived at `since` or later: shows whether the old secret of a rotation is still used. */
export async function callsSince({ token: { id } }: VisibleToken, since: Date) {
  const kept = await countCalls(id, since);
  const calls = await listCalls(id, LOOKED_AT, since);
  const firstHour = new Date(Math.floor(since.getTime() / HOUR_MS) * HOUR_MS);
  const later = { ...NO_CALLS };
  let inFirstHour = 0;
  for (const sum of await listSums(id, firstHour)) {
    if (sum.hour > firstHour) addCalls(later, sum);
    else inFirstHour = sum.ok + sum.refused + sum.limited + sum.failed;
  }
  // If all requests of the first hour are stored, those since are known exactly. Otherwise the true numbers are at least these.
  const exact = kept.ofFirstHour >= inFirstHour;
  const [last] = calls;
  return {
    accepted: { count: kept.acceptedOfFirstHour + later.ok, exact },
    refused: { count: kept.refusedOfFirstHour + later.refused + later.limited + later.failed, exact },
    /** The newest request that is stored, accepted or not; null if there is none. */
    last: last === undefined ? null : { at: last.at, address: last.address, status: last.status },
    /** The addresses of the newest stored requests, the most recent first. */
    addresses: [...new Set(calls.map(({ address }) => address))],
  };
}

/** The accepted requests as one number, for "nothing was accepted since". */
export async function acceptedSince(visible: VisibleToken, since: Date): Promise<number> {
  const { count } = (await callsSince(visible, since)).accepted;
  // A request that is not in the sample is still recorded as the last use.
  const { lastUsed } = visible.token;
  return lastUsed !== null && lastUsed >= since ? Math.max(1, count) : count;
}
