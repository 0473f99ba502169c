/**
 * Whose turn it is to have the database read a list (contract § 3, Fair shares). What a list costs is decided by who asks,
 * so it is bounded by who asks: a token has few at work at a time, an organisation half of the places, and those who wait
 * are served organisation by organisation, token by token. Writes and reads by key need no place. Knows no database.
 */
import { ApiError } from "../errors";
import { MAX_LISTS_OF_TOKEN } from "../limits";

/** Who asks. */
export type Share = { organizationId: string; tokenId: string };

export type Places = { all: number; ofOrganization: number; ofToken: number; waitMs: number };

export type FairShares = {
  /**
   * A place, as soon as it is this token's turn; the function gives it back. Rejects with RATE_LIMITED where the turn did
   * not come in time, and with the reason of `signal` where the caller has left.
   */
  take(share: Share, signal: AbortSignal): Promise<() => void>;
};

/** RATE_LIMITED, for a reason that no window knows. */
export function noTurn(): ApiError {
  const message = `Lists and queries of this token or its organisation fill their share of the service. Send at most ${MAX_LISTS_OF_TOKEN} at a time, and try again in 1 second.`;
  return new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: 1 });
}

type Turn = { share: Share; start: () => void };

/** By organisation and token, both in the order in which they are served next. */
type Waiting = Map<string, Map<string, Turn[]>>;

export function openFairShares(places: Places): FairShares {
  const running = new Counts();
  const waiting: Waiting = new Map();

  const hasRoom = ({ organizationId, tokenId }: Share) =>
    running.of("all") < places.all &&
    running.of(organizationId) < places.ofOrganization &&
    running.of(tokenId) < places.ofToken;

  const begin = ({ organizationId, tokenId }: Share) => {
    const keys = ["all", organizationId, tokenId];
    for (const key of keys) running.add(key, 1);
    return () => {
      for (const key of keys) running.add(key, -1);
      startNext();
    };
  };

  const startNext = () => {
    for (let turn = nextTurn(waiting, hasRoom); turn !== null; turn = nextTurn(waiting, hasRoom)) turn.start();
  };

  return {
    async take(share, signal) {
      signal.throwIfAborted();
      // Whoever waits is waiting for a share of its own: whoever has room in all of its shares passes nobody.
      if (hasRoom(share)) return once(begin(share));
      return new Promise((resolve, reject) => {
        const turn: Turn = {
          share,
          start: () => {
            stopWaiting();
            resolve(once(begin(share)));
          },
        };
        const giveUp = (reason: unknown) => {
          stopWaiting();
          remove(waiting, turn);
          reject(reason);
        };
        const leave = () => giveUp(signal.reason);
        const timer = setTimeout(() => giveUp(noTurn()), places.waitMs);
        signal.addEventListener("abort", leave, { once: true });
        const stopWaiting = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", leave);
        };
        enqueue(waiting, turn);
      });
    },
  };
}

class Counts {
  private readonly counts = new Map<string, number>();

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: string, amount: number): void {
    const count = this.of(key) + amount;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }
}

function enqueue(waiting: Waiting, turn: Turn): void {
  const { organizationId, tokenId } = turn.share;
  const tokens = waiting.get(organizationId) ?? new Map<string, Turn[]>();
  const turns = tokens.get(tokenId) ?? [];
  turns.push(turn);
  tokens.set(tokenId, turns);
  waiting.set(organizationId, tokens);
}

/** Takes it out of those who wait; null where nobody who waits has room. Who was served comes last the next time. */
function nextTurn(waiting: Waiting, hasRoom: (share: Share) => boolean): Turn | null {
  for (const [organizationId, tokens] of waiting) {
    for (const [tokenId, turns] of tokens) {
      const [turn] = turns;
      if (turn === undefined || !hasRoom(turn.share)) continue;
      remove(waiting, turn);
      moveToEnd(tokens, tokenId);
      moveToEnd(waiting, organizationId);
      return turn;
    }
  }
  return null;
}

function remove(waiting: Waiting, turn: Turn): void {
  const { organizationId, tokenId } = turn.share;
  const tokens = waiting.get(organizationId);
  const turns = tokens?.get(tokenId);
  if (tokens === undefined || turns === undefined) return;
  const place = turns.indexOf(turn);
  if (place >= 0) turns.splice(place, 1);
  if (turns.length === 0) tokens.delete(tokenId);
  if (tokens.size === 0) waiting.delete(organizationId);
}

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}

/** Giving a place back twice must not free another's. */
function once(release: () => void): () => void {
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    release();
  };
}
