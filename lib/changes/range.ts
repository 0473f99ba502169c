/** The feed in ranges, for delivery. Read again, a range covers the same changes, with current records and permissions. */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import { inShare } from "../records/load/shares";
import { viewOf } from "../records/view";
import { type Behind, countBehind, type FeedRecord, readFeedRecords, readFeedState } from "../store/records/changes";
import { type Place, readFeedEnd, readFeedStart } from "../store/records/feed-positions";
import { currentEpoch, type FeedCursor, fingerprintPermissions } from "./cursor";
import { canGoOn, look, openFeed, type Told } from "./feed";

/** `until` is where the range ended when it was first read; null before that. `contents`: the parts of the records to read. */
export type RangeQuery = {
  from: FeedCursor;
  until: Place | null;
  fields: string[] | null;
  expand: string[];
  limit: number;
  contents: { maxBytes: number } | "versions" | "nothing";
};

/** `record` is null if it was removed, or has left the caller's sight. `keys` is a JSON object in text. */
export type RangeItem = {
  id: string;
  at: string;
  keys: string;
  record: { versionId: string; envelope: string | null } | null;
};

/** `end` is the position after the range; with `more`, further changes follow it. With `reset`, the feed cannot be followed from `from`. */
export type Range = { items: RangeItem[]; told: number; end: FeedCursor; more: boolean; reset: boolean };

/** Throws FIELD_NOT_QUERYABLE, and RATE_LIMITED if it had to wait too long for a connection. */
export async function readRange(
  caller: Caller,
  access: EntityAccess,
  query: RangeQuery,
  signal: AbortSignal,
): Promise<Range> {
  const { from, until } = query;
  const epoch = await currentEpoch();
  const feed = { ...openFeed(caller, access, query, epoch), projection: viewOf(access, caller.access, query) };
  const { now } = await readFeedState(feed.entityId, null, null);
  const at = (place: Place): FeedCursor => ({ ...place, epoch, permissions: feed.permissions });
  const reset = async () => {
    // A range that can still be followed keeps its end, because the receiver may have begun to walk the list.
    const keepsEnd = until !== null && canGoOn(feed, at(until), { now }) && from.epoch === epoch;
    const end = keepsEnd ? until : { position: await readFeedEnd(feed.entityId), at: now };
    return { items: [], told: 0, end: at(end), more: false, reset: true };
  };
  if (!canGoOn(feed, from, { now })) return reset();
  const found = await look(feed, from, signal, until?.position ?? null);
  if (found === null) return reset();
  const { told, more } = found;
  const end = until ?? found.end;
  if (query.contents === "nothing" || told.size === 0)
    return { items: [], told: told.size, end: at(end), more, reset: false };

  const maxBytes = query.contents === "versions" ? 0 : query.contents.maxBytes;
  const read = () => readFeedRecords(feed.entityId, [...told.keys()], { ...feed, maxBytes });
  const records = new Map((await inShare("feed", feed, signal, read)).map((record) => [record.id, record]));
  const { items, cut } = itemsOf(told, records, until === null && maxBytes > 0);
  if (cut !== null) return { items, told: items.length, end: at(cut), more: true, reset: false };
  return { items, told: told.size, end: at(end), more, reset: false };
}

/** `cut` is where the range has to end, because the next record does not fit; null if all fit or `mayCut` is false. */
function itemsOf(told: Map<string, Told>, records: Map<string, FeedRecord>, mayCut: boolean) {
  const items: RangeItem[] = [];
  for (const [id, { start, at, keys }] of told) {
    const record = records.get(id) ?? null;
    if (mayCut && record?.envelope === null) return { items, cut: start };
    items.push({ id, at: new Date(at).toISOString(), keys, record });
  }
  return { items, cut: null };
}

export async function cursorNow(access: EntityAccess): Promise<FeedCursor> {
  const { now } = await readFeedState(access.entity.id, null, null);
  const position = await readFeedEnd(access.entity.id);
  return { position, at: now, epoch: await currentEpoch(), permissions: fingerprintPermissions(access) };
}

/** The cursor before everything that changed at `moment`, in milliseconds since 1970, or later. */
export async function cursorAt(access: EntityAccess, moment: number): Promise<FeedCursor> {
  const now = await cursorNow(access);
  const position = await readFeedStart(access.entity.id, moment);
  return position === null ? now : { ...now, position, at: moment };
}

const COUNTED = 10_000;

/** How far a reader at `from` is behind what the caller can see. */
export function lagOf(access: EntityAccess, from: FeedCursor): Promise<Behind> {
  return countBehind(access.entity.id, from, { visible: access.reach("list"), most: COUNTED });
}
