/** Limits the memory of large pages until the socket has taken them: each is up to 16 MiB, held several times over. */
import { LRUCache } from "lru-cache";
import { BUDGETS, openBudget } from "../../budgets";
import { MAX_PAGE_BYTES, MAX_WAIT_FOR_TURN_MS, SHORT_PAGE_BYTES } from "../../limits";
import { runtime } from "../../process/runtime";
import type { Release } from "../../semaphore";
import { LISTS, type Sharer, shareInUse } from "./shares";

/** The longest that a page holds its room, in case `release` is never called. */
const HOLD_MS = 60_000;
/** The assumed size before the first page of an entity. */
const UNKNOWN_RECORD_BYTES = 10 * 1024;
/** Short pages are measured in stored records; responses add envelopes. */
const SHORT_RESPONSE_LENGTH = 2 * SHORT_PAGE_BYTES;

/**
 * `isShort` is an estimate. `fit` takes the actual size: it gives room back, or waits for more and rejects with RATE_LIMITED.
 */
export type Room = { isShort: boolean; fit(records: number, characters: number): Promise<void>; release: Release };

/** `maxBytes`: the page ends there. */
type Expected = { limit: number; maxBytes?: number; signal?: AbortSignal };

class PageBudget {
  /** Keyed by entity and expansion: the approximate size of the largest records of recent pages. */
  private readonly recordBytes = new LRUCache<string, number>({ max: 10_000 });
  private readonly budget = openBudget(BUDGETS.pages);

  /** Rejects with RATE_LIMITED on timeout, or with the signal's reason. `key` identifies pages with records of similar size. */
  async reserve(sharer: Sharer, key: string, { limit, maxBytes = MAX_PAGE_BYTES, signal }: Expected): Promise<Room> {
    const expected = Math.min(maxBytes, limit * (this.recordBytes.get(key) ?? UNKNOWN_RECORD_BYTES));
    const isShort = expected <= SHORT_PAGE_BYTES;
    let held = isShort ? NOTHING : await this.hold(sharer, expected, signal);
    return {
      isShort,
      fit: async (records, characters) => {
        this.noteRecordSize(key, records, characters);
        const isSmall = characters <= (isShort ? SHORT_RESPONSE_LENGTH : SHORT_PAGE_BYTES);
        if (isSmall || (!isShort && characters <= expected)) return held(isSmall ? 0 : characters);
        // Two pages that each keep their room while they wait for more would wait for one another.
        held();
        held = await this.hold(sharer, Math.min(characters, MAX_PAGE_BYTES), signal);
      },
      release: (needed) => held(needed),
    };
  }

  private async hold({ organizationId, tokenId }: Sharer, weight: number, signal?: AbortSignal): Promise<Release> {
    const demand = { weight, waitMs: MAX_WAIT_FOR_TURN_MS, signal, refusal: () => shareInUse(LISTS) };
    const release = await this.budget.acquire([organizationId, tokenId], demand);
    const timer = setTimeout(release, HOLD_MS).unref();
    return (needed = 0) => {
      if (needed === 0) clearTimeout(timer);
      release(needed);
    };
  }

  /** `characters` sums all records. Each page halves the remembered size, so that a large page does not count forever. */
  private noteRecordSize(key: string, records: number, characters: number): void {
    if (records === 0) return;
    this.recordBytes.set(key, Math.max(characters / records, (this.recordBytes.get(key) ?? 0) / 2));
  }
}

const NOTHING: Release = () => {};

export const pageBudget = runtime.part("page budget", () => new PageBudget());
