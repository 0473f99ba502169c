/**
 * Whose list or write is next (contract § 3, Fair shares). Callers decide what a request costs, so each is bounded: a token
 * has few at work at a time, an organisation a share of the places. Those who wait are served by turns, organisation by
 * organisation and token by token. Reads by key need no place. Knows no database.
 */
import { ApiError, CallerLeft } from "../../errors";
import { MAX_LISTS_OF_TOKEN } from "../../limits";
import { Tally } from "../../tally";
import type { Departure } from "../../time/departure";

type Share = { organizationId: string; tokenId: string };

/** `wanted`: the kind of requests, for messages. */
type Places = { all: number; ofOrganization: number; ofToken: number; waitMs: number; wanted: string };

/** The api processes of a host share one database, so they divide the places; each has at least one. */
export function sharesOf(places: number, processes: number): Pick<Places, "ofOrganization" | "ofToken"> {
  const divided = (share: number) => Math.max(1, Math.floor(share / processes));
  return { ofOrganization: divided(Math.ceil(places / 2)), ofToken: divided(MAX_LISTS_OF_TOKEN) };
}

/** RATE_LIMITED that no window caused. `wanted`: as in `Places`. */
export function noTurn(wanted: string): ApiError {
  const message = `${wanted} of this token or its organisation fill their share of the service. Send fewer at a time, and try again in 1 second.`;
  return new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: 1 });
}

export const LISTS = `Lists, queries and aggregates (at most ${MAX_LISTS_OF_TOKEN} of a token at a time)`;

type Turn = { share: Share; start: () => void };

/** By organisation and token, in the order in which they are served. */
type Waiting = Map<string, Map<string, Turn[]>>;

export class FairShares {
  private readonly running = new Tally();
  private readonly waiting: Waiting = new Map();

  /** `within`: a further place that the work needs. */
  constructor(
    private readonly places: Places,
    private readonly within?: FairShares,
  ) {}

  /**
   * Does the work when it is this token's turn, here and in `within`, with one patience for both. Throws RATE_LIMITED where
   * the turn did not come in time, and CallerLeft.
   */
  async run<T>(
    share: Share,
    departure: Departure,
    work: () => Promise<T>,
    patienceMs = this.places.waitMs,
  ): Promise<T> {
    departure.throwIfLeft();
    const began = performance.now();
    // Callers only wait for shares of their own, so whoever has room in all of them overtakes nobody.
    if (this.hasRoom(share)) this.count(share, 1);
    else await this.waitForTurn(share, departure, patienceMs);
    try {
      if (this.within === undefined) return await work();
      return await this.within.run(share, departure, work, patienceMs - (performance.now() - began));
    } finally {
      this.count(share, -1);
      this.startNext();
    }
  }

  private hasRoom({ organizationId, tokenId }: Share): boolean {
    const { all, ofOrganization, ofToken } = this.places;
    const { running } = this;
    return running.of("all") < all && running.of(organizationId) < ofOrganization && running.of(tokenId) < ofToken;
  }

  private count({ organizationId, tokenId }: Share, amount: 1 | -1): void {
    for (const key of ["all", organizationId, tokenId]) this.running.add(key, amount);
  }

  private startNext(): void {
    const hasRoom = (share: Share) => this.hasRoom(share);
    for (let turn = nextTurn(this.waiting, hasRoom); turn !== null; turn = nextTurn(this.waiting, hasRoom)) {
      this.count(turn.share, 1);
      turn.start();
    }
  }

  private async waitForTurn(share: Share, departure: Departure, patienceMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const turn = { share, start: resolve };
        const giveUp = (error: Error) => {
          remove(this.waiting, turn);
          reject(error);
        };
        timer = setTimeout(() => giveUp(noTurn(this.places.wanted)), patienceMs);
        departure.whenLeft(() => giveUp(new CallerLeft()));
        enqueue(this.waiting, turn);
      });
    } finally {
      clearTimeout(timer);
      departure.whenLeft(null);
    }
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

/** Removes and returns the next one with room, or null. Whoever was served comes last the next time. */
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
