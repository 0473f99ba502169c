/** A copy of an entity's records, kept as the guide says: a cursor first, then the list, then the feed. */
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { sql } from "./database-client";
import { type Answer, send } from "./http";
import { dataOf, type Page, type RecordView, recordsPath } from "./organization";

export type FeedItem =
  | { type: "changed"; record: RecordView; at: string }
  | { type: "removed"; id: string; entityKey: string; keys: Record<string, unknown>; at: string };
export type FeedPage = { items: FeedItem[]; nextCursor: string; more: boolean; reset: boolean };

export const changesPath = (entity: string) => `/entities/${entity}/changes`;

/** Resolves once the feed shows everything that has been committed: any open transaction of the cluster holds it back. */
export async function caughtUp(): Promise<void> {
  const [own] = await sql<{ id: string }>("select pg_current_xact_id()::text as id");
  const isTold = () => sql("select 1 where pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8", [own?.id]);
  await expect.poll(isTold).toHaveLength(1);
}

/** The page of the feed from a cursor, or its start, once it shows everything. */
export async function followOnce(origin: string, token: string, entity: string, cursor: string | null) {
  await caughtUp();
  const path = `${changesPath(entity)}${cursor === null ? "" : `?cursor=${cursor}`}`;
  return dataOf<FeedPage>(await send(origin, { path, token }));
}

const RETRIES = 3;

export class Mirror {
  readonly records = new Map<string, RecordView>();
  private cursor: string | null = null;
  /** How often it had to start over. */
  resets = 0;
  /** How often it asked again, because the service failed. */
  failures = 0;

  constructor(
    private readonly entity: string,
    private readonly ask: (path: string) => Promise<Answer>,
    private readonly limit = 100,
  ) {}

  /** A mirror for a token, at whichever origin `origin` returns. */
  static of(entity: string, token: string, origin: () => string, limit?: number): Mirror {
    return new Mirror(entity, (path) => send(origin(), { path, token }), limit);
  }

  async begin(): Promise<void> {
    this.records.clear();
    this.cursor = (await this.page<FeedPage>(changesPath(this.entity))).nextCursor;
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? "" : `&cursor=${cursor}`;
      const page: Page = await this.page<Page>(`${recordsPath(this.entity)}?sort=id:asc&limit=${this.limit}${query}`);
      for (const record of page.items) this.records.set(record.id, record);
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** Reads everything available by now. Returns the pages that it came in. */
  async follow(): Promise<FeedPage[]> {
    if (this.cursor === null) await this.begin();
    const pages: FeedPage[] = [];
    for (;;) {
      const page: FeedPage = await this.page<FeedPage>(
        `${changesPath(this.entity)}?limit=${this.limit}&cursor=${this.cursor}`,
      );
      pages.push(page);
      this.cursor = page.nextCursor;
      if (page.reset) {
        this.resets += 1;
        await this.begin();
        continue;
      }
      for (const item of page.items) {
        if (item.type === "removed") this.records.delete(item.id);
        else this.records.set(item.record.id, item.record);
      }
      if (!page.more) return pages;
    }
  }

  private async page<Data>(path: string): Promise<Data> {
    let answer = await this.ask(path);
    for (let time = 1; time <= RETRIES && answer.status === 500; time += 1) {
      this.failures += 1;
      await pause(time * 1_000);
      answer = await this.ask(path);
    }
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return dataOf<Data>(answer);
  }
}
