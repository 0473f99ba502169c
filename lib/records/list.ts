/** Use case: a page of the records that the owner can list (spec: List, Query). */
import type { Access, EntityAccess } from "../access/compile";
import { derivedKey } from "../crypto/derived-key";
import type { Configuration, Filter, SortItem } from "../model";
import type { Seen } from "../postgres/replica-read";
import { requireKnownOptions } from "../query/filter/known-options";
import { type CsvColumn, csvHeader, LINE_END } from "../query/page/csv";
import { type LogicalQuery, readCursor, writeCursor } from "../query/page/cursor";
import type { PagePlan } from "../query/page/page-plan";
import { both, type Column, callerResolver, EVERYTHING, planFilter, planScope, planSort } from "../query/plan";
import * as store from "../store/records/read";
import type { Departure } from "../time/departure";
import { pageBudget } from "./load/page-budget";
import { runInTurn } from "./load/slow-list";
import { csvColumns, type Picked, viewOf } from "./read";
import { filterResolver, withReferenced } from "./referenced";

/** Which records are wanted, in a legal shape. `words`: folded; every one must occur. */
export type Conditions = { where: Filter | null; words: string[] };

/** A query of legal shape; its fields are not resolved yet. */
export type ListQuery = Conditions & {
  sort: SortItem[];
  limit: number;
  cursor: string | null;
} & Picked;

/**
 * `text` is in pieces: JSON with the items and `nextCursor`, or CSV without it. `sent` is to be called once it has left, or
 * never will.
 */
type ListedPage = { text: string[]; nextCursor: string | null; sent: () => void };

/**
 * Who lists. `token.id`: whose share of the database is used. `access`: what is visible behind references. `seen`: what the
 * caller can have seen.
 */
export type Lister = { configuration: Configuration; token: { id: string }; access: Access; seen?: Seen };

/**
 * Throws FIELD_NOT_QUERYABLE, INVALID_FILTERS (also where the query took too long), INVALID_CURSOR, RATE_LIMITED where its
 * turn did not come, and CallerLeft.
 */
export async function listRecords(
  lister: Lister,
  access: EntityAccess,
  query: ListQuery,
  departure: Departure,
  form: "json" | "csv" = "json",
): Promise<ListedPage> {
  const { entity } = access;
  const sort = planSort(query.sort, callerResolver(access.queryable));
  const { scope, filter, search } = planConditions(lister, access, query);
  const view = viewOf(access, lister.access, query);
  const columns = form === "csv" ? csvColumns(access, query) : null;
  const { organizationId } = lister.configuration;
  const logical: LogicalQuery = { organizationId, entityId: entity.id, where: query.where, sort, words: query.words };
  const plan: PagePlan = {
    entityId: entity.id,
    where: both(scope, filter),
    search,
    sort,
    after: query.cursor === null ? null : readCursor(query.cursor, logical, derivedKey("cursor")),
    limit: query.limit,
  };
  const sizeKey = [entity.id, form, ...query.expand].join();
  const { isShort, release } = await pageBudget().reserve(organizationId, sizeKey, query.limit);
  try {
    const list = async () => {
      const where = both(scope, await withReferenced(filter, departure, lister.seen));
      return store.listRecords({ ...plan, where }, columns ?? view, isShort, departure, lister.seen);
    };
    const asked = { filter, sort, words: query.words };
    const page = await runInTurn({ lister, entity, plan, asked }, departure, list);
    pageBudget().noteRecordSize(sizeKey, page.count, lengthOf(page.pieces));
    const nextCursor = page.next === null ? null : writeCursor(page.next, logical, derivedKey("cursor"));
    const text = columns === null ? pageText(page.pieces, nextCursor) : csvText(page.pieces, columns);
    return { text, nextCursor, sent: release };
  } catch (error) {
    release();
    throw error;
  }
}

/** `scope`: what the owner can list; `filter`: the caller's, within it. Throws FIELD_NOT_QUERYABLE, INVALID_FILTERS. */
export function planConditions(lister: Lister, access: EntityAccess, { where, words }: Conditions) {
  const filter = where === null ? EVERYTHING : planFilter(where, filterResolver(access, lister.access));
  requireKnownOptions(filter);
  const scope = planScope(access.scopeOf("list"), access.entity);
  return { scope, filter, search: { words, columns: searchedColumns(access) } };
}

/** Not joined: that would copy the page. */
function pageText(pieces: string[], nextCursor: string | null): string[] {
  const items = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [",", piece]));
  return ['{"items":[', ...items, `],"nextCursor":${JSON.stringify(nextCursor)}}`];
}

function csvText(pieces: string[], columns: CsvColumn[]): string[] {
  return [csvHeader(columns), LINE_END, ...pieces.flatMap((piece) => [piece, LINE_END])];
}

function lengthOf(pieces: string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/**
 * null where the search text alone decides, because the caller can search all of it. While records are being rewritten, that
 * text can still contain a removed field.
 */
function searchedColumns({ entity, searchable }: EntityAccess): Column[] | null {
  const all = [...entity.fields.values()].filter((field) => field.searchable);
  const isAll = searchable.size === all.length && all.length > 0;
  if (isAll && entity.reshaping === undefined) return null;
  return [...searchable.values()].map((field) => ({ kind: "data", field }));
}
