/**
 * Lists each changed record once, as it is now. A record that the caller can no longer see is reported as removed; one that
 * was never visible is not reported (docs/contract.md, Changes).
 */
import type { EntityAccess } from "../access/compile";
import { AccessChanged } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { pageBudget } from "../records/load/page-budget";
import { inShare } from "../records/load/shares";
import type { Release } from "../semaphore";
import { type FeedState, readFeedRecords, readFeedState } from "../store/records/changes";
import { type FeedPosition, type Place, readFeedEnd } from "../store/records/feed-positions";
import type { Deadline } from "../time/deadline";
import { currentEpoch, readFeedCursor, writeFeedCursor } from "./cursor";
import { canGoOn, type Feed, type Found, look, openFeed } from "./feed";
import { watchLag } from "./lag";
import { waiting } from "./waiting";

/**
 * `waitUntil` is a `performance.now()` time; null does not wait. A page ends at `limit` items or `maxBytes`, but has at least
 * one item. Unless `isChecked`, throws AccessChanged if the permissions have changed.
 */
type FeedQuery = {
  cursor: string | null;
  limit: number;
  maxBytes: number;
  fields: string[] | null;
  waitUntil: number | null;
  isChecked: boolean;
};

/** `text` is JSON: `{"type", …}`. */
type ChangeItem = { type: "changed" | "removed"; text: string };

/**
 * `end` is the position of `nextCursor`. Call `sent` with the length of what is still to be sent, and without it once nothing is.
 */
export type ChangesPage = {
  items: ChangeItem[];
  nextCursor: string;
  more: boolean;
  reset: boolean;
  end: FeedPosition;
  sent: Release;
};

/** `deadline` limits the work; the wait for changes does not count. */
type Patience = { signal: AbortSignal; deadline: Deadline };

/** If nothing has changed, the caller gets its own cursor back; after this time a newer one, which reads fewer partitions. */
const GIVEN_BACK_MS = 600_000;

/** Throws the errors of `listChanges` about the query itself. */
export function requireFeed(caller: Caller, access: EntityAccess, query: FeedQuery): void {
  const feed = openFeed(caller, access, query, "");
  if (query.cursor !== null) readFeedCursor(query.cursor, feed);
}

/** Throws INVALID_CURSOR, FIELD_NOT_QUERYABLE, and RATE_LIMITED if it had to wait too long for a connection. */
export async function listChanges(
  caller: Caller,
  access: EntityAccess,
  query: FeedQuery,
  { signal, deadline }: Patience,
): Promise<ChangesPage> {
  const feed = openFeed(caller, access, query, await currentEpoch());
  const cursor = query.cursor === null ? null : readFeedCursor(query.cursor, feed);
  watchLag();
  let state = await readFeedState(feed.entityId, cursor, query.isChecked ? null : caller.admission);
  if (!state.isAdmitted) throw new AccessChanged();
  if (cursor === null) return pageOf(feed, await endOf(feed, state), EMPTY);
  if (!canGoOn(feed, cursor, state)) return pageOf(feed, await endOf(feed, state), RESET);

  for (let place: Place = cursor; ; ) {
    if (state.hasMore) {
      const found = await deadline.within(look(feed, place, signal));
      if (found === null) return pageOf(feed, await endOf(feed, state), RESET);
      if (found.told.size > 0) return deadline.within(tell(feed, found, query.maxBytes, signal), ({ sent }) => sent());
      if (found.more) return pageOf(feed, found.end, { ...EMPTY, more: true });
      place = found.end;
    }
    if (!(await waiting().wait(feed, place.position, query.waitUntil, signal))) {
      if (place !== cursor) return pageOf(feed, place, EMPTY);
      const isRecent = state.now - cursor.at < GIVEN_BACK_MS;
      const end = { position: place.position, at: state.now };
      return pageOf(feed, end, { ...EMPTY, nextCursor: isRecent ? query.cursor : null });
    }
    // After the wait, the permissions are checked as they are now.
    state = await readFeedState(feed.entityId, place, caller.admission);
    if (!state.isAdmitted) throw new AccessChanged();
  }
}

async function endOf({ entityId }: Feed, { now }: FeedState): Promise<Place> {
  return { position: await readFeedEnd(entityId), at: now };
}

/** Removals come first, because another record of the page may by now have a unique value of a removed one. */
async function tell(
  feed: Feed,
  { told, end, more }: Found,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ChangesPage> {
  const { entityId, entityKey } = feed;
  const room = await pageBudget().reserve(feed, `${entityId},feed`, { limit: told.size, maxBytes, signal });
  try {
    const read = () => readFeedRecords(entityId, [...told.keys()], { ...feed, maxBytes });
    const records = new Map((await inShare("feed", feed, signal, read)).map(({ id, envelope }) => [id, envelope]));
    const removed: ChangeItem[] = [];
    const changed: ChangeItem[] = [];
    let next = { end, more };
    for (const [id, { start, at, keys }] of told) {
      const envelope = records.get(id);
      if (envelope === null) {
        // The page is full: the next one begins before this record.
        next = { end: start, more: true };
        break;
      }
      const time = new Date(at).toISOString();
      if (envelope === undefined) {
        const text = `{"type":"removed","id":"${id}","entityKey":"${entityKey}","keys":${keys},"at":"${time}"}`;
        removed.push({ type: "removed", text });
      } else changed.push({ type: "changed", text: `{"type":"changed","record":${envelope},"at":"${time}"}` });
    }
    const items = [...removed, ...changed];
    await room.fit(items.length, lengthOf(items));
    return pageOf(feed, next.end, { items, more: next.more, sent: room.release });
  } catch (error) {
    room.release();
    throw error;
  }
}

/** `nextCursor` is given if it is known without sealing `end`. */
type Contents = { items: ChangeItem[]; more: boolean; reset?: boolean; sent?: Release; nextCursor?: string | null };

const EMPTY: Contents = { items: [], more: false };
const RESET: Contents = { items: [], more: false, reset: true };

function pageOf(feed: Feed, end: Place, contents: Contents): ChangesPage {
  const { items, more, reset = false, sent = () => {} } = contents;
  const nextCursor =
    contents.nextCursor ?? writeFeedCursor({ ...end, epoch: feed.epoch, permissions: feed.permissions }, feed);
  return { items, nextCursor, more, reset, end: end.position, sent };
}

export function lengthOf(items: ChangeItem[]): number {
  return items.reduce((sum, { text }) => sum + text.length, 0);
}

export function pageText({ items, nextCursor, more, reset }: ChangesPage): string[] {
  const pieces = items.flatMap(({ text }, index) => (index === 0 ? [text] : [",", text]));
  return ['{"items":[', ...pieces, `],"nextCursor":"${nextCursor}","more":${more},"reset":${reset}}`];
}
