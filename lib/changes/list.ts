/**
 * Use case: what changed among the records of an entity that the caller can see (docs/contract.md, Changes). A page has each
 * record once, as it is now. A record that left the caller's sight is reported as removed; one that was never visible is not
 * reported.
 */
import type { EntityAccess } from "../access/compile";
import { AccessChanged } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { env } from "../process/env";
import type { Projection } from "../query/page/projection";
import { type PlannedFilter, planScope } from "../query/plan";
import { pageBudget } from "../records/load/page-budget";
import { fairShares } from "../records/load/slow-list";
import { projectionOf } from "../records/read";
import { type FeedState, listFeed, type Place, readFeedRecords, readFeedState } from "../store/records/changes";
import type { Deadline } from "../time/deadline";
import type { Departure } from "../time/departure";
import { DAY_MS } from "../time/durations";
import { currentEpoch, type FeedCursor, fingerprintPermissions, readFeedCursor, writeFeedCursor } from "./cursor";
import { watchLag } from "./lag";
import { waiting } from "./waiting";

/** `waitUntil`: a moment of `performance.now()`; null does not wait. */
type FeedQuery = { cursor: string | null; limit: number; fields: string[] | null; waitUntil: number | null };

/** `text` is JSON, in pieces. `sent` is to be called once it has left, or never will. */
type ChangesPage = { text: string[]; sent: () => void };

/** `deadline`: of the work; the wait does not count. */
type Patience = { departure: Departure; deadline: Deadline };

/**
 * Where nothing has changed the caller gets its own cursor back, so that nothing is sealed and the next poll unseals nothing.
 * After this time it gets a newer one, which reads fewer partitions and lasts longer.
 */
const GIVEN_BACK_MS = 600_000;

/** Throws INVALID_CURSOR, FIELD_NOT_QUERYABLE, and RATE_LIMITED where its turn did not come. */
export async function listChanges(
  caller: Caller,
  access: EntityAccess,
  query: FeedQuery,
  { departure, deadline }: Patience,
): Promise<ChangesPage> {
  const feed = openFeed(caller, access, query, await currentEpoch());
  const cursor = query.cursor === null ? null : readFeedCursor(query.cursor, feed);
  watchLag();
  let state = await readFeedState(feed.entityId, cursor, null);
  if (cursor === null) return pageOf(feed, endOf(state), EMPTY);
  if (!canGoOn(feed, cursor, state)) return pageOf(feed, endOf(state), RESET);

  for (let place: Place = cursor; ; ) {
    if (state.hasMore) {
      const found = await deadline.within(look(feed, place, departure));
      if (found === null) return pageOf(feed, endOf(state), RESET);
      if (found.ids.size > 0) return deadline.within(tell(feed, found, departure));
      if (found.more) return pageOf(feed, found.end, { ...EMPTY, more: true });
      place = found.end;
    }
    if (!(await waiting().wait(feed.entityId, place.position, query.waitUntil, departure))) {
      if (place !== cursor) return pageOf(feed, place, EMPTY);
      const isRecent = state.now - cursor.at < GIVEN_BACK_MS;
      return pageOf(feed, endOf(state), { ...EMPTY, nextCursor: isRecent ? query.cursor : null });
    }
    // After the wait, under the permissions of now.
    state = await readFeedState(feed.entityId, place, caller.admission);
    if (!state.isAdmitted) throw new AccessChanged();
  }
}

type Feed = {
  organizationId: string;
  entityKey: string;
  entityId: string;
  tokenId: string;
  permissions: string;
  epoch: string;
  visible: PlannedFilter;
  scopeFields: readonly string[];
  projection: Projection;
  limit: number;
};

function openFeed(
  { configuration, token }: Caller,
  access: EntityAccess,
  { fields, limit }: FeedQuery,
  epoch: string,
): Feed {
  const { entity } = access;
  return {
    organizationId: configuration.organizationId,
    entityKey: entity.key,
    entityId: entity.id,
    tokenId: token.id,
    permissions: fingerprintPermissions(access),
    epoch,
    visible: planScope(access.scopeOf("list"), entity),
    scopeFields: entity.scopeFields,
    projection: projectionOf(access, fields),
    limit,
  };
}

