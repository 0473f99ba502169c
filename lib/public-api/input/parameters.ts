/** Every parameter of a query string, and every header that only some endpoints take. Bodies of queries share some of the rules. */
import { z } from "zod";
import { ApiError } from "../../errors";
import {
  DEFAULT_PAGE_SIZE,
  IDEMPOTENCY_HOURS,
  MAX_EXPANDED,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  MAX_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
  MAX_WAIT_SECONDS,
} from "../../limits";
import { quoteText } from "../../messages/cut-text";
import { notAsText, wrongType } from "../../messages/wrong-type";
import type { JsonValue } from "../../model";
import { DEFAULT_SORT, type Order, parseSortText, sortText } from "../../query/page/sort";
import { parseSearch } from "../../query/text";
import type { RequestHeader } from "../endpoints/endpoint";
import { invalidBody } from "./body";
import type { Parameter } from "./query-string";

export const filledText = (description: string) => z.string().min(1).describe(description);

export const pageSize = z.int().min(1).max(MAX_PAGE_SIZE);

export const limit: Parameter<number> = {
  schema: pageSize.default(DEFAULT_PAGE_SIZE).describe("The size of the page."),
  code: "INVALID_LIMIT",
  absent: DEFAULT_PAGE_SIZE,
  parse: parseLimit,
};

export const feedLimit: Parameter<number> = {
  ...limit,
  schema: pageSize.default(DEFAULT_PAGE_SIZE).describe("The most records to return."),
};

export function limitForm(max: number): string {
  return `limit must be an integer from 1 to ${max}`;
}

export function parseLimit(text: string): number {
  return parseLimitUpTo(MAX_PAGE_SIZE, text, "For more, page with cursor.");
}

/** Exact, never clamped: a caller who asks for too much must not silently get less. `more` says how to get more. */
export function parseLimitUpTo(max: number, text: string, more: string): number {
  if (PLAIN_SIZE.test(text) && Number(text) <= max) return Number(text);
  throw new ApiError("INVALID_LIMIT", describeLimit(max, text, more));
}

const PLAIN_SIZE = /^[1-9]\d{0,2}$/;

/** Apart, because V8 compiles a function that returns, and not one that always throws. */
function describeLimit(max: number, text: string, more: string): string {
  const advice = /^\d+$/.test(text) && Number(text) > max ? ` ${more}` : "";
  const digits = Number.isInteger(Number(text)) && advice === "" && Number(text) > 0 ? " in plain digits" : "";
  return `${limitForm(max)}${digits}; ${quoteText(text)} is not.${advice}`;
}

export const pageCursor = filledText("The `nextCursor` of an earlier page of the same query.");

export const cursor: Parameter<string | null> = {
  schema: pageCursor,
  code: "INVALID_CURSOR",
  absent: null,
  parse: (text) => parseCursor(text),
};

export function parseCursor(text: string, advice = "Leave it out for the first page."): string {
  if (text !== "") return text;
  throw new ApiError("INVALID_CURSOR", `cursor is empty. ${advice}`);
}

export const feedCursor: Parameter<string | null> = {
  ...cursor,
  schema: filledText("The `nextCursor` of the last response. Without it, the feed starts now."),
  parse: (text) => parseCursor(text, "Leave it out, and the feed starts now."),
};

export const sort: Parameter<Order> = {
  schema: sortText,
  code: "INVALID_SORT",
  absent: DEFAULT_SORT,
  parse: parseSortText,
};

export const searchText = z
  .string()
  .max(MAX_SEARCH_LENGTH)
  .describe("Free text. Every word must occur in some searchable field. It ignores case.");

/** Its value is the words. */
export const search: Parameter<string[]> = {
  schema: searchText,
  code: "INVALID_FILTERS",
  absent: [],
  parse: parseSearch,
};

/** Its value is null for all. */
export const fields: Parameter<string[] | null> = {
  schema: filledText("The keys that `data` has, separated by commas. Default: all."),
  code: "FIELD_NOT_QUERYABLE",
  absent: null,
  parse: (text) => requireFieldList("fields", text.split(","), IN_TEXT),
};

export const EXPAND = `The keys of up to ${MAX_EXPANDED} references whose records are returned in \`expanded\``;

export const expand: Parameter<string[]> = {
  schema: filledText(`${EXPAND}, separated by commas.`),
  code: "FIELD_NOT_QUERYABLE",
  absent: [],
  parse: (text) => requireExpandList(text.split(","), IN_TEXT),
};

/** How a list of fields is written. */
const IN_TEXT = { two: "a,b", empty: "out the comma beside it" };
const IN_JSON = { two: '["a", "b"]', empty: "it out" };

