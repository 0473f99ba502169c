/**
 * Sort orders as a caller writes them: `amount:desc,title:asc` in a query string, `[{"field", "direction"}]` in a body
 * (spec: List, Query). Whether the fields exist and may be sorted by is the planner's work.
 */
import { ApiError } from "../errors";
import { MAX_SORT_FIELDS } from "../limits";
import type { Direction, JsonValue, SortItem } from "../model";

/** Newest first (spec: List). */
export const DEFAULT_SORT: SortItem[] = [{ field: "created", direction: "desc" }];

/** Throws INVALID_SORT. */
export function parseSortText(text: string): SortItem[] {
  const items = text.split(",", MAX_SORT_FIELDS + 1).map((item) => {
    const [field, direction, ...rest] = item.split(":");
    if (!field || !isDirection(direction) || rest.length > 0) {
      throw invalid("sort is a comma-separated list of field:asc or field:desc.");
    }
    return { field, direction };
  });
  return requireFewAndDistinct(items);
}

/** Throws INVALID_SORT, also for an empty list, as an empty `sort=` does. */
export function parseSortList(value: JsonValue): SortItem[] {
  const message = 'sort is a list of {"field": "…", "direction": "asc" or "desc"}.';
  if (!Array.isArray(value) || value.length === 0) throw invalid(message);
  const items = value.slice(0, MAX_SORT_FIELDS + 1).map((item) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) throw invalid(message);
    const { field, direction, ...rest } = item;
    if (typeof field !== "string" || field === "" || !isDirection(direction) || Object.keys(rest).length > 0) {
      throw invalid(message);
    }
    return { field, direction };
  });
  return requireFewAndDistinct(items);
}

function requireFewAndDistinct(items: SortItem[]): SortItem[] {
  if (items.length > MAX_SORT_FIELDS) throw invalid(`sort names at most ${MAX_SORT_FIELDS} fields.`);
  if (new Set(items.map((item) => item.field)).size < items.length) throw invalid("sort names a field twice.");
  return items;
}

function isDirection(value: unknown): value is Direction {
  return value === "asc" || value === "desc";
}

function invalid(message: string): ApiError {
  return new ApiError("INVALID_SORT", message);
}
