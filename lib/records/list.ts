/** Use case: a page of the records that the owner may list (spec: List, Query). */

import type { Access, EntityAccess } from "../access/compile";
import type { Departure } from "../departure";
import { derivedKey } from "../derived-key";
import { env } from "../env";
import { MAX_WAIT_FOR_TURN_MS } from "../limits";
import type { Configuration, Filter, SortItem } from "../model";
import { StatementTimeout } from "../postgres/faults";
import { postgres } from "../postgres/postgres";
import { requireKnownOptions } from "../query/filter/known-options";
import { type LogicalQuery, readCursor, writeCursor } from "../query/page/cursor";
import type { PagePlan } from "../query/page/page-plan";
import { both, type Column, callerResolver, EVERYTHING, planFilter, planScope, planSort } from "../query/plan";
import { runtime } from "../runtime";
import * as store from "../store/records/read";
import { FairShares, sharesOf } from "./fair-shares";
import { pageBudget } from "./page-budget";
import { type Picked, viewOf } from "./read";
import { filterResolver, withReferenced } from "./referenced";
import { reportIfSlow, tooSlow } from "./slow-list";

/** A query of legal shape; its fields are not resolved yet. */
export type ListQuery = {
  where: Filter | null;
  sort: SortItem[];
  /** Folded; every one must occur. */
  words: string[];
  limit: number;
  cursor: string | null;
} & Picked;

/** `text` is JSON, in pieces. `sent` is to be called once it has left, or never will. */
export type ListedPage = { text: string[]; sent: () => void };

/** Who lists. `token.id` tells whose share of the database it takes, `access` what it sees behind references. */
export type Lister = { configuration: Configuration; token: { id: string }; access: Access };

/**
 * Throws FIELD_NOT_QUERYABLE, INVALID_FILTERS (also where the query took too long), INVALID_CURSOR, and RATE_LIMITED where
 * its turn did not come. Stops, with CallerLeft, once the caller has left.
 */
export async function listRecords(
  lister: Lister,
  access: EntityAccess,
  query: ListQuery,
  departure: Departure,
): Promise<ListedPage> {
  const { entity } = access;
  const sort = planSort(query.sort, callerResolver(access.queryable));
  const filter = query.where === null ? EVERYTHING : planFilter(query.where, filterResolver(access, lister.access));
  requireKnownOptions(filter);
  const view = viewOf(access, lister.access, query);
  const { organizationId, organizationKey } = lister.configuration;
  const logical: LogicalQuery = { organizationId, entityId: entity.id, where: query.where, sort, words: query.words };
  const scope = planScope(access.scopeOf("list"), entity);
  const plan: PagePlan = {
    entityId: entity.id,
    where: both(scope, filter),
    search: { words: query.words, columns: searchedColumns(access) },
    sort,
    after: query.cursor === null ? null : readCursor(query.cursor, logical, derivedKey("cursor")),
    limit: query.limit,
  };
  const share = { organizationId, tokenId: lister.token.id };
  const sizeKey = [entity.id, ...query.expand].join();
  const { isShort, release } = await pageBudget().reserve(organizationId, sizeKey, query.limit);
  try {
    const list = async () => {
      const where = both(scope, await withReferenced(filter, departure));
      return store.listRecords({ ...plan, where }, view, isShort, departure);
    };
    const page = await fairShares().run(share, departure, () => reportIfSlow({ organizationKey, entity, plan }, list));
    pageBudget().noteRecordSize(sizeKey, page.count, lengthOf(page.pieces));
    const nextCursor = page.next === null ? null : writeCursor(page.next, logical, derivedKey("cursor"));
    return { text: pageText(page.pieces, nextCursor), sent: release };
  } catch (error) {
    release();
    throw error instanceof StatementTimeout ? tooSlow({ filter, sort, words: query.words }, error) : error;
  }
}

/** Of this process, for whatever reads many records at once. */
export const fairShares = runtime.part("fair shares", () => {
  const all = postgres().readersAtOnce;
  return new FairShares({ all, ...sharesOf(all, env().API_PROCESSES ?? 1), waitMs: MAX_WAIT_FOR_TURN_MS });
});

/** Joined, a page would be copied on its way. */
function pageText(pieces: string[], nextCursor: string | null): string[] {
  const items = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [",", piece]));
  return ['{"items":[', ...items, `],"nextCursor":${JSON.stringify(nextCursor)}}`];
}

function lengthOf(pieces: string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** null where the caller may search all that is searchable, so that the search text alone decides. */
function searchedColumns({ entity, searchable }: EntityAccess): Column[] | null {
  const all = [...entity.fields.values()].filter((field) => field.searchable);
  if (searchable.size === all.length && all.length > 0) return null;
  return [...searchable.values()].map((field) => ({ kind: "data", field }));
}
