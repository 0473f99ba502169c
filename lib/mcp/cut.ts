/** Fits results into the characters that a model wants to read. What is left out is named, and a cursor continues there. */
import { ApiError } from "../errors";
import { MAX_TOOL_CHARACTERS } from "../limits";
import type { JsonObject, JsonValue } from "../model";
import type { Answered } from "./ask";
import { NOTICE_LENGTH } from "./tool";

/** Room for the members of a result besides its items: cursors, and what was cut. */
const FRAME = 600;
const CUT_LENGTH = 100;

/**
 * Requests shorter pages until one fits, so that cursors are the API's; at most eight, because all count as one request. Throws
 * INVALID_LIMIT if not even one item fits.
 */
export async function pageThatFits(
  limit: number,
  most: number,
  askFor: (limit: number) => Promise<Answered>,
): Promise<JsonObject> {
  let size = limit;
  let found = 0;
  for (let isFirst = true; ; isFirst = false) {
    const { data, length } = await askFor(size);
    const items = data?.items as JsonValue[] | undefined;
    found = Math.max(found, items?.length ?? size);
    if (data !== null && length + (size === limit ? 0 : CUT_LENGTH) <= most)
      return size === limit ? data : { ...data, cut: cutTo(items?.length ?? 0, found) };
    if (size === 1) throw tooLong(length, most);
    const fitting = items === undefined ? Math.floor((size * most) / length) : countFitting(items, most);
    size = Math.max(1, Math.min(isFirst ? size - 1 : Math.floor(size / 2), fitting));
  }
}

export function countFitting(items: readonly JsonValue[], most: number): number {
  let length = FRAME;
  for (const [index, item] of items.entries()) {
    length += JSON.stringify(item).length + 1;
    if (length > most) return index;
  }
  return items.length;
}

/** The first items that fit, but at least one. */
export function firstFitting<Item extends JsonValue>(items: readonly Item[], most: number): Item[] {
  return items.slice(0, Math.max(1, countFitting(items, most)));
}

/** A list without pages: `rest` says how to get the other items. Throws INVALID_LIMIT if not even one item fits. */
export function fittedList(
  name: string,
  items: JsonValue[],
  truncated: boolean,
  { most, ...rest }: { most: number; rest?: string },
): JsonObject {
  const shown = firstFitting(items, most);
  if (shown.length === items.length) return requireFitting({ [name]: items, truncated }, most);
  const cut = { ...cutTo(shown.length, items.length), ...rest };
  return requireFitting({ [name]: shown, truncated: true, cut }, most);
}

export function cutTo(shown: number, of: number) {
  return { shown, of, by: "max_characters" };
}

/** Throws INVALID_LIMIT if it is too long. */
export function requireFitting(result: JsonObject, most: number): JsonObject {
  const { length } = JSON.stringify(result);
  if (length <= most) return result;
  throw tooLong(length, most);
}

function tooLong(length: number, most: number): ApiError {
  const needed = length + NOTICE_LENGTH;
  const advice =
    needed <= MAX_TOOL_CHARACTERS
      ? `Set max_characters to ${needed}, or ask for less: fewer fields, fewer operations.`
      : "Ask for less: fewer fields, fewer operations.";
  return new ApiError("INVALID_LIMIT", `The shortest result has ${length} characters, more than ${most}. ${advice}`);
}

type Head = { metadata: JsonObject } & JsonObject;
type Part = { key: string; text: string; length: number };

/** Adds the fields to the head as `text`. Leaves out the longest until the rest fits, and names them in `metadata.cut`. */
export function fittedFields(head: Head, data: JsonObject, most: number): JsonObject {
  const parts = Object.entries(data).map(toPart);
  const longestFirst = [...parts].sort((one, other) => other.length - one.length);
  const omitted = new Set<Part>();
  let length = lengthOf({ ...head, text: "{}" }) + parts.reduce((sum, part) => sum + part.length + 1, 0);
  for (const part of longestFirst) {
    if (length <= most) break;
    if (omitted.size === 0) length += lengthOf({ cut: cutOf([]) });
    omitted.add(part);
    length += lengthOf(part.key) - part.length;
  }
  const shown = parts.filter((part) => !omitted.has(part)).map(({ text }) => text);
  const cut = omitted.size === 0 ? {} : { cut: cutOf([...omitted].map(({ key }) => key)) };
  return { ...head, text: `{${shown.join(",")}}`, metadata: { ...head.metadata, ...cut } };
}

/** `length` is counted within a text that is itself JSON: quotes and backslashes are escaped once more. */
function toPart([key, value]: [string, JsonObject[string]]): Part {
  const text = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  return { key, text, length: lengthOf(text) - 2 };
}

function cutOf(fields: string[]): JsonObject {
  return { fields, by: "max_characters" };
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}
