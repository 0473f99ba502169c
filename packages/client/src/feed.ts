/** The feed of changes, and what a copy of the records needs: the whole list once, then the feed. */
import { sleep } from "./pace.js";
import { queryString } from "./query-string.js";
import type { CallOptions, Target } from "./send.js";
import type { Change, Changes, MirrorStep, Page } from "./types.js";

export type FeedOptions<Field extends string> = CallOptions & {
  /** Where the last step ended. Without it the feed begins now. */
  cursor?: string | null | undefined;
  /** Follows without end; each request waits up to this many seconds (20 at most). Without it: up to the last known change. */
  wait?: number | undefined;
  fields?: readonly Field[] | undefined;
  limit?: number | undefined;
};

export type Feed<Step> = AsyncGenerator<Step, void, undefined>;

export type FeedPage<Item> = { items: Change<Item>[]; nextCursor: string; more: boolean; reset: boolean };

/** The pause between two requests where the service cannot wait, as on some hosts. */
const BETWEEN_LOOKS_MS = 2_000;

export async function* followChanges<Item>({ send, path }: Target, options: FeedOptions<string>): Feed<Changes<Item>> {
  const { wait, fields, limit, signal, timeout } = options;
  let cursor = options.cursor ?? undefined;
  for (;;) {
    const waits = cursor === undefined ? undefined : wait;
    const began = performance.now();
    const page = await send<FeedPage<Item>>({
      method: "GET",
      path: `${path}/changes${queryString({ cursor, wait: waits, fields, limit })}`,
      signal,
      timeout,
      waitSeconds: waits,
    });
    cursor = page.nextCursor;
    yield { items: page.items, cursor, reset: page.reset };
    if (page.more) continue;
    if (wait === undefined) return;
    const cameAtOnce = waits !== undefined && page.items.length === 0 && performance.now() - began < BETWEEN_LOOKS_MS;
    if (cameAtOnce) await sleep(BETWEEN_LOOKS_MS, signal);
  }
}

/** `list`: returns one page of all records, in the order of their ids. */
export async function* followFromList<Item extends { updated: string }>(
  target: Target,
  list: (cursor: string | null) => Promise<Page<Item>>,
  options: FeedOptions<string>,
): Feed<MirrorStep<Item>> {
  const { signal, timeout } = options;
  let cursor = options.cursor ?? null;
  for (;;) {
    if (cursor === null) {
      // Gets the cursor before the walk, so that the feed then has the changes made during the walk.
      const now = { method: "GET", path: `${target.path}/changes`, signal, timeout } as const;
      cursor = (await target.send<FeedPage<never>>(now)).nextCursor;
      yield* walk(cursor, list);
    }
    for await (const step of followChanges<Item>(target, { ...options, cursor })) {
      cursor = step.reset ? null : step.cursor;
      if (step.reset) break;
      yield { ...step, complete: true };
    }
    if (cursor !== null) return;
  }
}

async function* walk<Item extends { updated: string }>(
  start: string,
  list: (cursor: string | null) => Promise<Page<Item>>,
): Feed<MirrorStep<Item>> {
  let cursor: string | null = null;
  let reset = true;
  do {
    const page: Page<Item> = await list(cursor);
    cursor = page.nextCursor;
    const items = page.items.map((record): Change<Item> => ({ type: "changed", record, at: record.updated }));
    const complete: boolean = cursor === null;
    yield { items, cursor: complete ? start : null, reset, complete };
    reset = false;
  } while (cursor !== null);
}
