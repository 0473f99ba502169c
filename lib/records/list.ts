/** Use case: a page of the records that the owner may list (spec: List, Query). */
import type { EntityAccess } from "../access/compile";
import { derivedKey } from "../derived-key";
import type { Filter, SortItem } from "../model";
import { type LogicalQuery, readCursor, writeCursor } from "../query/cursor";
import type { PagePlan } from "../query/page";
import { both, type Column, callerResolver, EVERYTHING, planFilter, planScope, planSort } from "../query/plan";
import * as store from "../store/records";
import type { Caller } from "../tokens/authenticate";
import { noteRecordSize, reservePage } from "./page-budget";
import { reportIfSlow } from "./slow-list";
import { projectionOf } from "./view";

/** A query of legal shape; its fields are not resolved yet. */
export type ListQuery = {
  where: Filter | null;
  sort: SortItem[];
  /** Folded; every one must occur. */
  words: string[];
  limit: number;
  cursor: string | null;
  fields: string[] | null;
};

/** `text` is JSON, in pieces. `sent` is to be called once it has left, or never will. */
export type ListedPage = { text: string[]; sent: () => void };

/** Throws FIELD_NOT_QUERYABLE, INVALID_FILTERS, INVALID_CURSOR. */
export async function listRecords(
  caller: Pick<Caller, "configuration">,
  access: EntityAccess,
  query: ListQuery,
): Promise<ListedPage> {
  const { entity } = access;
  const resolve = callerResolver(access.queryable);
  const sort = planSort(query.sort, resolve);
  const filter = query.where === null ? EVERYTHING : planFilter(query.where, resolve);
  const projection = projectionOf(access, query.fields);
  const { organizationId, organizationKey } = caller.configuration;
  const logical: LogicalQuery = { organizationId, entityId: entity.id, where: query.where, sort, words: query.words };
  const plan: PagePlan = {
    entityId: entity.id,
    where: both(planScope(access.scopeOf("list"), entity), filter),
    search: { words: query.words, columns: searchedColumns(access) },
    sort,
    after: query.cursor === null ? null : readCursor(query.cursor, logical, derivedKey("cursor")),
    limit: query.limit,
  };
  const { isShort, release } = await reservePage(entity.id, query.limit);
  try {
    const list = () => store.listRecords(plan, projection, isShort);
    const page = await reportIfSlow({ organizationKey, entity, plan }, list);
    noteRecordSize(entity.id, page.count, lengthOf(page.pieces));
    const nextCursor = page.next === null ? null : writeCursor(page.next, logical, derivedKey("cursor"));
    return { text: pageText(page.pieces, nextCursor), sent: release };
  } catch (error) {
    release();
    throw error;
  }
}

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
