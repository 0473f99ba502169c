/** Follows the feed without end: as a stream of events, and by polling where no stream arrives. */
import { readEvents } from "./events.js";
import { type Feed, type FeedOptions, type FeedPage, followChanges } from "./feed.js";
import { sleep } from "./pace.js";
import { queryString } from "./query-string.js";
import type { EventBody, Target } from "./send.js";
import type { Change, Changes, Followed } from "./types.js";

export type FollowOptions<Field extends string> = Omit<FeedOptions<Field>, "wait">;

/** The service sends a line every 15 seconds: a stream without one is dead, although its connection may look open. */
const SILENT_MS = 40_000;
/** The service sends its first line at once. A stream that has none by then is held back by a proxy. */
const FIRST_LINE_MS = 10_000;
/** After this long, a stream is tried again. */
const POLLED_MS = 600_000;
/** For each request while polling, in seconds. */
const WAIT = 20;
/** Before the service has said how long to wait until the next connection. */
const RETRY_MS = 2_000;
const [SHORTEST_RETRY_MS, LONGEST_RETRY_MS] = [1_000, 60_000];

type Place = { cursor: string | undefined; retryMs: number };

export async function* followForever<Item>(target: Target, options: FollowOptions<string>): Feed<Followed<Item>> {
  const place: Place = { cursor: options.cursor ?? undefined, retryMs: RETRY_MS };
  for (;;) {
    const arrived = yield* stream<Item>(target, options, place);
    options.signal?.throwIfAborted();
    if (arrived) await sleep(place.retryMs, options.signal);
    else yield* poll<Item>(target, options, place);
  }
}

/** Returns whether any event or line arrived. */
async function* stream<Item>(
  { send, path }: Target,
  { fields, limit, signal, timeout }: FollowOptions<string>,
  place: Place,
): AsyncGenerator<Followed<Item>, boolean> {
  const { cursor } = place;
  const opened = await send.events<FeedPage<Item>>({
    method: "GET",
    path: `${path}/changes${queryString({ cursor, fields, limit })}`,
    headers: {
      accept: "text/event-stream, application/json;q=0.5",
      ...(cursor === undefined ? {} : { "last-event-id": cursor }),
    },
    signal,
    timeout,
  });
  if ("data" in opened) {
    yield* itemsOf({ ...opened.data, cursor: opened.data.nextCursor }, place);
    return false;
  }
  return yield* eventsOf<Item>(opened, place);
}

async function* eventsOf<Item>({ body, close }: EventBody, place: Place): AsyncGenerator<Followed<Item>, boolean> {
  let arrived = false;
  let timer = setTimeout(close, FIRST_LINE_MS);
  const alive = () => {
    arrived = true;
    clearTimeout(timer);
    timer = setTimeout(close, SILENT_MS);
  };
  try {
    for await (const { event, data, id, retry } of readEvents(body, alive)) {
      if (retry !== undefined) place.retryMs = Math.min(Math.max(SHORTEST_RETRY_MS, retry), LONGEST_RETRY_MS);
      place.cursor = id ?? place.cursor;
      if (data === "" || !["changed", "removed", "reset"].includes(event)) continue;
      clearTimeout(timer);
      yield { ...(JSON.parse(data) as Change<Item> | { type: "reset" }), cursor: place.cursor as string };
      alive();
    }
  } catch {
    // The connection broke, or nothing more arrived. What was not received comes after reconnecting.
  } finally {
    clearTimeout(timer);
    close();
  }
  return arrived;
}

async function* poll<Item>(target: Target, options: FollowOptions<string>, place: Place): Feed<Followed<Item>> {
  const until = performance.now() + POLLED_MS;
  for await (const step of followChanges<Item>(target, { ...options, cursor: place.cursor, wait: WAIT })) {
    yield* itemsOf(step, place);
    if (performance.now() > until) return;
  }
}

/** Only the last item of a page has the page's cursor, so that continuing from an earlier one misses nothing. */
function* itemsOf<Item>({ items, cursor, reset }: Changes<Item>, place: Place): Generator<Followed<Item>> {
  const before = place.cursor ?? cursor;
  if (reset) yield { type: "reset", cursor };
  for (const [index, item] of items.entries()) yield { ...item, cursor: index === items.length - 1 ? cursor : before };
  place.cursor = cursor;
}
