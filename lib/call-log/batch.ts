/**
 * The requests of about one second, in memory: counted by token, hour and class, and the last ones of each token as they
 * were. Every request adds to it, so adding takes a microsecond at most, and the size is bounded.
 */
import type { Caller } from "../authentication/authenticate";
import { KEPT_ACCEPTED, KEPT_REFUSED } from "../limits";
import type { Verb } from "../model";
import type { UsageSum } from "../store/tokens/member-usage";
import type { TokenUse } from "../store/tokens/usage";
import type { VerbUse } from "../store/tokens/verb-uses";
import { HOUR_MS } from "../time/durations";
import { DURATION_CLASSES, durationClassOf } from "./latency";

/** Past these limits a batch forgets the oldest token, and single requests, which are counted nevertheless. */
export const MAX_TOKENS = 10_000;
export const MAX_CALLS = 2_000;
/** Of one token. Further addresses of the same second are noted in a later batch. */
const MAX_ADDRESSES = 5;

type Tally = {
  lastUse: { at: number; address: string } | null;
  addresses: Set<string>;
  hours: Map<number, Hour>;
  /** When a verb was last used on an entity, by "entity verb". */
  verbs: Map<string, number>;
  accepted: Ring<Kept>;
  refused: Ring<Kept>;
};

/** `durations` and `entities`: of accepted requests. */
type Hour = { counts: Record<CallClass, number>; durations: Uint32Array; entities: Map<string, number> };

/** `place`: the order within the batch, since many requests arrive in one millisecond. */
type Kept = { place: number; call: FinishedCall };

export class CallBatch {
  private readonly tallies = new Map<string, Tally>();
  private held = 0;
  private added = 0;
  /** How many tokens were forgotten, and how many requests are counted but not listed. */
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
    const kind = classOf(call.status);
    const hour = Math.floor(call.at / HOUR_MS);
    let sums = tally.hours.get(hour);
    if (sums === undefined) {
      sums = {
        counts: { ok: 0, refused: 0, limited: 0, failed: 0 },
        durations: new Uint32Array(DURATION_CLASSES),
        entities: new Map(),
      };
      tally.hours.set(hour, sums);
    }
    sums.counts[kind] += 1;
    if (kind === "ok") noteAccepted(sums, call);
    noteVerbs(tally.verbs, call);
    this.added += 1;
    this.keep(kind === "ok" ? tally.accepted : tally.refused, { place: this.added, call });
  }

  uses(): TokenUse[] {
    return [...this.tallies].flatMap(([tokenId, { lastUse }]) =>
      lastUse === null ? [] : [{ tokenId, at: new Date(lastUse.at), address: lastUse.address }],
    );
  }

  /** A few addresses of each token. */
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

  /** By the hour, with the durations and entities that overviews show. */
  usage(): UsageSum[] {
    return [...this.tallies].flatMap(([tokenId, { hours }]) =>
      [...hours].map(([hour, { counts, durations, entities }]) => ({
        tokenId,
        hour: new Date(hour * HOUR_MS),
        ...counts,
        durations: withoutLastZeros(durations),
        entities: Object.fromEntries(entities),
      })),
    );
  }

  calls(): FinishedCall[] {
    return [...this.tallies.values()]
      .flatMap(({ accepted, refused }) => [...accepted.toArray(), ...refused.toArray()])
      .sort((one, other) => one.place - other.place)
      .map(({ call }) => call);
  }

  private begin(tokenId: string): Tally {
    if (this.tallies.size >= MAX_TOKENS) this.forgetOldest();
    const tally = {
      lastUse: null,
      addresses: new Set<string>(),
      hours: new Map(),
      verbs: new Map(),
      accepted: new Ring<Kept>(KEPT_ACCEPTED),
      refused: new Ring<Kept>(KEPT_REFUSED),
    };
    this.tallies.set(tokenId, tally);
    return tally;
  }

  private keep(ring: Ring<Kept>, kept: Kept): void {
    if (ring.isFull) ring.push(kept);
    else if (this.held < MAX_CALLS) {
      this.held += 1;
      ring.push(kept);
    } else this.forgotten.calls += 1;
  }

  private forgetOldest(): void {
    const [oldest] = this.tallies;
    if (oldest === undefined) return;
    const [tokenId, { accepted, refused }] = oldest;
    this.tallies.delete(tokenId);
    this.held -= accepted.toArray().length + refused.toArray().length;
    this.forgotten.tokens += 1;
  }
}

/** A request that waits for a change takes as long as it asked for: its duration says nothing about the service. */
function noteAccepted({ durations, entities }: Hour, { milliseconds, endpoint, entityKey }: FinishedCall): void {
  if (milliseconds !== null && !endpoint.waits) {
    const place = durationClassOf(milliseconds);
    durations[place] = (durations[place] ?? 0) + 1;
  }
  // Of accepted requests only: then the key is a configured entity, so there are few of them.
  if (entityKey !== null) entities.set(entityKey, (entities.get(entityKey) ?? 0) + 1);
}

/**
 * A refused request used its verb, too: whoever sends it would miss the permission. Only for entities that the token can see:
 * made-up keys must fill neither the memory nor the table.
 */
function noteVerbs(uses: Map<string, number>, { at, endpoint, entityKey, caller }: FinishedCall): void {
  if (endpoint.verbs === undefined || entityKey === null || caller === null) return;
  if (caller.access.entity(entityKey) === null) return;
  for (const verb of endpoint.verbs) uses.set(`${entityKey} ${verb}`, at);
}

/** Most requests are fast, so the slow classes are empty and need not be stored. */
function withoutLastZeros(counts: Uint32Array): number[] {
  let length = counts.length;
  while (length > 0 && counts[length - 1] === 0) length -= 1;
  return [...counts.subarray(0, length)];
}

class Ring<Item> {
  private readonly items: Item[] = [];
  private next = 0;

  constructor(private readonly size: number) {}

  get isFull(): boolean {
    return this.items.length === this.size;
  }

  push(item: Item): void {
    this.items[this.next] = item;
    this.next = (this.next + 1) % this.size;
  }

  toArray(): Item[] {
    return this.isFull ? [...this.items.slice(this.next), ...this.items.slice(0, this.next)] : [...this.items];
  }
}

export type FinishedCall = {
  /** Of a token whose secret matched. */
  tokenId: string;
  /** When it arrived, in milliseconds of the clock. */
  at: number;
  method: string;
  /** `waits`: its requests can wait for a change. `verbs`: the caller must have one of them. */
  endpoint: { name: string; path: string; waits?: boolean; verbs?: readonly Verb[] | undefined };
  /** As in the path, decoded; it can be any text. */
  entityKey: string | null;
  status: number;
  /** From its arrival until its response was complete; null where it was not measured. */
  milliseconds: number | null;
  requestId: string;
  address: string;
  /** null where the token was known but not admitted. */
  caller: Caller | null;
  /** null where it was accepted. */
  error: unknown;
};

export const CALL_CLASSES = ["ok", "refused", "limited", "failed"] as const;
export type CallClass = (typeof CALL_CLASSES)[number];

function classOf(status: number): CallClass {
  if (status < 400) return "ok";
  if (status === 429) return "limited";
  return status < 500 ? "refused" : "failed";
}
