/**
 * Writes the pages of a stream. A page takes memory only while its reader reads: once that has stopped, the page is dropped, and
 * read again when the reader continues. The part already sent then has to be the beginning of what is read.
 */
import { createHash } from "node:crypto";
import type { ChangesPage } from "../../changes/list";
import { CallerLeft } from "../../errors";
import type { WrittenBody } from "./written-body";

/** In characters. The body takes little at a time, so that a stopped reader keeps no more. */
const CHUNK_LENGTH = 8 * 1024;
/** A reader that has taken nothing for this long has stopped. */
const STOPPED_MS = 1_000;

/** The part of a dropped page that was sent. */
type Begun = { length: number; digest: string; nextCursor: string; end: ChangesPage["end"] };

export class PageWriter {
  private begun: Begun | null = null;

  constructor(private readonly body: WrittenBody) {}

  /**
   * Returns the cursor after the page. null if it was dropped: read the same page again once the body has room. A page is dropped
   * only once. `sent` is called with the length of what is left. Rejects with CallerLeft, also if what was sent has changed.
   */
  async write(page: ChangesPage, cursor: string | null, sent: (left: number) => void): Promise<string | null> {
    const { begun } = this;
    const isSame = begun !== null && isSamePlace(begun.end, page.end);
    // Sealing the same cursor again yields different text.
    const nextCursor = isSame ? begun.nextCursor : page.nextCursor;
    const blocks = blocksOf({ ...page, nextCursor }, cursor);
    if (begun !== null && digestOf(blocks, begun.length) !== begun.digest) {
      this.body.stream.destroy();
      throw new CallerLeft();
    }
    const total = blocks.reduce((sum, block) => sum + block.length, 0);
    let length = 0;
    for (const chunk of chunksOf(blocks)) {
      length += chunk.length;
      if (length <= (begun?.length ?? 0)) continue;
      if (this.body.push(chunk) || length === total) continue;
      sent(total - length);
      if (await this.body.hasRoom(begun === null ? STOPPED_MS : undefined)) continue;
      this.begun = { length, digest: digestOf(blocks, length), nextCursor, end: page.end };
      return null;
    }
    this.begun = null;
    return nextCursor;
  }
}

function isSamePlace(one: ChangesPage["end"], other: ChangesPage["end"]): boolean {
  return one.transaction === other.transaction && one.sequence === other.sequence;
}

/** Cut at the same places each time, and never within a pair of surrogates. */
function* chunksOf(blocks: string[]): Generator<string> {
  for (const block of blocks)
    for (let start = 0; start < block.length; ) {
      const end = start + CHUNK_LENGTH;
      const isPair = (block.charCodeAt(end - 1) & 0xfc00) === 0xd800;
      const chunk = block.slice(start, isPair ? end + 1 : end);
      yield chunk;
      start += chunk.length;
    }
}

function digestOf(blocks: string[], length: number): string {
  const hash = createHash("sha256");
  let left = length;
  for (const block of blocks) {
    if (left <= 0) break;
    hash.update(block.slice(0, left));
    left -= block.length;
  }
  return hash.digest("base64");
}

/** Ignored by readers. Keeps proxies from closing the connection. */
export const COMMENT = ":\n\n";

/**
 * A page as events, in pieces, because joining them would copy large records. Only the last one has the cursor as its id: a reader that connects again in the middle of a page gets that
 * page again. Where there is no event, the cursor is a block with an id alone, which readers keep without reporting an event.
 */
function blocksOf({ items, nextCursor, reset }: ChangesPage, lastId: string | null): string[] {
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
