/**
 * Which requests of an hour are kept one by one. All of the first ones are, then one in ten, one in a hundred, and so on, so an
 * hour that is a hundred times as busy keeps only a few times as many. The position of each is counted over all processes, so
 * the bound is exact. Pure.
 */
import { LOGGED_OF_TOKEN } from "../limits";
import type { FinishedCall } from "./finished-call";

/** `oneOf` is the number of requests that this one represents. */
type SampledCall = { call: FinishedCall; oneOf: number };

/**
 * `place` is the position among the requests of its kind in the batch, starting at 1. `oneOf` is the number that it represents
 * there.
 */
export type HeldCall = SampledCall & { place: number };

/** How many requests the one at this position represents, if all of the first `all` are kept. */
export function sampleRate(place: number, all: number): number {
  let rate = 1;
  for (let last = all; place > last; last *= 10) rate *= 10;
  return rate;
}

export function isSampled(place: number, all: number): boolean {
  return place % sampleRate(place, all) === 0;
}

/** `before` is the number of requests of the same kind in the hour before this batch. */
export function sampleCalls(held: readonly HeldCall[], before: (call: FinishedCall) => number): SampledCall[] {
  return held.flatMap(({ call, place, oneOf }) => {
    const placeOfHour = before(call) + place;
    const rate = Math.max(oneOf, sampleRate(placeOfHour, LOGGED_OF_TOKEN));
    // Requests that already represent ten are every tenth one, so every tenth of them represents a hundred.
    return Math.floor(placeOfHour / oneOf) % (rate / oneOf) === 0 ? [{ call, oneOf: rate }] : [];
  });
}
