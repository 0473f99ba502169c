/**
 * Tells the operator which fields to index where a list took long: fields by name, never what was asked about them. Says so
 * once an hour for each field and process; a list that is slow though everything is indexed is left to the request log.
 */
import { LRUCache } from "lru-cache";
import { log } from "../log";
import type { Entity } from "../model";
import type { PagePlan } from "../query/page";
import { findUnserved } from "../query/unserved";
import { runtime } from "../runtime";

/** A page off an index takes milliseconds; the wait for a connection counts, too, and should not reach this. */
const SLOW_MS = 1_000;
const TOLD_AGAIN_MS = 3_600_000;

export type Listing = { organizationKey: string; entity: Entity; plan: PagePlan };

export async function reportIfSlow<T>(listing: Listing, list: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await list();
  } finally {
    const milliseconds = Math.round(performance.now() - started);
    if (milliseconds >= SLOW_MS) report(listing, milliseconds);
  }
}

const told = runtime.part("slow lists told of", () => new LRUCache<string, number>({ max: 1_000 }));

function report({ organizationKey, entity, plan }: Listing, milliseconds: number): void {
  const { toIndex, notIndexable } = findUnserved(plan);
  const searches = plan.search.words.length > 0;
  const causes = [...toIndex, ...notIndexable, ...(searches ? ["search"] : [])];
  const news = causes.filter((cause) => isNews(entity, cause));
  if (news.length === 0) return;
  const line = { organization: organizationKey, entity: entity.key, toIndex, notIndexable, searches, milliseconds };
  log().warn(
    line,
    toIndex.length > 0 ? "a slow list: index the fields of toIndex" : "a slow list, which no index serves",
  );
}

function isNews(entity: Entity, cause: string): boolean {
  const key = `${entity.id}:${cause}`;
  const now = performance.now();
  const before = told().get(key);
  if (before !== undefined && now - before < TOLD_AGAIN_MS) return false;
  told().set(key, now);
  return true;
}
