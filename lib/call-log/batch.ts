/** Counts the requests of about one second in memory. Every request adds to a batch, so adding is fast and the size is bounded. */
import { LOGGED_OF_TOKEN } from "../limits";
import { runtime } from "../process/runtime";
import type { UsageSum } from "../store/tokens/member-usage";
import type { MinuteSum, TokenUse, VerbUse } from "../store/tokens/usage";
import { HOUR_MS, MINUTE_MS } from "../time/durations";
import { type CallClass, classOf, codeOf, type FinishedCall } from "./finished-call";
import { DURATION_CLASSES, durationClassOf } from "./latency";

/** Beyond these limits a batch drops the oldest token, or does not keep a single request, which is counted nevertheless. */
export const MAX_TOKENS = 10_000;
export const MAX_CALLS = 2_000;
/** Half of the space is reserved for refused requests: people look for those first. */
export const MAX_ACCEPTED_CALLS = MAX_CALLS / 2;
/** For each token and kind of request. Beyond this, only a sample is kept. */
const HELD_OF_KIND = 50;
/** For each token. Further addresses within the same second are recorded by a later batch. */
const MAX_ADDRESSES = 5;

class Tally {
  lastUse: { at: number; address: string } | null = null;
  readonly addresses = new Set<string>();
  readonly hours = new Map<number, Hour>();
  /** The number of requests that counted against the limit, by minute. */
  readonly minutes = new Map<number, number>();
  /** When a verb was last used on an entity; the key is "entity verb". */
  readonly verbs = new Map<string, number>();
}

/** `durations` and `entities` cover accepted requests, `codes` the others. */
class Hour {
  readonly counts: Record<CallClass, number> = { ok: 0, refused: 0, limited: 0, failed: 0 };
  readonly durations = new Uint32Array(DURATION_CLASSES);
  readonly entities = new Map<string, number>();
  readonly codes = new Map<string, number>();
}

export class CallBatch {
  private readonly tallies = new Map<string, Tally>();
  private readonly held: HeldCall[] = [];
  private accepted = 0;
  /** The number of tokens that were dropped, and of requests that are counted but not listed. */
  readonly forgotten = { tokens: 0, calls: 0 };

  get isEmpty(): boolean {
    return this.tallies.size === 0;
  }

  noteUse(tokenId: string, at: number, address: string): void {
    const tally = this.tallies.get(tokenId) ?? this.begin(tokenId);
    if (tally.lastUse?.address !== address && tally.addresses.size < MAX_ADDRESSES) tally.addresses.add(address);
    tally.lastUse = { at, address };
  }

  add(call: FinishedCall): void {
    const tally = this.tallies.get(call.tokenId) ?? this.begin(call.tokenId);
    const sums = hourOf(tally, call.at);
    const kind = classOf(call.status);
    sums.counts[kind] += 1;
    const code = codeOf(call);
    if (code !== null) sums.codes.set(code, (sums.codes.get(code) ?? 0) + 1);
    if (kind === "ok") noteAccepted(sums, call);
    noteVerbs(tally.verbs, call);
    noteMinute(tally.minutes, call);
    this.hold(call, countOfKind(sums, call));
  }

  uses(): TokenUse[] {
    return [...this.tallies].flatMap(([tokenId, { lastUse }]) =>
      lastUse === null ? [] : [{ tokenId, at: new Date(lastUse.at), address: lastUse.address }],
    );
  }

  addresses(): TokenUse[] {
    return [...this.tallies].flatMap(([tokenId, { lastUse, addresses }]) =>
      lastUse === null ? [] : [...addresses].map((address) => ({ tokenId, at: new Date(lastUse.at), address })),
    );
  }

  verbUses(): (VerbUse & { tokenId: string })[] {
    return [...this.tallies].flatMap(([tokenId, { verbs }]) =>
      [...verbs].map(([use, at]) => {
        const [entityKey = "", verb = ""] = use.split(" ");
        return { tokenId, entityKey, verb, at: new Date(at) };
      }),
    );
  }

  usage(): UsageSum[] {
    return [...this.tallies].flatMap(([tokenId, { hours }]) =>
      [...hours].map(([hour, { counts, durations, entities, codes }]) => ({
        tokenId,
        hour: new Date(hour * HOUR_MS),
        ...counts,
        durations: withoutLastZeros(durations),
        entities: Object.fromEntries(entities),
        codes: Object.fromEntries(codes),
      })),
    );
  }

