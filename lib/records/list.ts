/** Use case: a page of the records that the owner can list (spec: List, Query). */
import type { Access, EntityAccess } from "../access/compile";
import { derivedKey } from "../crypto/derived-key";
import type { Configuration, Filter, Token } from "../model";
import type { Seen } from "../postgres/replica";
import { requireKnownValues } from "../query/filter/known-values";
import { type CsvColumn, csvHeader, LINE_END } from "../query/page/csv";
import { type LogicalQuery, readCursor, writeCursor } from "../query/page/cursor";
import type { PagePlan } from "../query/page/page-plan";
import { NEWEST } from "../query/page/ranked-run";
import { type Order, RELEVANCE } from "../query/page/sort";
import { both, type Column, callerResolver, EVERYTHING, planFilter, planSort } from "../query/plan";
import type { Release } from "../semaphore";
import * as store from "../store/records/read";
import { pageBudget } from "./load/page-budget";
import { sharerOf } from "./load/shares";
import { runInTurn } from "./load/slow-list";
import { csvColumns } from "./read";
import { filterResolver, withReferenced } from "./referenced";
import { pageByRelevance, searchedLabel } from "./relevance";
import { type Picked, viewOf } from "./view";

/** Well-formed. `words` are folded; every one must occur. */
export type Conditions = { where: Filter | null; words: string[] };

/** A well-formed query; its fields are not resolved yet. */
export type ListQuery = Conditions & Picked & { sort: Order; limit: number; cursor: string | null };

/** `text`: pieces of JSON or CSV. Call `sent` with the length still to be sent, and without one once nothing is. */
type ListedPage = { text: string[]; nextCursor: string | null; sent: Release };

/** `token.rootId`: whose fair share. `access`: what references show. `seen`: the log position the caller may have read up to. */
export type Lister = { configuration: Configuration; token: Pick<Token, "rootId">; access: Access; seen?: Seen };

/** Throws FIELD_NOT_QUERYABLE, INVALID_FILTERS (also on timeout), INVALID_CURSOR, RATE_LIMITED and CallerLeft. */
export async function listRecords(
  lister: Lister,
  access: EntityAccess,
  query: ListQuery,
  signal: AbortSignal,
  form: "json" | "csv" = "json",
): Promise<ListedPage> {
  const { entity } = access;
  const sort =
    query.sort === RELEVANCE ? RELEVANCE : planSort(query.sort, callerResolver(access.queryable, access.readable));
  const { scope, filter, search } = planConditions(lister, access, query);
  const view = viewOf(access, lister.access, query);
  const columns = form === "csv" ? csvColumns(access, query) : null;
  const { organizationId } = lister.configuration;
  const logical: LogicalQuery = { organizationId, entityId: entity.id, where: query.where, sort, words: query.words };
  const plan: PagePlan = {
    entityId: entity.id,
    where: both(scope, filter),
    search,
    sort: sort === RELEVANCE ? NEWEST : sort,
    after: query.cursor === null ? null : readCursor(query.cursor, logical, derivedKey("cursor")),
    limit: query.limit,
  };
  const sizeKey = [entity.id, form, ...query.expand].join();
  const room = await pageBudget().reserve(sharerOf(lister), sizeKey, { limit: query.limit, signal });
  try {
    const read = (at: PagePlan) => store.listRecords(at, columns ?? view, room.isShort, signal, lister.seen);
    const list = async () => {
      const where = both(scope, await withReferenced(filter, signal, lister.seen));
      const listed =
        sort === RELEVANCE
          ? await pageByRelevance({ ...plan, where }, searchedLabel(access), plan.after, read)
          : await read({ ...plan, where });
      await room.fit(listed.count, lengthOf(listed.pieces));
      return listed;
    };
    const page = await runInTurn({ lister, entity, plan, filter }, signal, list);
    const nextCursor = page.next === null ? null : writeCursor(page.next, logical, derivedKey("cursor"));
    const text = columns === null ? pageText(page.pieces, nextCursor) : csvText(page.pieces, columns);
    return { text, nextCursor, sent: room.release };
  } catch (error) {
    room.release();
    throw error;
  }
}

/** `scope` is what the owner can list; `filter` is the caller's filter within it. Throws FIELD_NOT_QUERYABLE, INVALID_FILTERS. */
export function planConditions(lister: Lister, access: EntityAccess, { where, words }: Conditions) {
  const resolve = filterResolver(access, lister.access);
  const filter = where === null ? EVERYTHING : planFilter(where, resolve);
  requireKnownValues(filter, resolve);
  return { scope: access.reach("list"), filter, search: { words, columns: searchedColumns(access) } };
}

/** Not joined, because that would copy the page. */
function pageText(pieces: string[], nextCursor: string | null): string[] {
  const items = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [",", piece]));
  return ['{"items":[', ...items, `],"nextCursor":${JSON.stringify(nextCursor)}}`];
}

function csvText(pieces: string[], columns: CsvColumn[]): string[] {
  return [csvHeader(columns), LINE_END, ...pieces.flatMap((piece) => [piece, LINE_END])];
}

export function lengthOf(pieces: string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** null if the search text alone decides, because the caller can search all of it. */
function searchedColumns({ entity, searchable }: EntityAccess): Column[] | null {
  const all = [...entity.fields.values()].filter((field) => field.searchable);
  if (searchable.size === all.length && all.length > 0) return null;
  return [...searchable.values()].map((field) => ({ kind: "data", field }));
}
