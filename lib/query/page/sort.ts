/** Sort orders as a caller writes them (spec: List, Query). The planner checks that the fields can be sorted by. */
import { z } from "zod";
import { ApiError } from "../../errors";
import { MAX_SORT_FIELDS } from "../../limits";
import { cutText, quoteText } from "../../messages/cut-text";
import { notAsText } from "../../messages/wrong-type";
import { DIRECTIONS, type Direction, type JsonValue, type SortItem } from "../../model";

/** Newest first (spec: List). */
export const DEFAULT_SORT: SortItem[] = [{ field: "created", direction: "desc" }];

/** The order of a search by how well records match it (contract § 17). */
export const RELEVANCE = "relevance";
export type Order = SortItem[] | typeof RELEVANCE;

const ITEM_TEXT = `[^,:]+:(${DIRECTIONS.join("|")})`;

export const sortText = z
  .union([
    z.string().regex(new RegExp(`^${ITEM_TEXT}(,${ITEM_TEXT}){0,${MAX_SORT_FIELDS - 1}}$`)),
    z.literal(RELEVANCE),
  ])
  .describe(
    "`field:asc` or `field:desc`, several separated by commas; with `search` also `relevance`, alone: the best matches first. Default: newest first by `created`.",
  );

/** Throws INVALID_SORT. */
export function parseSortText(text: string): Order {
  if (text === RELEVANCE) return RELEVANCE;
  const items = text.split(",", MAX_SORT_FIELDS + 1).map((item, index) => {
    const [field, direction, ...rest] = item.split(":");
    if (!field || field !== field.trim() || !isDirection(direction) || rest.length > 0) {
      const form = "sort is a comma-separated list of field:asc or field:desc";
      throw invalid(`sort[${index}]`, `${form}${rewritten(item, ([name, way]) => `"${name}:${way}"`)}.`);
    }
    return { field, direction };
  });
  return requireFewAndDistinct(items);
}

const sortItem = z.strictObject({ field: z.string().min(1), direction: z.enum(DIRECTIONS) }).meta({ id: "SortItem" });

export const sortList = z.union([z.array(sortItem).min(1).max(MAX_SORT_FIELDS), z.literal(RELEVANCE)]);

const LIST_FORM = 'sort is a list of {"field": "…", "direction": "asc"} or "desc"';

/** Throws INVALID_SORT, also for an empty list, like an empty `sort=`. */
export function parseSortList(value: JsonValue): Order {
  if (value === RELEVANCE) return RELEVANCE;
  if (!Array.isArray(value)) {
    throw invalid(
      "sort",
      `${LIST_FORM}${notAsText(value)}${typeof value === "string" ? rewritten(value, inBody) : ""}.`,
    );
  }
  if (value.length === 0) throw invalid("sort", `${LIST_FORM}, of at least one. Leave it out for the newest first.`);
  const items = value.slice(0, MAX_SORT_FIELDS + 1).map((item, index) => parseSortItem(item, `sort[${index}]`));
  return requireFewAndDistinct(items);
}

function parseSortItem(item: JsonValue, place: string): SortItem {
  if (typeof item === "string") throw invalid(place, `${LIST_FORM}${rewritten(item, inBody)}.`);
  if (typeof item !== "object" || item === null || Array.isArray(item)) throw invalid(place, `${LIST_FORM}.`);
  const { field, direction, ...rest } = item;
  const [other] = Object.keys(rest);
  if (other !== undefined) throw invalid(place, `${LIST_FORM}, with no member ${quoteText(other)}.`);
  if (typeof field !== "string" || field === "") throw invalid(place, `${LIST_FORM}; the field is missing.`);
  if (!isDirection(direction)) throw invalid(place, `${LIST_FORM}; the direction is asc or desc, in lower case.`);
  return { field, direction };
}

/** Ends the message with the form used here, for `-created`, `created`, `created desc` and `+created`. */
function rewritten(item: string, write: (sort: [field: string, direction: Direction]) => string): string {
  const match = OTHER_FORM.exec(cutText(item.split(",", 1)[0] ?? "", MAX_ITEM));
  if (match === null) return "";
  const [, sign, first = "", second = ""] = match;
  const [name, word] = second !== "" && WAY.test(first) && !WAY.test(second) ? [second, first] : [first, second];
  const direction = sign === "-" || /^(?:d|-1$)/i.test(word) ? "desc" : "asc";
  return `. Write ${write([quoteText(name).slice(1, -1), direction])}`;
}

const OTHER_FORM = /^\s*([+-]?)([\w.]+?)(?:(?:[\s:]+|\.(?=(?:asc|desc)\b))([\w-]+))?\s*$/i;
const WAY = /^(?:asc|desc)/i;
const MAX_ITEM = 100;

function inBody([field, direction]: [string, Direction]): string {
  return `[{"field": "${field}", "direction": "${direction}"}]`;
}

/** Throws INVALID_SORT for an order by relevance without words to search for. */
export function requireSearched(order: Order, words: string[]): void {
  if (order !== RELEVANCE || words.length > 0) return;
  throw invalid(
    "sort",
    `${RELEVANCE} is the order of a search. Send search with at least one word, or sort by a field.`,
  );
}

function requireFewAndDistinct(items: SortItem[]): SortItem[] {
  if (items.length > MAX_SORT_FIELDS) throw invalid("sort", `It names at most ${MAX_SORT_FIELDS} fields.`);
  const repeated = items.findIndex((item, index) => items.findIndex(({ field }) => field === item.field) < index);
  if (repeated >= 0) throw invalid(`sort[${repeated}]`, `${quoteText(items[repeated]?.field ?? "")} is named twice.`);
  return items;
}

function isDirection(value: unknown): value is Direction {
  return (DIRECTIONS as readonly unknown[]).includes(value);
}

function invalid(place: string, message: string): ApiError {
  return new ApiError("INVALID_SORT", `${place}: ${message}`);
}
