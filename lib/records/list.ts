/** Use case: a page of the records that the owner may list (spec: List, Query). */
import type { EntityAccess } from "../access/compile";
import { derivedKey } from "../derived-key";
import type { Filter, SortItem } from "../model";
import { type LogicalQuery, readCursor, writeCursor } from "../query/cursor";
import { both, type Column, callerResolver, EVERYTHING, planFilter, planScope, planSort } from "../query/plan";
import * as store from "../store/records";
import type { Caller } from "../tokens/authenticate";
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

/** The page of records as JSON text. Throws FIELD_NOT_QUERYABLE, INVALID_FILTERS, INVALID_CURSOR. */
export async function listRecords(caller: Caller, access: EntityAccess, query: ListQuery): Promise<string> {
  const { entity } = access;
  const resolve = callerResolver(access.queryable);
  const sort = planSort(query.sort, resolve);
  const filter = query.where === null ? EVERYTHING : planFilter(query.where, resolve);
  const projection = projectionOf(access, query.fields);
  const { organizationId } = caller.configuration;
  const logical: LogicalQuery = { organizationId, entityId: entity.id, where: query.where, sort, words: query.words };
  const page = await store.listRecords(
    {
      entityId: entity.id,
      where: both(planScope(access.scopeOf("list"), entity), filter),
      search: { words: query.words, columns: searchedColumns(access) },
      sort,
      after: query.cursor === null ? null : readCursor(query.cursor, logical, derivedKey("cursor")),
      limit: query.limit,
    },
    projection,
  );
  const nextCursor = page.next === null ? null : writeCursor(page.next, logical, derivedKey("cursor"));
  return `{"items":[${page.items.join(",")}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}

/** null where the caller may search all that is searchable, so that the search text alone decides. */
function searchedColumns({ entity, searchable }: EntityAccess): Column[] | null {
  const all = [...entity.fields.values()].filter((field) => field.searchable);
  if (searchable.size === all.length && all.length > 0) return null;
  return [...searchable.values()].map((field) => ({ kind: "data", field }));
}
