/**
 * How much memory large pages may take, from their query until they have left. A page has up to 16 MiB, some times over
 * between the database and the socket: who asks for large ones waits for others who do. Small ones do not notice.
 */
import { LRUCache } from "lru-cache";
import { withDeadline } from "../deadline";
import { MAX_PAGE_BYTES, SHORT_PAGE_BYTES } from "../limits";
import { noTurn } from "./fair-shares";

/** Three pages of full size at a time, two of one organisation: its readers may be slow, and others do not wait for them. */
const BUDGET_BYTES = 3 * MAX_PAGE_BYTES;
const SHARE_BYTES = 2 * MAX_PAGE_BYTES;
/** A wait takes no connection and next to no memory; it is bounded for the caller's sake. */
const WAIT_MS = 8_000;
/** The longest that a page holds its room, should nobody ever say that it has left. */
const HOLD_MS = 60_000;
/** What a record is taken for before the first page of its entity was seen. */
const UNKNOWN_RECORD_BYTES = 10 * 1024;

/** By entity id: about the size of the largest records that pages had lately. */
const recordBytes = new LRUCache<string, number>({ max: 10_000 });

let freeBytes = BUDGET_BYTES;
/** By organisation; none where it is 0. */
const heldBytes = new Map<string, number>();
const waiting: Turn[] = [];

type Turn = { organizationId: string; bytes: number; start: () => void };

/** `isShort`: going by the last pages of the entity. `release` gives the room back; calling it twice is no error. */
export type Room = { isShort: boolean; release: () => void };

/** Rejects with RATE_LIMITED when no room was found in time. */
export async function reservePage(organizationId: string, entityId: string, limit: number): Promise<Room> {
  const bytes = Math.min(MAX_PAGE_BYTES, limit * (recordBytes.get(entityId) ?? UNKNOWN_RECORD_BYTES));
  if (bytes <= SHORT_PAGE_BYTES) return { isShort: true, release: () => {} };
  await findRoom(organizationId, bytes);
  let held = true;
  const release = () => {
    if (!held) return;
    held = false;
    clearTimeout(timer);
    hold(organizationId, -bytes);
    startWaiting();
  };
  const timer = setTimeout(release, HOLD_MS).unref();
  return { isShort: false, release };
}

/**
 * `characters`: the length of a page's records as text. Half forgotten with each page, so that a large one does not mark an
 * entity for ever.
 */
export function noteRecordSize(entityId: string, count: number, characters: number): void {
  if (count === 0) return;
  recordBytes.set(entityId, Math.max(characters / count, (recordBytes.get(entityId) ?? 0) / 2));
}

async function findRoom(organizationId: string, bytes: number): Promise<void> {
  const turn: Turn = { organizationId, bytes, start: () => {} };
  // In turn: many middling pages of an organisation must not keep a large one out.
  if (fits(turn) && !waiting.some((other) => other.organizationId === organizationId)) {
    hold(organizationId, bytes);
    return;
  }
  const started = new Promise<void>((resolve) => {
    turn.start = resolve;
  });
  waiting.push(turn);
  await withDeadline(started, WAIT_MS).catch(() => {
    const place = waiting.indexOf(turn);
    // Its turn came in the same moment.
    if (place === -1) return;
    waiting.splice(place, 1);
    startWaiting();
    throw noTurn();
  });
}

/** Within an organisation one after the other; organisations do not wait for each other's readers. */
function startWaiting(): void {
  const blocked = new Set<string>();
  for (const turn of [...waiting]) {
    if (blocked.has(turn.organizationId)) continue;
    if (!fits(turn)) {
      blocked.add(turn.organizationId);
      continue;
    }
    waiting.splice(waiting.indexOf(turn), 1);
    hold(turn.organizationId, turn.bytes);
    turn.start();
  }
}

function fits({ organizationId, bytes }: Turn): boolean {
  return bytes <= freeBytes && (heldBytes.get(organizationId) ?? 0) + bytes <= SHARE_BYTES;
}

/** Or, with fewer than no bytes, gives back. */
function hold(organizationId: string, bytes: number): void {
  freeBytes -= bytes;
  const held = (heldBytes.get(organizationId) ?? 0) + bytes;
  if (held === 0) heldBytes.delete(organizationId);
  else heldBytes.set(organizationId, held);
}
