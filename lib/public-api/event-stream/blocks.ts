/** Writes the blocks of an event stream (HTML standard, Server-sent events; docs/contract.md, Streams). Pure. */
import type { ChangesPage } from "../../changes/list";

/** Ignored by readers. Keeps proxies from closing the connection. */
export const COMMENT = ":\n\n";

/** How long a reader waits before it connects again. */
export function retryBlock(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}

/**
 * A page as events, in pieces, because joining them would copy large records. Only the last one has the cursor as its id: a reader that connects again in the middle of a page gets that
 * page again. Where there is no event, the cursor is a block with an id alone, which readers keep without reporting an event.
 */
export function blocksOf({ items, nextCursor, reset }: ChangesPage, lastId: string | null): string[] {
  if (reset) return eventBlock("reset", '{"type":"reset"}', nextCursor);
  if (items.length === 0) return nextCursor === lastId ? [] : [`id: ${nextCursor}\n\n`];
  const last = items.length - 1;
  return items.flatMap(({ type, text }, index) => eventBlock(type, text, index === last ? nextCursor : null));
}

function eventBlock(event: string, data: string, id: string | null): string[] {
  // Between the members of JSON, a line break is like a space; within text it is always escaped.
  const line = data.includes("\n") ? data.replaceAll("\n", " ") : data;
  return [`${id === null ? "" : `id: ${id}\n`}event: ${event}\ndata: `, line, "\n\n"];
}
