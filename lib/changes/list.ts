/**
 * Use case: what changed among the records of an entity that the caller can see (docs/contract.md, Changes). A page has each
 * record once, as it is now. A record that the caller can no longer see is reported as removed; one that was never visible is
 * not reported.
 */
import type { EntityAccess } from "../access/compile";
import { AccessChanged } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { env } from "../process/env";
import type { Projection } from "../query/page/projection";
import type { PlannedFilter } from "../query/plan";
import { pageBudget } from "../records/load/page-budget";
import { inShare } from "../records/load/shares";
import { projectionOf } from "../records/read";
import {
  type FeedPosition,
  type FeedState,
  type KeyField,
  listFeed,
  type Place,
  readFeedEnd,
  readFeedRecords,
  readFeedState,
} from "../store/records/changes";
import type { Deadline } from "../time/deadline";
import { DAY_MS } from "../time/durations";
import { currentEpoch, type FeedCursor, fingerprintPermissions, readFeedCursor, writeFeedCursor } from "./cursor";
import { watchLag } from "./lag";
import { waiting } from "./waiting";

/**
 * `waitUntil` is a `performance.now()` time; null does not wait. A page ends at `limit` items or `maxBytes` of records, and has at
 * least one item. `isChecked`: the permissions are those of this moment; otherwise AccessChanged is thrown where they have changed.
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

/** `end` is the position of `nextCursor`. Call `sent` once the page has been sent, or if it never will be. */
export type ChangesPage = {
  items: ChangeItem[];
  nextCursor: string;
  more: boolean;
  reset: boolean;
  end: FeedPosition;
  sent: () => void;
};

/** `deadline` limits the work; the wait for changes does not count. */
type Patience = { signal: AbortSignal; deadline: Deadline };

/**
 * If nothing has changed, the caller gets its own cursor back, so that nothing is sealed and the next poll unseals nothing.
 * After this time it gets a newer one, which reads fewer partitions and lasts longer.
 */
const GIVEN_BACK_MS = 600_000;

/** Throws what `listChanges` would throw about the query itself. */
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
      if (found.told.size > 0) return deadline.within(tell(feed, found, query.maxBytes, signal));
      if (found.more) return pageOf(feed, found.end, { ...EMPTY, more: true });
      place = found.end;
    }
    if (!(await waiting().wait(feed.entityId, place.position, query.waitUntil, signal))) {
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

export type Feed = {
  organizationId: string;
  entityKey: string;
  entityId: string;
  tokenId: string;
  permissions: string;
  epoch: string;
  visible: PlannedFilter;
  keyFields: KeyField[];
  scopeFields: readonly string[];
  projection: Projection;
  limit: number;
};

export function openFeed(
  { configuration, token }: Caller,
  access: EntityAccess,
  { fields, limit }: Pick<FeedQuery, "fields" | "limit">,
  epoch: string,
): Feed {
  const { entity, readable, reach, planOf } = access;
  return {
    organizationId: configuration.organizationId,
    entityKey: entity.key,
    entityId: entity.id,
    tokenId: token.id,
    permissions: fingerprintPermissions(access),
    epoch,
    visible: reach("list"),
    keyFields: entity.uniqueFields.flatMap((key) => {
      const scope = readable.get(key);
      return scope === undefined ? [] : [{ key, readable: planOf(scope) }];
    }),
    scopeFields: entity.scopeFields,
    projection: projectionOf(access, fields),
    limit,
  };
}

export function canGoOn({ permissions, epoch }: Feed, cursor: FeedCursor, { now }: Pick<FeedState, "now">): boolean {
  const isKept = cursor.at >= now - env().CHANGES_RETENTION_DAYS * DAY_MS;
  return isKept && cursor.permissions === permissions && cursor.epoch === epoch;
}

/** The position after everything that can be shown now. */
async function endOf({ entityId }: Feed, { now }: FeedState): Promise<Place> {
  return { position: await readFeedEnd(entityId), at: now };
}

/**
 * What a page reports about one record. `start` is the position before its first change, `at` the time of its last change.
 * `keys` are the unique values before the first change that the caller could see: a reader who has followed the feed so far
 * knows the record by those.
 */
export type Told = { start: Place; at: number; keys: string };

/** `end` is the position after all of the changes. */
type Found = { told: Map<string, Told>; end: Place; more: boolean };

const NO_KEYS = "{}";

/**
 * How many changes one statement reads, and how many statements one page takes at most, however few of the changes the caller
 * can see. A caller who sees all of them has a full page after the first statement, so the first one is small.
 */
const CHANGES_AT_ONCE = 1_000;
const LOOKS = 20;

/**
 * Reads the changes of one page. With `until`, all changes up to there, however many records they tell of. Returns null if the
 * feed has to reset.
 */
export async function look(
  feed: Feed,
  from: Place,
  signal: AbortSignal,
  until: FeedPosition | null = null,
): Promise<Found | null> {
  const told = new Map<string, Told>();
  let end = from;
  const most = until === null ? feed.limit : Number.POSITIVE_INFINITY;
  let atOnce = Math.min(feed.limit + 1, CHANGES_AT_ONCE);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const limit = atOnce;
    const list = () => listFeed(feed.entityId, end, { ...feed, limit, until });
    const changes = await inShare("feed", feed, signal, list);
    for (const change of changes) {
      const { recordId, place, isVisible, wasVisible, isKnown } = change;
      if (recordId === null || !isKnown) return null;
      if (isVisible || wasVisible) {
        const known = told.get(recordId);
        if (known === undefined ? told.size === most : until === null && isRenamed(known, change))
          return { told, end, more: true };
        const keys = wasVisible ? change.keys : NO_KEYS;
        told.set(recordId, {
          start: known?.start ?? end,
          at: place.at,
          keys: known === undefined || known.keys === NO_KEYS ? keys : known.keys,
        });
      }
      end = place;
    }
    if (changes.length < limit) return { told, end, more: false };
    atOnce = Math.min(limit * 4, CHANGES_AT_ONCE);
  }
  return { told, end, more: true };
}

