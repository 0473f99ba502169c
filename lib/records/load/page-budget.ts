/**
 * Limits the memory of large pages, from their query until they have been sent. A page has up to 16 MiB, several times over
 * between the database and the socket, so callers with large pages wait for one another. Small pages are not affected.
 */
import { LRUCache } from "lru-cache";
import { MAX_PAGE_BYTES, SHORT_PAGE_BYTES } from "../../limits";
import { runtime } from "../../process/runtime";
import { Semaphore } from "../../semaphore";
import { LISTS, shareInUse } from "./shares";

/**
 * Three pages of full size at a time, at most two of them for one organisation: its clients may be slow, and others must not wait
 * for them.
 */
const BUDGET_BYTES = 3 * MAX_PAGE_BYTES;
const SHARE_BYTES = 2 * MAX_PAGE_BYTES;
/** Waiting costs almost nothing; it is limited for the caller's sake. */
const WAIT_MS = 8_000;
/** The longest time that a page holds its room, in case `release` is never called. */
const HOLD_MS = 60_000;
/** The assumed size before the first page of an entity. */
const UNKNOWN_RECORD_BYTES = 10 * 1024;

/** `isShort` is estimated from earlier pages of the entity. `release` may be called twice. */
export type Room = { isShort: boolean; release: () => void };

class PageBudget {
  /** By entity and expansion: the approximate size of the largest records of recent pages. */
  private readonly recordBytes = new LRUCache<string, number>({ max: 10_000 });
  private readonly bytes = new Semaphore([BUDGET_BYTES, SHARE_BYTES]);

  /**
   * Rejects with RATE_LIMITED if there was no room in time, and with the reason of the signal. `key` identifies pages with
   * records of about the same size.
   */
  async reserve(organizationId: string, key: string, limit: number, signal?: AbortSignal): Promise<Room> {
    const bytes = Math.min(MAX_PAGE_BYTES, limit * (this.recordBytes.get(key) ?? UNKNOWN_RECORD_BYTES));
    if (bytes <= SHORT_PAGE_BYTES) return { isShort: true, release: () => {} };
    const demand = { weight: bytes, waitMs: WAIT_MS, signal, refusal: () => shareInUse(LISTS) };
    const free = await this.bytes.acquire([organizationId], demand);
    const timer = setTimeout(free, HOLD_MS).unref();
    const release = () => {
      clearTimeout(timer);
      free();
    };
    return { isShort: false, release };
  }

  /**
   * `characters` is the sum over all records. Each page halves the remembered size, so that one large page does not mark an
   * entity for ever.
   */
  noteRecordSize(key: string, count: number, characters: number): void {
    if (count === 0) return;
    this.recordBytes.set(key, Math.max(characters / count, (this.recordBytes.get(key) ?? 0) / 2));
  }
}

export const pageBudget = runtime.part("page budget", () => new PageBudget());