function canGoOn({ permissions, epoch }: Feed, cursor: FeedCursor, { now }: FeedState): boolean {
  const isKept = cursor.at >= now - env().CHANGES_RETENTION_DAYS * DAY_MS;
  return isKept && cursor.permissions === permissions && cursor.epoch === epoch;
}

/** Where all that can be shown now has been shown. */
function endOf({ horizon, now }: FeedState): Place {
  return { position: { transaction: horizon, sequence: "0" }, at: now };
}

/** `ids`: the records that changed, each with the place before its first change. `end`: the place after all of them. */
type Found = { ids: Map<string, Place>; end: Place; more: boolean };

/**
 * How many changes one statement reads, and how many statements one page takes at most, however few of them the caller can
 * see. Whoever sees all changes has a full page after the first, so the first is small.
 */
const CHANGES_AT_ONCE = 1_000;
const LOOKS = 20;

/** null where the caller has to begin anew. */
async function look(feed: Feed, from: Place, departure: Departure): Promise<Found | null> {
  const ids = new Map<string, Place>();
  let end = from;
  let atOnce = Math.min(feed.limit + 1, CHANGES_AT_ONCE);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const limit = atOnce;
    const list = () => listFeed(feed.entityId, end, { ...feed, limit });
    const changes = await fairShares().run(feed, departure, list);
    for (const { recordId, place, isVisible, wasVisible, isKnown } of changes) {
      if (recordId === null || !isKnown) return null;
      if ((isVisible || wasVisible) && !ids.has(recordId)) {
        if (ids.size === feed.limit) return { ids, end, more: true };
        ids.set(recordId, end);
      }
      end = place;
    }
    if (changes.length < limit) return { ids, end, more: false };
    atOnce = Math.min(limit * 4, CHANGES_AT_ONCE);
  }
  return { ids, end, more: true };
}

/** The records as they are now. One that cannot be seen any more was visible before one of the changes, and is removed. */
async function tell(feed: Feed, { ids, end, more }: Found, departure: Departure): Promise<ChangesPage> {
  const { organizationId, entityId, entityKey } = feed;
  const room = await pageBudget().reserve(organizationId, entityId, ids.size);
  try {
    const read = () => readFeedRecords(entityId, [...ids.keys()], feed);
    const records = new Map((await fairShares().run(feed, departure, read)).map(({ id, envelope }) => [id, envelope]));
    const items: string[] = [];
    for (const [id, before] of ids) {
      const envelope = records.get(id);
      // The page is full: the next one begins before this record.
      if (envelope === null) return pageOf(feed, before, { items, more: true, sent: room.release });
      items.push(
        envelope === undefined
          ? `{"type":"removed","id":"${id}","entityKey":"${entityKey}"}`
          : `{"type":"changed","record":${envelope}}`,
      );
    }
    return pageOf(feed, end, { items, more, sent: room.release });
  } catch (error) {
    room.release();
    throw error;
  }
}

/** `nextCursor`: where it is known without sealing `end`. */
type Contents = { items: string[]; more: boolean; reset?: boolean; sent?: () => void; nextCursor?: string | null };

const EMPTY: Contents = { items: [], more: false };
const RESET: Contents = { items: [], more: false, reset: true };

function pageOf(feed: Feed, end: Place, contents: Contents): ChangesPage {
  const { items, more, reset = false, sent = () => {} } = contents;
  const nextCursor =
    contents.nextCursor ?? writeFeedCursor({ ...end, epoch: feed.epoch, permissions: feed.permissions }, feed);
  const pieces = items.flatMap((item, index) => (index === 0 ? [item] : [",", item]));
  const rest = `],"nextCursor":"${nextCursor}","more":${more},"reset":${reset}}`;
  return { text: ['{"items":[', ...pieces, rest], sent };
}