/** Throws INVALID_FILTERS for too many, because each one costs a look-up for every record of the page; FIELD_NOT_QUERYABLE. */
export function requireExpandList(value: JsonValue, written = IN_JSON): string[] {
  const keys = requireFieldList("expand", value, written);
  if (new Set(keys).size <= MAX_EXPANDED) return keys;
  throw new ApiError(
    "INVALID_FILTERS",
    `expand names at most ${MAX_EXPANDED} references. Read the others by their ids.`,
  );
}

/** Throws FIELD_NOT_QUERYABLE. `name` is the name of the parameter or property. */
export function requireFieldList(name: "fields" | "expand", value: JsonValue, written = IN_JSON): string[] {
  const isList =
    Array.isArray(value) && value.length > 0 && value.every((key) => typeof key === "string" && key !== "");
  if (isList) return value as string[];
  const message = `${name}${describeNoFieldList(value, written)}.`;
  throw new ApiError("FIELD_NOT_QUERYABLE", message, { reason: { step: "shape", fields: [] } });
}

function describeNoFieldList(value: JsonValue, { two, empty }: typeof IN_JSON): string {
  if (!Array.isArray(value)) return ` must be a list of field keys, ${two}${notAsText(value)}`;
  const wrong = value.findIndex((key) => typeof key !== "string" || key === "");
  const key = value[wrong] ?? null;
  if (value.length > 1 && key === "") return `[${wrong}] is empty: leave ${empty}`;
  if (wrong === -1 || key === "") return ` must name at least one field: ${two}`;
  return `[${wrong}] must be a field key${wrongType("text", key)}`;
}

export const by: Parameter<string | null> = {
  schema: filledText("A field of unique values: the path then names the record by its value there, not by its id."),
  code: "FIELD_NOT_QUERYABLE",
  absent: null,
  parse: (text) => text,
};

/** In seconds. */
export const wait: Parameter<number> = {
  schema: z
    .int()
    .min(1)
    .max(MAX_WAIT_SECONDS)
    .describe("How many seconds the response can wait for a change. Without it, the response comes at once."),
  code: "INVALID_FILTERS",
  absent: 0,
  parse(text) {
    const seconds = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
    if (seconds >= 1 && seconds <= MAX_WAIT_SECONDS) return seconds;
    const message = `wait must be an integer from 1 to ${MAX_WAIT_SECONDS}: how many seconds the response waits for a change. Without it, the response comes at once.`;
    throw new ApiError("INVALID_FILTERS", message);
  },
};

/** Refuses anything but true or false: a caller who wants a dry run must not write. */
export const flag = (name: string, description: string): Parameter<boolean> => ({
  // Without a default in the schema: clients that fill it in would write.
  schema: z.boolean().meta({ description, examples: [true] }),
  code: "INVALID_FILTERS",
  absent: false,
  parse(text) {
    if (text === "true" || text === "false") return text === "true";
    throw new ApiError("INVALID_FILTERS", `${name} is true or false.`);
  },
});

export const dryRun = flag(
  "dryRun",
  "Checks everything and writes nothing. The response is what it would be, with `x-dry-run: true`. Leave it out to write.",
);

/** Its value is null for all. */
export const entities: Parameter<string[] | null> = {
  schema: filledText(
    "The keys of the entities that the document is to have, separated by commas. Default: all of the token.",
  ),
  code: "INVALID_FILTERS",
  absent: null,
  parse: (text) => text.split(","),
};

/** Continues "The `ETag` of …". */
export function ifMatch(version: string): RequestHeader {
  const description = `The \`ETag\` of ${version}, or \`*\` for any version.`;
  return { description, required: true, schema: { type: "string" }, example: "*" };
}

/** `etag` is the beginning of a sentence. */
export function ifNoneMatch(etag: string): RequestHeader {
  const description = `${etag} that was returned before. The response is 304 while it is current.`;
  return { description, required: false, schema: { type: "string" } };
}

const VISIBLE_ASCII = /^[!-~]+$/;

export const IDEMPOTENCY_KEY: RequestHeader = {
  description: `A repeated request with the same key and body writes nothing twice: it gets the first response again, for ${IDEMPOTENCY_HOURS} hours, with \`idempotent-replayed: true\`. A refusal is not kept.`,
  required: false,
  schema: { type: "string", minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH, pattern: VISIBLE_ASCII.source },
};

/** Returns null if the header is absent. Throws INVALID_BODY if it is malformed: if it were ignored, it would protect nothing. */
export function parseIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (header.length <= MAX_IDEMPOTENCY_KEY_LENGTH && VISIBLE_ASCII.test(header)) return header;
  throw invalidBody(
    `Idempotency-Key has 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters, without spaces: a UUID will do.`,
  );
}
