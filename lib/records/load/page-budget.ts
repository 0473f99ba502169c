/**
 * How much memory large pages use, from their query until they have left. A page has up to 16 MiB, several times over between
 * the database and the socket, so callers with large pages wait for one another. Small pages are not affected.
 */
import { LRUCache } from "lru-cache";
import { MAX_PAGE_BYTES, SHORT_PAGE_BYTES } from "../../limits";
import { runtime } from "../../process/runtime";
import { Tally } from "../../tally";
import { withDeadline } from "../../time/deadline";
import { LISTS, noTurn } from "./fair-shares";

/**
 * Three pages of full size at a time, two of them of one organisation: its clients may be slow, and others must not wait for
 * them.
 */
const BUDGET_BYTES = 3 * MAX_PAGE_BYTES;
const SHARE_BYTES = 2 * MAX_PAGE_BYTES;
/** Waiting costs next to nothing; it is bounded for the caller's sake. */
const WAIT_MS = 8_000;
/** The longest time that a page holds its room, should `release` never be called. */
const HOLD_MS = 60_000;
/** The assumed size before the first page of an entity. */
const UNKNOWN_RECORD_BYTES = 10 * 1024;

/** `isShort`: judged by earlier pages of the entity. Calling `release` twice is no error. */
export type Room = { isShort: boolean; release: () => void };

type Turn = { organizationId: string; bytes: number; start: () => void };

const ALL = "all";

class PageBudget {
  /** By entity and expansion: about the size of the largest records of recent pages. */
  private readonly recordBytes = new LRUCache<string, number>({ max: 10_000 });
  private readonly held = new Tally();
  private readonly waiting: Turn[] = [];

  /** Rejects with RATE_LIMITED where there was no room in time. `key`: of pages with records of about the same size. */
  async reserve(organizationId: string, key: string, limit: number): Promise<Room> {
    const bytes = Math.min(MAX_PAGE_BYTES, limit * (this.recordBytes.get(key) ?? UNKNOWN_RECORD_BYTES));
    if (bytes <= SHORT_PAGE_BYTES) return { isShort: true, release: () => {} };
    await this.findRoom(organizationId, bytes);
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      this.hold(organizationId, -bytes);
      this.startWaiting();
    };
    const timer = setTimeout(release, HOLD_MS).unref();
    return { isShort: false, release };
  }

  /**
   * `characters`: of all records. Each page halves the remembered size, so that one large page does not mark an entity for
   * ever.
   */
  noteRecordSize(key: string, count: number, characters: number): void {
    if (count === 0) return;
    this.recordBytes.set(key, Math.max(characters / count, (this.recordBytes.get(key) ?? 0) / 2));
  }

  private async findRoom(organizationId: string, bytes: number): Promise<void> {
    const turn: Turn = { organizationId, bytes, start: () => {} };
    // By turns: many middle-sized pages must not keep a large one out.
    if (this.fits(turn) && !this.waiting.some((other) => other.organizationId === organizationId)) {
      return this.hold(organizationId, bytes);
    }
    const started = new Promise<void>((resolve) => {
      turn.start = resolve;
    });
    this.waiting.push(turn);
    await withDeadline(started, WAIT_MS).catch(() => {
      const place = this.waiting.indexOf(turn);
      // Its turn came at the same moment.
      if (place === -1) return;
      this.waiting.splice(place, 1);
      this.startWaiting();
      throw noTurn(LISTS);
    });
  }

  /** In order within an organisation; organisations do not wait for each other. */
  private startWaiting(): void {
    const blocked = new Set<string>();
    for (const turn of [...this.waiting]) {
      if (blocked.has(turn.organizationId)) continue;
      if (!this.fits(turn)) {
        blocked.add(turn.organizationId);
        continue;
      }
      this.waiting.splice(this.waiting.indexOf(turn), 1);
      this.hold(turn.organizationId, turn.bytes);
      turn.start();
    }
  }

  private fits({ organizationId, bytes }: Turn): boolean {
    return this.held.of(ALL) + bytes <= BUDGET_BYTES && this.held.of(organizationId) + bytes <= SHARE_BYTES;
  }

  /** A negative number gives back. */
  private hold(organizationId: string, bytes: number): void {
    this.held.add(ALL, bytes);
    this.held.add(organizationId, bytes);
  }
}

export const pageBudget = runtime.part("page budget", () => new PageBudget());
