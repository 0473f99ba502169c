/** Parses list queries from a query string or from a body; both become the same `ListQuery` (spec: List, Query). */
import { ApiError } from "../../errors";
import { DEFAULT_PAGE_SIZE, MAX_EXPANDED, MAX_PAGE_SIZE, MAX_WAIT_SECONDS } from "../../limits";
import { quoteText } from "../../messages/cut-text";
import { wrongType } from "../../messages/wrong-type";
import type { JsonObject, JsonValue } from "../../model";
import { parseFilter } from "../../query/filter/filter";
import { DEFAULT_SORT, parseSortList, parseSortText } from "../../query/page/sort";
import { parseSearch } from "../../query/text";
import type { Conditions, ListQuery } from "../../records/list";
import type { Picked } from "../../records/read";
import { type Body, type BodyHabits, requireKnownMembers } from "./body";
import { type QueryString, singleValue } from "./query-string";

/** Throws INVALID_LIMIT, INVALID_CURSOR, INVALID_SORT, INVALID_FILTERS, FIELD_NOT_QUERYABLE. */
export function parseListQuery(query: QueryString): ListQuery {
  const limit = singleValue(query, "limit", "INVALID_LIMIT");
  const sort = singleValue(query, "sort", "INVALID_SORT");
  return {
    where: null,
    sort: sort === null ? DEFAULT_SORT : parseSortText(sort),
    words: parseSearch(singleValue(query, "search", "INVALID_FILTERS") ?? ""),
    limit: limit === null ? DEFAULT_PAGE_SIZE : parseLimit(limit),
    cursor: parseCursor(singleValue(query, "cursor", "INVALID_CURSOR")),
    ...parsePicked(query),
  };
}

const QUERY_MEMBERS = ["where", "sort", "limit", "cursor", "search", "fields", "expand"] as const;

const QUERY_HABITS: BodyHabits = [
  [
    ["filter", "filters", "conditions", "$filter", "criteria"],
    'To filter, send where: {"where": ["field", "eq", value]}.',
  ],
  [["page", "offset", "skip", "after", "pagetoken"], "For the next page, send nextCursor as cursor."],
  [["order", "orderby", "order_by", "sortby"], 'To sort, send sort: [{"field": "created", "direction": "desc"}].'],
  [
    ["pagesize", "page_size", "per_page", "perpage", "size", "take", "top", "first"],
    "For the size of a page, send limit.",
  ],
  [["select", "columns", "properties"], 'To pick fields, send fields: ["a", "b"].'],
  [["q", "query", "text"], "To search for words, send search."],
];

/**
 * Throws the same as `parseListQuery`, and INVALID_BODY for unknown properties. A null property counts as absent (contract § 8),
 * because that is how clients send unset variables.
 */
export function parseQueryBody({ members }: Body): ListQuery {
  requireKnownMembers(members, QUERY_MEMBERS, QUERY_HABITS);
  const { sort = null, limit = null, cursor = null, fields = null, expand = null } = members;
  return {
    ...parseConditions(members),
    sort: sort === null ? DEFAULT_SORT : parseSortList(sort),
    limit: limit === null ? DEFAULT_PAGE_SIZE : parseLimitMember(limit),
    cursor: cursor === null ? null : parseCursor(requireCursorText(cursor)),
    fields: fields === null ? null : requireFieldList("fields", fields),
    expand: expand === null ? [] : requireFew(requireFieldList("expand", expand)),
  };
}

/** `where` and `search` of a body. Throws INVALID_FILTERS. */
export function parseConditions({ where = null, search = null }: JsonObject): Conditions {
  return {
    where: where === null ? null : parseFilter(where),
    words: search === null ? [] : parseSearch(requireSearchText(search)),
  };
}

/** `fields` and `expand` of a query string. Throws FIELD_NOT_QUERYABLE, INVALID_FILTERS. */
export function parsePicked(query: QueryString): Picked {
  const expand = singleValue(query, "expand", "FIELD_NOT_QUERYABLE");
  return {
    fields: parseFields(query),
    expand: expand === null ? [] : requireFew(requireFieldList("expand", expand.split(","))),
  };
}

/** The `fields` of a query string; null for all. Throws FIELD_NOT_QUERYABLE. */
function parseFields(query: QueryString): string[] | null {
  const text = singleValue(query, "fields", "FIELD_NOT_QUERYABLE");
  return text === null ? null : requireFieldList("fields", text.split(","));
}

/** Throws INVALID_LIMIT, INVALID_CURSOR, INVALID_FILTERS, FIELD_NOT_QUERYABLE. */
export function parseChangesQuery(query: QueryString): {
  cursor: string | null;
  limit: number;
  fields: string[] | null;
  waitSeconds: number;
} {
  const limit = singleValue(query, "limit", "INVALID_LIMIT");
  const cursor = singleValue(query, "cursor", "INVALID_CURSOR");
  const wait = singleValue(query, "wait", "INVALID_FILTERS");
  if (cursor === "") throw new ApiError("INVALID_CURSOR", "cursor is empty. Leave it out, and the feed starts now.");
  return {
    cursor,
    limit: limit === null ? DEFAULT_PAGE_SIZE : parseLimit(limit),
    fields: parseFields(query),
    waitSeconds: wait === null ? 0 : parseWait(wait),
  };
}

function parseWait(text: string): number {
  const seconds = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
  if (seconds >= 1 && seconds <= MAX_WAIT_SECONDS) return seconds;
  const message = `wait is an integer from 1 to ${MAX_WAIT_SECONDS}: how many seconds the response waits for a change. Without it, the response comes at once.`;
  throw new ApiError("INVALID_FILTERS", message);
}

/** Exact, never clamped: a caller who asks for too much must not silently get less. */
function parseLimit(text: string): number {
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_PAGE_SIZE) return limit;
  const advice = /^\d+$/.test(text) && Number(text) > MAX_PAGE_SIZE ? " For more, page with cursor." : "";
  throw new ApiError("INVALID_LIMIT", `${LIMIT_FORM}, written in plain digits; ${quoteText(text)} is not.${advice}`);
}

const LIMIT_FORM = `limit is an integer from 1 to ${MAX_PAGE_SIZE}`;

/** JSON numbers count by value, however they are written: 1e1 is 10. */
function parseLimitMember(limit: JsonValue): number {
  if (typeof limit === "number") return parseLimit(String(limit));
  throw new ApiError("INVALID_LIMIT", `${LIMIT_FORM}${wrongType("integer", limit)}.`);
}

function parseCursor(text: string | null): string | null {
  if (text === "") throw new ApiError("INVALID_CURSOR", "cursor is empty. Leave it out for the first page.");
  return text;
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

/** Throws INVALID_FILTERS, because each one costs a look-up for every record of the page. */
function requireFew(expand: string[]): string[] {
  if (new Set(expand).size <= MAX_EXPANDED) return expand;
  throw new ApiError(
    "INVALID_FILTERS",
    `expand names at most ${MAX_EXPANDED} references. Read the others by their ids.`,
  );
}

/** Throws FIELD_NOT_QUERYABLE. `name` is the name of the parameter or property. */
function requireFieldList(name: "fields" | "expand", value: JsonValue): string[] {
  const isList =
    Array.isArray(value) && value.length > 0 && value.every((key) => typeof key === "string" && key !== "");
  if (isList) return value as string[];
  const message = `${name} names at least one field: ${name}=a,b in the query string, ["a", "b"] in a body.`;
  throw new ApiError("FIELD_NOT_QUERYABLE", message, { reason: { step: "shape", fields: [] } });
}
