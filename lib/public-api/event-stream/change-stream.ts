/**
 * The feed of changes as a stream of events (docs/contract.md, Streams): page after page, each under the permissions of its
 * moment, and in between a wait that costs no connection to the database.
 */
import type { Readable } from "node:stream";
import type { EntityAccess } from "../../access/compile";
import { AccessChanged, requireEntity, requireVerb } from "../../access/require";
import type { Caller } from "../../authentication/authenticate";
import { BUDGETS, openBudget } from "../../budgets";
import { type ChangesPage, lengthOf, listChanges, requireFeed } from "../../changes/list";
import { type Outcome, waiting } from "../../changes/waiting";
import { ApiError, CallerLeft } from "../../errors";
import { ITEMS_OF_REQUEST, MAX_STREAM_PAGE_BYTES } from "../../limits";
import { runsAsFunction } from "../../process/env";
import { describeFault, log } from "../../process/log";
import { runtime } from "../../process/runtime";
import { hasSameForm } from "../../records/work";
import type { Release } from "../../semaphore";
import { openDeadline } from "../../time/deadline";
import type { Standing } from "../endpoints/endpoint";
import type { ApiRequest } from "../request";
import { openStreams } from "./open-streams";
import { COMMENT, PageWriter } from "./page-writer";
import { WrittenBody } from "./written-body";

/** Shorter than the time after which proxies drop an idle connection. */
const COMMENT_EVERY_MS = 15_000;
/** A look at the feed covers the last hour, so a stream reads again before that. */
const READ_AGAIN_MS = 45 * 60_000;
/** A function is ended by its host soon after this. */
const FUNCTION_STREAM_MS = 10_000;
/** How long a reader waits before it connects again. Random between the two, so that clients whose process ended do not all come back at one moment. */
const RETRY_MS = [1_000, 3_000] as const;
/** A page holds its room no longer than this: a reader that takes a little now and then would keep it from others. */
const PAGE_MS = 60_000;
/** Together with the time since the last comment, less than the 40 seconds after which the client considers a stream dead. */
const ROOM_WAIT_MS = 20_000;
/** A fault of ours, such as a database that restarts: the stream continues if it passes. */
const FAULT_PAUSE_MS = 1_000;
const MAX_FAULTS = 30;
/** A page is measured in stored records; their envelopes come on top. */
const USUAL_ROOM = 2 * MAX_STREAM_PAGE_BYTES;

export type Feed = { cursor: string | null; limit: number; fields: string[] | null };

type Following = { caller: Caller; access: EntityAccess; standing: Standing; request: ApiRequest };

/** null for HEAD. Throws INVALID_CURSOR, FIELD_NOT_QUERYABLE, and RATE_LIMITED if there are too many streams. */
export function openChangeStream(following: Following, feed: Feed): Readable | null {
  const { caller, access, request } = following;
  requireFeed(caller, access, pageQuery(feed));
  if (request.method === "HEAD") return null;
  return openStreams().add(keysOf(caller), () => {
    const body = new WrittenBody(request.signal());
    void new ChangeStream(following, feed, body).run();
    return body.stream;
  });
}

function keysOf({ configuration, member, token }: Caller): string[] {
  return [configuration.organizationId, member.id, token.rootId];
}

function pageQuery(feed: Feed) {
  return { ...feed, maxBytes: MAX_STREAM_PAGE_BYTES, waitUntil: null, isChecked: false };
}

type ReadPage = { page: ChangesPage; release: Release };

const streamPages = runtime.part("pages of event streams", () => openBudget(BUDGETS.streamPages));

class ChangeStream {
  private caller: Caller;
  private access: EntityAccess;
  private cursor: string | null;
  /** Items that were sent and are not counted yet. */
  private uncounted = 0;
  /** Reserved for a page before it is read, in characters: the last one was no longer. */
  private room = USUAL_ROOM;
  private isRefused = false;
  private readonly writer: PageWriter;
  private readonly endsAt = performance.now() + (runsAsFunction() ? FUNCTION_STREAM_MS : Number.POSITIVE_INFINITY);

  constructor(
    private readonly following: Following,
    private readonly feed: Feed,
    private readonly body: WrittenBody,
  ) {
    this.writer = new PageWriter(body);
    this.caller = following.caller;
    this.access = following.access;
    this.cursor = feed.cursor;
  }

  /** Never rejects. */
  async run(): Promise<void> {
    const [least, most] = RETRY_MS;
    try {
      await this.body.write(`retry: ${Math.round(least + Math.random() * (most - least))}\n\n`);
      for (let faults = 0; faults < MAX_FAULTS && !this.isOver(); ) {
        try {
          if (faults > 0) await this.rest(null, FAULT_PAUSE_MS);
          await this.step();
          faults = 0;
        } catch (error) {
          if (!isPassing(error)) throw error;
          faults += 1;
          log().warn({ error: describeFault(error) }, "a stream could not continue");
        }
      }
    } catch (error) {
      // The client learns the reason when it connects again.
      if (!(error instanceof ApiError || error instanceof CallerLeft))
        log().error({ error: describeFault(error) }, "a stream failed");
    }
    this.body.end();
  }

