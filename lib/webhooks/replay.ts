/** Replays a webhook, and counts beforehand what that sends. */
import type { EntityAccess } from "../access/compile";
import { requireEntity, requireVerb } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { type FeedCursor, fingerprintPermissions } from "../changes/cursor";
import { cursorAt, readRange } from "../changes/range";
import { ApiError } from "../errors";
import type { Actor } from "../events";
import { env } from "../process/env";
import { findDeliveryStart } from "../store/webhooks/deliveries";
import { updateWebhook, type WebhookRow } from "../store/webhooks/webhooks";
import { DAY_MS } from "../time/durations";
import { inOrder, invalid, note, told } from "./manage";
import { showFor, type WebhookView, whoseOf } from "./read";

/** A moment, in milliseconds since 1970, or an attempt of the webhook: changes since then are sent again. */
export type ReplayStart = { since: number } | { deliveryId: string };

/** Throws RECORD_NOT_FOUND, ENTITY_NOT_FOUND, PERMISSION_DENIED, and INVALID_BODY if the start is no longer kept. */
export async function replayWebhook(caller: Caller, id: string, start: ReplayStart, by: Actor): Promise<WebhookView> {
  requireKept(start);
  const replayed = await inOrder(id, whoseOf(caller), async (on, row) => {
    const from = await cursorOf(start, row, requireListable(caller, row));
    const since = "since" in start ? start.since : from.at;
    await updateWebhook(on, id, { version: row.version, from, startAgain: true });
    await note(on, row, "webhook.replay", by, { ...told(row), since: new Date(since).toISOString() });
  });
  return showFor(caller, replayed);
}

/** Limit the count of records, and the readings of the feed that it may take. */
const MOST_COUNTED = 1_000;
const MOST_READINGS = 3;

/** `more`: there are further records. `reset`: the receiver is asked to walk the list instead. */
export type ReplayCount = { records: number; more: boolean; reset: boolean };

/** Reads like deliveries. Returns null if the service is too busy to count. Throws like `replayWebhook`. */
export async function countReplay(caller: Caller, row: WebhookRow, start: ReplayStart): Promise<ReplayCount | null> {
  requireKept(start);
  const access = requireListable(caller, row);
  const everything = { until: null, fields: null, limit: MOST_COUNTED, contents: "versions" } as const;
  const records = new Set<string>();
  let from = await cursorOf(start, row, access);
  try {
    for (let readings = 0; readings < MOST_READINGS && records.size < MOST_COUNTED; readings += 1) {
      const range = await readRange(caller, access, { ...everything, from, expand: [] }, new AbortController().signal);
      if (range.reset) return { records: 0, more: false, reset: true };
      for (const { id } of range.items) records.add(id);
      if (!range.more) return { records: records.size, more: false, reset: false };
      from = range.end;
    }
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
  return { records: records.size, more: true, reset: false };
}

async function cursorOf(start: ReplayStart, { id }: WebhookRow, access: EntityAccess): Promise<FeedCursor> {
  if ("since" in start) return cursorAt(access, start.since);
  const found = await findDeliveryStart(id, start.deliveryId);
  if (found !== null) return { ...found, permissions: fingerprintPermissions(access) };
  throw invalid([{ field: "delivery", message: "This attempt is no longer kept. Choose a later one, or a moment." }]);
}

function requireKept(start: ReplayStart): void {
  if (!("since" in start)) return;
  const { since } = start;
  const days = env().CHANGES_RETENTION_DAYS;
  if (since <= Date.now() && since >= Date.now() - days * DAY_MS) return;
  const message = `since must be within the last ${days} days, for which changes are kept. For older changes, read the list.`;
  throw invalid([{ field: "since", message }]);
}

function requireListable({ access }: Caller, { entityKey }: WebhookRow): EntityAccess {
  const ofEntity = requireEntity(access, entityKey);
  requireVerb(ofEntity, "list");
  return ofEntity;
}
