/** Use cases: replaying a webhook, and counting beforehand what that sends. */
import type { EntityAccess } from "../access/compile";
import { requireEntity, requireVerb } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { cursorAt, readRange } from "../changes/range";
import { ApiError } from "../errors";
import type { Actor } from "../events";
import { env } from "../process/env";
import { updateWebhook, type WebhookRow } from "../store/webhooks/webhooks";
import { DAY_MS } from "../time/durations";
import { inOrder, note, told } from "./manage";
import { whoseOf } from "./read";
import { invalid } from "./requirements";
import { type ShownWebhook, showFor } from "./view";

/**
 * Sends everything again that changed since a moment, in milliseconds since 1970. Throws RECORD_NOT_FOUND, INVALID_BODY where
 * the moment is no longer kept, ENTITY_NOT_FOUND and PERMISSION_DENIED.
 */
export async function replayWebhook(caller: Caller, id: string, since: number, by: Actor): Promise<ShownWebhook> {
  requireKept(since);
  const replayed = await inOrder(id, whoseOf(caller), async (on, row) => {
    const from = await cursorAt(requireListable(caller, row), since);
    await updateWebhook(on, id, { version: row.version, from, startAgain: true });
    await note(on, row, "webhook.replay", by, { ...told(row), since: new Date(since).toISOString() });
  });
  return showFor(caller, replayed);
}

/** Records are counted to this number, in at most so many readings of the feed, whose length is bounded, too. */
const MOST_COUNTED = 1_000;
const MOST_READINGS = 3;

/** `more`: at least so many. `reset`: the receiver is asked to walk the list instead. */
export type ReplayCount = { records: number; more: boolean; reset: boolean };

/**
 * Counts the records that a replay sends, by the same reading as deliveries. Returns null if the service is too busy to count.
 * Throws what `replayWebhook` throws.
 */
export async function countReplay(caller: Caller, row: WebhookRow, since: number): Promise<ReplayCount | null> {
  requireKept(since);
  const access = requireListable(caller, row);
  const everything = { until: null, fields: null, limit: MOST_COUNTED, contents: "versions" } as const;
  const records = new Set<string>();
  let from = await cursorAt(access, since);
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

function requireKept(since: number): void {
  const days = env().CHANGES_RETENTION_DAYS;
  if (since <= Date.now() && since >= Date.now() - days * DAY_MS) return;
  const message = `since is a moment of the last ${days} days, for which changes are kept. For what is older, read the list.`;
  throw invalid([{ field: "since", message }]);
}

function requireListable({ access }: Caller, { entityKey }: WebhookRow): EntityAccess {
  const ofEntity = requireEntity(access, entityKey);
  requireVerb(ofEntity, "list");
  return ofEntity;
}