  private isOver(): boolean {
    return this.isRefused || openStreams().isReleased || performance.now() >= this.endsAt;
  }

  private async step(): Promise<void> {
    await this.body.hasRoom();
    const position = await this.sendNext();
    if (position === "dropped") return;
    await this.count();
    if (position !== "more") await this.rest(position, READ_AGAIN_MS);
  }

  /** The page itself is in memory only until this returns. */
  private async sendNext(): Promise<ChangesPage["end"] | "more" | "dropped"> {
    const { page, release } = await this.readWithRoom();
    const sent = (left?: number) => {
      page.sent(left);
      release(left);
    };
    const timer = setTimeout(() => this.body.stream.destroy(), PAGE_MS);
    try {
      const cursor = await this.writer.write(page, this.cursor, sent);
      if (cursor === null) return "dropped";
      this.cursor = cursor;
      this.uncounted += page.items.length;
      return page.more ? "more" : page.end;
    } finally {
      clearTimeout(timer);
      sent();
    }
  }

  /** Rejects with CallerLeft if there was no room in time: no comment can be sent meanwhile, within an event. */
  private async readWithRoom(): Promise<ReadPage> {
    const until = performance.now() + ROOM_WAIT_MS;
    for (;;) {
      const read = await this.readWithin(this.room, until - performance.now());
      if (read !== null) return read;
    }
  }

  /** A page's length is known only once it is read. Returns null if it needs more room; the page is then read again. */
  private async readWithin(room: number, waitMs: number): Promise<ReadPage | null> {
    const demand = { weight: room, waitMs, signal: this.body.signal, refusal: () => new CallerLeft() };
    const release = await streamPages().acquire(keysOf(this.caller), demand);
    try {
      const page = await this.read();
      const needed = Math.min(lengthOf(page.items), BUDGETS.streamPages.token);
      if (needed > 0) this.room = Math.max(USUAL_ROOM, needed);
      if (needed <= room) {
        release(needed);
        return { page, release };
      }
      page.sent();
      release();
      return null;
    } catch (error) {
      release();
      throw error;
    }
  }

  private async read(): Promise<ChangesPage> {
    const { signal } = this.body;
    for (;;) {
      try {
        const query = pageQuery({ ...this.feed, cursor: this.cursor });
        const page = await listChanges(this.caller, this.access, query, { signal, deadline: openDeadline() });
        if (page.items.length > 0 && !(await hasSameForm(this.caller))) throw new AccessChanged();
        return page;
      } catch (error) {
        if (!(error instanceof AccessChanged)) throw error;
        await this.renew();
      }
    }
  }

  /** The items of a stream are counted after they were sent. Where the window has no room, the stream waits until it has. */
  private async count(): Promise<void> {
    while (this.uncounted >= ITEMS_OF_REQUEST && !this.isOver()) {
      const window = await this.following.standing.countOne(this.caller);
      if (window.allowed) this.uncounted -= ITEMS_OF_REQUEST;
      else await this.rest(null, window.retryAfter * 1_000);
    }
  }

  /** Waits for a change after the position, or of the permissions, at most that long. */
  private async rest(position: ChangesPage["end"] | null, milliseconds: number): Promise<void> {
    const until = Math.min(performance.now() + milliseconds, this.endsAt);
    for (;;) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) return;
      const outcome = await this.watch(position, Math.min(leftMs, COMMENT_EVERY_MS));
      if (outcome === "lapsed") await this.renew();
      if (outcome !== "late") return;
      if (leftMs > COMMENT_EVERY_MS) await this.body.write(COMMENT);
    }
  }

  private watch(position: ChangesPage["end"] | null, milliseconds: number): Promise<Outcome> {
    const { access, caller, body } = this;
    const admission = "tokenId" in caller.admission ? caller.admission : null;
    return waiting().watch({ entityId: access.entity.id, position, admission }, milliseconds, body.signal);
  }

  /** Throws what a new request would be refused with. */
  private async renew(): Promise<void> {
    try {
      const caller = await this.following.standing.renew();
      this.access = requireEntity(caller.access, this.access.entity.key);
      requireVerb(this.access, "list");
      this.caller = caller;
    } catch (error) {
      this.isRefused = error instanceof ApiError;
      throw error;
    }
  }
}

/** A refusal is final. Load and faults of ours may pass. */
function isPassing(error: unknown): boolean {
  if (error instanceof CallerLeft) return false;
  return !(error instanceof ApiError) || error.code === "RATE_LIMITED";
}
