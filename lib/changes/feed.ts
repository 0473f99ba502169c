/** An entity's changes as one caller sees them. Read as pages (`list.ts`) and as ranges (`range.ts`). */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import { env } from "../process/env";
import type { Projection } from "../query/page/projection";
import type { PlannedFilter } from "../query/plan";
import { inShare, sharerOf } from "../records/load/shares";
import { projectionOf } from "../records/view";
import { type FeedState, type KeyField, listFeed } from "../store/records/changes";
import type { FeedPosition, Place } from "../store/records/feed-positions";
import { DAY_MS } from "../time/durations";
import { type FeedCursor, fingerprintPermissions } from "./cursor";

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

/** `fields` null means every field. `limit` is the most records in a page. Throws FIELD_NOT_QUERYABLE. */
export function openFeed(
  caller: Caller,
  access: EntityAccess,
  { fields, limit }: { fields: string[] | null; limit: number },
  epoch: string,
): Feed {
  const { entity, readable, reach, planOf } = access;
  return {
    ...sharerOf(caller),
    entityKey: entity.key,
    entityId: entity.id,
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

/** False past the retention, in another database, or under other permissions. */
export function canGoOn({ permissions, epoch }: Feed, cursor: FeedCursor, { now }: Pick<FeedState, "now">): boolean {
  const isKept = cursor.at >= now - env().CHANGES_RETENTION_DAYS * DAY_MS;
  return isKept && cursor.permissions === permissions && cursor.epoch === epoch;
}

/**
 * `start`: the position before the record's first change. `at`: the time of its last change. `keys`: the unique values that
 * were visible before the first change; a reader who follows the feed knows the record by those.
 */
export type Told = { start: Place; at: number; keys: string };

/** `end` is the position after all of the changes. */
export type Found = { told: Map<string, Told>; end: Place; more: boolean };

const NO_KEYS = "{}";

/** Changes per statement, and statements per page. Usually the first statement fills the page, so it is small. */
const CHANGES_AT_ONCE = 1_000;
const LOOKS = 20;

/** Reads the changes of one page; with `until`, all up to there, however many records. null if the feed has to reset. */
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

/** The page ends if a removed record changed its unique values: the next one reports those too, as a reader may know either. */
function isRenamed({ keys }: Told, change: { isVisible: boolean; wasVisible: boolean; keys: string }): boolean {
  return !change.isVisible && change.wasVisible && ![keys, NO_KEYS].includes(change.keys) && keys !== NO_KEYS;
}
