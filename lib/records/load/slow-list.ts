/** Queues slow queries and says what to narrow or index (contract § 3). Logs fields, never values, hourly in each process. */
import { LRUCache } from "lru-cache";
import { ApiError } from "../../errors";
import { STATEMENT_TIMEOUT_MS } from "../../limits";
import type { Configuration, Entity, Token } from "../../model";
import { StatementTimeout } from "../../postgres/faults";
import { log } from "../../process/log";
import { runtime } from "../../process/runtime";
import type { PagePlan } from "../../query/page/page-plan";
import { findUnserved } from "../../query/page/unserved";
import { columnName, type PlannedFilter, type SortKey } from "../../query/plan";
import { HOUR_MS } from "../../time/durations";
import { inShare, sharerOf } from "./shares";

/** Pages from an index take milliseconds; the wait for a connection counts as well, and should stay below this. */
const SLOW_MS = 1_000;
const TOLD_AGAIN_MS = HOUR_MS;

/** `filter` is the caller's own part of the plan, without the owner's row scope, which may name hidden fields. */
type Listing = {
  lister: { configuration: Pick<Configuration, "organizationId" | "organizationKey">; token: Pick<Token, "rootId"> };
  entity: Entity;
  plan: Pick<PagePlan, "where" | "search" | "sort">;
  filter: PlannedFilter;
};

/** Throws RATE_LIMITED if no place became free in time, INVALID_FILTERS if the query took too long, and CallerLeft. */
export async function runInTurn<T>(listing: Listing, signal: AbortSignal, work: () => Promise<T>) {
  const reported = () => reportIfSlow(listing, work);
  return inShare("list", sharerOf(listing.lister), signal, reported).catch((error: unknown) => {
    throw error instanceof StatementTimeout ? tooSlow(listing, error) : error;
  });
}

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

function report({ lister, entity, plan }: Listing, milliseconds: number): void {
  const organization = lister.configuration.organizationKey;
  const { toIndex, notIndexable } = findUnserved(plan);
  const searches = plan.search.words.length > 0;
  const causes = [...toIndex, ...notIndexable, ...(searches ? ["search"] : [])];
  const news = causes.filter((cause) => isNews(entity, cause));
  if (news.length === 0) return;
  const line = { organization, entity: entity.key, toIndex, notIndexable, searches, milliseconds };
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

/** INVALID_FILTERS; or the error itself, which is our fault, if the caller has nothing to narrow. */
function tooSlow({ plan, filter }: Listing, cause: Error): Error {
  const { sort, search } = plan;
  if (filter.kind === "everything" && search.words.length === 0 && isDefault(sort)) return cause;
  const { toIndex, notIndexable } = findUnserved({ where: filter, sort });
  const advice = [
    ...(toIndex.length > 0 ? [`Have ${toIndex.join(", ")} indexed ("indexed": true in the configuration).`] : []),
    ...(notIndexable.length > 0
      ? [`No index serves what is asked of ${notIndexable.join(", ")}: add a condition on a field that is indexed.`]
      : []),
    ...(search.words.length > 0 ? ["Search for longer or rarer words."] : []),
    "Ask for less at once: fewer conditions, or a narrower range.",
  ];
  const message = `The query did not finish within ${STATEMENT_TIMEOUT_MS / 1000} seconds. ${advice.join(" ")}`;
  return new ApiError("INVALID_FILTERS", message, { cause });
}

/** The default order, which has its own index. An aggregate has no order. */
function isDefault([first]: SortKey[]): boolean {
  return first !== undefined && columnName(first.column) === "created";
}
