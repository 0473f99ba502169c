/**
 * Decorators of the admission and of the handler that reorder steps and skip none: while a token is verified, its window is
 * counted and its read begins. The read is sent only if the verification finds the very permissions that it was read with. A
 * read takes 0.47 ms instead of 0.65; with PostgreSQL and Redis a millisecond away it takes 3.1 instead of 8.7.
 */
import { LRUCache } from "lru-cache";
import type { Caller } from "../authentication/authenticate";
import { type PresentedToken, secretMatches } from "../authentication/token-secret";
import { prefers } from "../http/accept";
import { runtime } from "../process/runtime";
import { type Admission, type Admitted, type Identified, ownLimit } from "./admission";
import type { EndpointResult } from "./endpoints/endpoint";
import type { Matched } from "./match-route";

type Read = Promise<EndpointResult>;

type Steps = Pick<Admission, "present" | "verify" | "count" | "complete">;

/** `read` authorizes and handles. Only for reads of entities, because the result may be discarded. */
export function speculative(admission: Steps, read: (identified: Identified) => Read) {
  return async (matched: Matched): Promise<Admitted> => {
    const presented = await admission.present(matched);
    const { token } = presented;
    const recent = recentCaller(token);
    if (recent === null) {
      const identified = await admission.verify(presented);
      return remember(admission.complete(identified, await admission.count(identified.caller)));
    }
    const counted = admission.count(recent);
    const verified = admission.verify(presented);
    const caller = seeingNoLess(recent, verified);
    const early = isRead(matched) ? read({ matched, token, addressKey: presented.addressKey, caller }) : null;
    // A failure is thrown when the result of the read is taken.
    early?.catch(() => {});
    try {
      const identified = await verified;
      const window = await counted;
      // If the token's limit has changed meanwhile, the request is counted again under the new limit.
      const isCounted = ownLimit(identified.caller) === ownLimit(recent);
      const admitted = admission.complete(identified, isCounted ? window : await admission.count(identified.caller));
      if (early !== null && admitted.caller.accessKey === recent.accessKey) matched.earlyRead = early;
      else drop(early);
      return remember(admitted);
    } catch (error) {
      forget(token);
      drop(early);
      throw error;
    }
  };
}

/** A speculative read is used once; a request that is handled again reads again. */
export function takeEarlyRead(matched: Pick<Matched, "earlyRead">): Read | null {
  const early = matched.earlyRead;
  matched.earlyRead = null;
  return early;
}

/** A stream would hold a place until its result is dropped. */
function isRead({ endpoint, request }: Matched): boolean {
  const isForEvents = endpoint.waits === true && prefers("text/event-stream", request.header("accept"));
  return endpoint.safe && endpoint.about === "entity" && !isForEvents;
}

/** Waits for the log position of this verification: the position of an earlier request may be older. */
function seeingNoLess(recent: Caller, verified: Promise<Identified>): Caller {
  if (recent.seen == null) return recent;
  const seen = verified.then(({ caller }) => caller.seen);
  // If it fails, the request fails too.
  seen.catch(() => {});
  return { ...recent, seen };
}

/** Releases the memory of a read that is not used. */
function drop(read: Read | null): void {
  read?.then(({ sent }) => sent?.()).catch(() => {});
}

/** `room` is how many requests the token's window had left; no more speculative reads begin than the window allows. */
type Recent = { secretHash: Buffer; caller: Caller; room: number };

const MAX_RECENT = 5_000;
const recentCallers = runtime.part("recent callers", () => new LRUCache<string, Recent>({ max: MAX_RECENT }));

/** null if the secret differs, if the token was refused the last time, or if its window is nearly used up. */
export function recentCaller({ id, secretHash }: PresentedToken): Caller | null {
  const recent = recentCallers().get(id);
  const matches = secretMatches(secretHash, recent?.secretHash ?? null);
  if (recent === undefined || !matches || recent.room <= 0) return null;
  recent.room -= 1;
  return recent.caller;
}

export function rememberCaller({ id, secretHash }: PresentedToken, caller: Caller, room: number): void {
  recentCallers().set(id, { secretHash, caller, room });
}

function remember(admitted: Admitted): Admitted {
  rememberCaller(admitted.token, admitted.caller, admitted.window.remaining);
  return admitted;
}

export function forget({ id }: PresentedToken): void {
  recentCallers().delete(id);
}
