/** List queries as callers write them, in a query string or in a body: both become the same `ListQuery` (spec: List, Query). */
import { ApiError } from "../errors";
import { DEFAULT_PAGE_SIZE, MAX_IDEMPOTENCY_KEY_LENGTH, MAX_PAGE_SIZE } from "../limits";
import type { JsonValue } from "../model";
import { invalidCursor } from "../query/cursor";
import { parseFilter } from "../query/filter";
import { notQueryable } from "../query/plan";
import { parseSearch } from "../query/search";
import { DEFAULT_SORT, parseSortList, parseSortText } from "../query/sort";
import type { ListQuery } from "../records/list";
import { type Body, requireKnownMembers } from "./body";
import { invalidBody } from "./json-text";
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
    fields: parseFields(query),
  };
}

const QUERY_MEMBERS = ["where", "sort", "limit", "cursor", "search", "fields"] as const;

/** As `parseListQuery`, and INVALID_BODY for members that a query does not have. */
export function parseQueryBody({ members, ownNumber }: Body): ListQuery {
  requireKnownMembers(members, QUERY_MEMBERS);
  const { where, sort, limit, cursor, search, fields } = members;
  return {
    where: where === undefined ? null : parseFilter(where),
    sort: sort === undefined ? DEFAULT_SORT : parseSortList(sort),
    words: search === undefined ? [] : parseSearch(requireSearchText(search)),
    limit: limit === undefined ? DEFAULT_PAGE_SIZE : parseLimit(limit === Number(ownNumber) ? ownNumber : undefined),
    cursor: cursor === undefined ? null : parseCursor(requireCursorText(cursor)),
    fields: fields === undefined ? null : requireFieldList(fields),
  };
}

/** The picked fields of a query string; null for all. Throws FIELD_NOT_QUERYABLE. */
export function parseFields(query: QueryString): string[] | null {
  const text = singleValue(query, "fields", "FIELD_NOT_QUERYABLE");
  return text === null ? null : requireFieldList(text.split(","));
}

/** null where the header is absent. Throws INVALID_BODY where it is malformed: ignored, it would protect nothing. */
export function parseIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (header.length <= MAX_IDEMPOTENCY_KEY_LENGTH && /^[\x21-\x7e]+$/.test(header)) return header;
  throw invalidBody(`Idempotency-Key has 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters.`);
}

/** Takes it as it was written. Never clamped: a caller who asks for too much should know that it gets less. */
function parseLimit(text: string | undefined): number {
  const limit = text !== undefined && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_PAGE_SIZE) return limit;
  throw new ApiError("INVALID_LIMIT", `limit is an integer from 1 to ${MAX_PAGE_SIZE}, written in plain digits.`);
}

function parseCursor(text: string | null): string | null {
  if (text === "") throw invalidCursor();
  return text;
}

function requireCursorText(value: JsonValue): string {
  if (typeof value === "string") return value;
  throw invalidCursor();
}

function requireSearchText(value: JsonValue): string {
  if (typeof value === "string") return value;
  throw new ApiError("INVALID_FILTERS", "search is a string.");
}

function requireFieldList(value: JsonValue): string[] {
  const isList =
    Array.isArray(value) && value.length > 0 && value.every((key) => typeof key === "string" && key !== "");
  if (!isList) throw notQueryable([]);
  return value as string[];
}