/**
 * Whether a removed record had other unique values between two changes. The page then ends, and the next one reports the removal
 * with those values too: a reader knows the earlier ones, or has read the later ones ahead of the feed.
 */
function isRenamed({ keys }: Told, change: { isVisible: boolean; wasVisible: boolean; keys: string }): boolean {
  return !change.isVisible && change.wasVisible && ![keys, NO_KEYS].includes(change.keys) && keys !== NO_KEYS;
}

/**
 * Reports the records as they are now. A record that can no longer be seen was visible before one of the changes, so it is
 * reported as removed. Removals come first, because another record of the page may by now have a unique value of a removed one.
 */
async function tell(
  feed: Feed,
  { told, end, more }: Found,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ChangesPage> {
  const { organizationId, entityId, entityKey } = feed;
  const room = await pageBudget().reserve(organizationId, entityId, told.size, signal);
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
    return pageOf(feed, next.end, { items: [...removed, ...changed], more: next.more, sent: room.release });
  } catch (error) {
    room.release();
    throw error;
  }
}

/** `nextCursor` is given if it is known without sealing `end`. */
type Contents = { items: ChangeItem[]; more: boolean; reset?: boolean; sent?: () => void; nextCursor?: string | null };

const EMPTY: Contents = { items: [], more: false };
const RESET: Contents = { items: [], more: false, reset: true };

function pageOf(feed: Feed, end: Place, contents: Contents): ChangesPage {
  const { items, more, reset = false, sent = () => {} } = contents;
  const nextCursor =
    contents.nextCursor ?? writeFeedCursor({ ...end, epoch: feed.epoch, permissions: feed.permissions }, feed);
  return { items, nextCursor, more, reset, end: end.position, sent };
}

/** The page as JSON, in pieces. */
export function pageText({ items, nextCursor, more, reset }: ChangesPage): string[] {
  const pieces = items.flatMap(({ text }, index) => (index === 0 ? [text] : [",", text]));
  return ['{"items":[', ...pieces, `],"nextCursor":"${nextCursor}","more":${more},"reset":${reset}}`];
}
