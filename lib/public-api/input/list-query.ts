/** List queries, in a query string or in a body; both become the same `ListQuery` (spec: List, Query). */
import { z } from "zod";
import { ApiError } from "../../errors";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../../limits";
import { wrongType } from "../../messages/wrong-type";
import type { JsonObject, JsonValue } from "../../model";
import { filter, parseFilter } from "../../query/filter/filter";
import { DEFAULT_SORT, parseSortList, requireSearched, sortList } from "../../query/page/sort";
import { parseSearch } from "../../query/text";
import type { Conditions, ListQuery } from "../../records/list";
import type { Habits } from "../advice/unknown-parameter";
import { requireKnownMembers } from "./body";
import {
  cursor,
  EXPAND,
  expand,
  fields,
  limit,
  limitForm,
  pageCursor,
  pageSize,
  parseCursor,
  parseLimit,
  requireExpandList,
  requireFieldList,
  search,
  searchText,
  sort,
} from "./parameters";
import { parseParameters, type QueryString } from "./query-string";

export const listParameters = { limit, cursor, sort, search, fields, expand };

/** Throws INVALID_LIMIT, INVALID_CURSOR, INVALID_SORT, INVALID_FILTERS, FIELD_NOT_QUERYABLE. */
export function parseListQuery(query: QueryString): ListQuery {
  const { search: words, sort, limit, cursor, fields, expand } = parseParameters(query, listParameters);
  requireSearched(sort, words);
  return { where: null, words, sort, limit, cursor, fields, expand };
}

/** The members of a query and of an aggregate. */
export const conditionMembers = {
  where: filter.nullish().describe("The filter. Without it, every record matches."),
  search: searchText.nullish(),
};

const keys = z.array(z.string().min(1)).min(1);

export const queryBody = z
  .strictObject({
    where: conditionMembers.where,
    sort: sortList
      .nullish()
      .describe(
        "The order; with `search` also `relevance`, the best matches first. Default: newest first by `created`.",
      ),
    limit: pageSize.nullish().describe(`The size of the page. Default: ${DEFAULT_PAGE_SIZE}.`),
    cursor: pageCursor.nullish(),
    search: conditionMembers.search,
    fields: keys.nullish().describe("The keys that `data` has. Default: all."),
    expand: keys.nullish().describe(`${EXPAND}.`),
  })
  .describe("Every member is optional. One that is null counts as absent.")
  .meta({ id: "Query" });

const TO_FILTER = 'To filter, send where: {"where": ["field", "eq", value]}.';
const QUERY_HABITS: Habits = [
  ["filter filters conditions $filter criteria", TO_FILTER],
  ["page offset skip after pagetoken", "For the next page, send nextCursor as cursor."],
  ["order orderby order_by sortby", 'To sort, send sort: [{"field": "created", "direction": "desc"}].'],
  ["pagesize page_size per_page perpage size take top first", "For the size of a page, send limit."],
  ["select columns properties", 'To pick fields, send fields: ["a", "b"].'],
  ["q query text", "To search for words, send search."],
];

/** Throws the same, and INVALID_BODY. A null property counts as absent (contract § 6): clients send unset variables that way. */
export function parseQueryBody(members: JsonObject): ListQuery {
  requireKnownMembers(members, queryBody, QUERY_HABITS, ` ${TO_FILTER}`);
  const { sort = null, limit = null, cursor = null, fields = null, expand = null } = members;
  const { where, words } = parseConditions(members);
  const order = sort === null ? DEFAULT_SORT : parseSortList(sort);
  requireSearched(order, words);
  return {
    where,
    words,
    sort: order,
    limit: limit === null ? DEFAULT_PAGE_SIZE : parseLimitMember(limit),
    cursor: cursor === null ? null : parseCursor(requireCursorText(cursor)),
    fields: fields === null ? null : requireFieldList("fields", fields),
    expand: expand === null ? [] : requireExpandList(expand),
  };
}

/** `where` and `search` of a body. Throws INVALID_FILTERS. */
export function parseConditions({ where = null, search = null }: JsonObject): Conditions {
  return {
    where: where === null ? null : parseFilter(where),
    words: search === null ? [] : parseSearch(requireSearchText(search)),
  };
}

/** JSON numbers count by value, however they are written: 1e1 is 10. */
function parseLimitMember(limit: JsonValue): number {
  if (typeof limit === "number") return parseLimit(String(limit));
  throw new ApiError("INVALID_LIMIT", `${limitForm(MAX_PAGE_SIZE)}${wrongType("integer", limit)}.`);
}

function requireCursorText(value: JsonValue): string {
  if (typeof value === "string") return value;
  const form = "cursor is the nextCursor of the page before";
  throw new ApiError("INVALID_CURSOR", `${form}${wrongType("text", value)}. Leave it out for the first page.`);
}

function requireSearchText(value: JsonValue): string {
  if (typeof value === "string") return value;
  throw new ApiError("INVALID_FILTERS", `search is a string of words${wrongType("text", value)}.`);
}
