/**
 * How much memory large pages may take, from their query until they have left. A page has up to 16 MiB, some times over
 * between the database and the socket: who asks for large ones waits for others who do. Small ones do not notice.
 */
import { LRUCache } from "lru-cache";
import { MAX_PAGE_BYTES, SHORT_PAGE_BYTES } from "../../limits";
import { runtime } from "../../process/runtime";
import { Tally } from "../../tally";
import { withDeadline } from "../../time/deadline";
import { LISTS, noTurn } from "./fair-shares";

/** Three pages of full size at a time, two of one organisation: its readers may be slow, and others do not wait for them. */
const BUDGET_BYTES = 3 * MAX_PAGE_BYTES;
const SHARE_BYTES = 2 * MAX_PAGE_BYTES;
/** A wait takes no connection and next to no memory; it is bounded for the caller's sake. */
const WAIT_MS = 8_000;
/** The longest that a page holds its room, should nobody ever say that it has left. */
const HOLD_MS = 60_000;
/** What a record is taken for before the first page of its entity was seen. */
const UNKNOWN_RECORD_BYTES = 10 * 1024;

/** `isShort`: going by the last pages of the entity. `release` gives the room back; calling it twice is no error. */
export type Room = { isShort: boolean; release: () => void };

type Turn = { organizationId: string; bytes: number; start: () => void };

const ALL = "all";

class PageBudget {
  /** By entity and what is expanded: about the size of the largest records that pages had lately. */
  private readonly recordBytes = new LRUCache<string, number>({ max: 10_000 });
  /** By organisation, and of all. */
  private readonly held = new Tally();
  private readonly waiting: Turn[] = [];

  /** Rejects with RATE_LIMITED where no room was found in time. `key`: of pages whose records are about of one size. */
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
   * `characters`: the length of a page's records as text. Half forgotten with each page, so that a large one does not mark an
   * entity for ever.
   */
  noteRecordSize(key: string, count: number, characters: number): void {
    if (count === 0) return;
    this.recordBytes.set(key, Math.max(characters / count, (this.recordBytes.get(key) ?? 0) / 2));
  }

  private async findRoom(organizationId: string, bytes: number): Promise<void> {
    const turn: Turn = { organizationId, bytes, start: () => {} };
    // In turn: many middling pages of an organisation must not keep a large one out.
    if (this.fits(turn) && !this.waiting.some((other) => other.organizationId === organizationId)) {
      return this.hold(organizationId, bytes);
    }
    const started = new Promise<void>((resolve) => {
      turn.start = resolve;
    });
    this.waiting.push(turn);
    await withDeadline(started, WAIT_MS).catch(() => {
      const place = this.waiting.indexOf(turn);
      // Its turn came in the same moment.
      if (place === -1) return;
      this.waiting.splice(place, 1);
      this.startWaiting();
      throw noTurn(LISTS);
    });
  }

  /** Within an organisation one after the other; organisations do not wait for each other's readers. */
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

  /** Or, with fewer than no bytes, gives back. */
  private hold(organizationId: string, bytes: number): void {
    this.held.add(ALL, bytes);
    this.held.add(organizationId, bytes);
  }
}

export const pageBudget = runtime.part("page budget", () => new PageBudget());