  minutes(): MinuteSum[] {
    return [...this.tallies].flatMap(([tokenId, { minutes }]) =>
      [...minutes].map(([minute, requests]) => ({ tokenId, minute: new Date(minute * MINUTE_MS), requests })),
    );
  }

  /** The single requests that are kept, in the order in which they were added. */
  calls(): HeldCall[] {
    return this.held.filter(({ call }) => this.tallies.has(call.tokenId));
  }

  /** How many requests of the same token, hour and kind this batch counts: all accepted ones, or those with the same code. */
  countOfKind(call: FinishedCall): number {
    const sums = this.tallies.get(call.tokenId)?.hours.get(Math.floor(call.at / HOUR_MS));
    return sums === undefined ? 0 : countOfKind(sums, call);
  }

  private begin(tokenId: string): Tally {
    if (this.tallies.size >= MAX_TOKENS) this.forgetOldest();
    const tally = new Tally();
    this.tallies.set(tokenId, tally);
    return tally;
  }

  private hold(call: FinishedCall, place: number): void {
    if (!isSampled(place, HELD_OF_KIND)) return;
    const isAccepted = call.status < 400;
    const hasRoom = this.held.length < MAX_CALLS && !(isAccepted && this.accepted >= MAX_ACCEPTED_CALLS);
    if (!hasRoom) {
      this.forgotten.calls += 1;
      return;
    }
    if (isAccepted) this.accepted += 1;
    this.held.push({ call, place, oneOf: sampleRate(place, HELD_OF_KIND) });
  }

  private forgetOldest(): void {
    const [oldest] = this.tallies.keys();
    if (oldest === undefined) return;
    this.tallies.delete(oldest);
    this.forgotten.tokens += 1;
  }
}

function hourOf({ hours }: Tally, at: number): Hour {
  const hour = Math.floor(at / HOUR_MS);
  const known = hours.get(hour);
  if (known !== undefined) return known;
  const begun = new Hour();
  hours.set(hour, begun);
  return begun;
}

/** A request without a caller was refused before it was counted, so it does not count against the limit. */
function noteMinute(minutes: Map<number, number>, { at, caller, counted }: FinishedCall): void {
  if (caller === null) return;
  const minute = Math.floor(at / MINUTE_MS);
  minutes.set(minute, (minutes.get(minute) ?? 0) + counted);
}

function countOfKind({ counts, codes }: Hour, call: FinishedCall): number {
  const code = codeOf(call);
  return code === null ? counts[classOf(call.status)] : (codes.get(code) ?? 0);
}

/** A request that waits for a change takes as long as it was asked to wait, so its duration says nothing about the service. */
function noteAccepted({ durations, entities }: Hour, { milliseconds, endpoint, entityKey }: FinishedCall): void {
  if (milliseconds !== null && !endpoint.waits) {
    const place = durationClassOf(milliseconds);
    durations[place] = (durations[place] ?? 0) + 1;
  }
  // Only for accepted requests: their key is a configured entity, so there are few of them.
  if (entityKey !== null) entities.set(entityKey, (entities.get(entityKey) ?? 0) + 1);
}

/** A refused request counts too: its sender would miss the verb. Invented entity keys must fill neither memory nor table. */
function noteVerbs(uses: Map<string, number>, { at, endpoint, entityKey, searched = [], caller }: FinishedCall): void {
  if (endpoint.verbs === undefined || caller === null) return;
  for (const key of entityKey === null ? searched : [entityKey]) {
    if (caller.access.entity(key) === null) continue;
    for (const verb of endpoint.verbs) uses.set(`${key} ${verb}`, at);
  }
}

/** Most requests are fast, so the counters of the slow classes are zero and need not be stored. */
function withoutLastZeros(counts: Uint32Array): number[] {
  let length = counts.length;
  while (length > 0 && counts[length - 1] === 0) length -= 1;
  return [...counts.subarray(0, length)];
}

/** `oneOf` is the number of requests that this one represents. */
type SampledCall = { call: FinishedCall; oneOf: number };

/** `place` is the position among the requests of its kind in the batch, from 1; `oneOf` is how many it represents there. */
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

/** Records a use when a token is admitted, and a request when its response is known, even if it was refused. */
export const calls = runtime.part("calls", () => ({ batch: new CallBatch() }));
