/** The rows that a token is limited to: checks, compares and describes them. Pure, also used in the browser. */
import type { Access } from "../access/compile";
import { rowLimitResolver } from "../access/row-limits";
import { ApiError } from "../errors";
import { MAX_ROW_LIMIT_LENGTH } from "../limits";
import type { Filter, JsonValue, Operator, RowLimit } from "../model";
import { parseFilter } from "../query/filter/filter";
import { FilterFault } from "../query/filter/filter-fault";
import { requireKnownValues } from "../query/filter/known-values";
import { planFilter } from "../query/plan";

/** Parses a JSON list of `{"entityKey", "where"}`. Throws an Error that shows the form. */
export function parseRowLimits(text: string): RowLimit[] {
  const parsed = parsedOrUndefined(text);
  if (Array.isArray(parsed) && parsed.every(isRowLimit)) return parsed;
  throw new Error(
    `"${text}" is no list of limits: write [{"entityKey": "deals", "where": ["region", "eq", "EMEA"]}], as JSON.`,
  );
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRowLimit(value: unknown): value is RowLimit {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false;
  return "entityKey" in value && typeof value.entityKey === "string" && "where" in value;
}

/** One message for each limit that its owner cannot set. `owner` is the owner's access without scopes. */
export function rowLimitProblems(rows: readonly RowLimit[], owner: Access): string[] {
  if (JSON.stringify(rows).length > MAX_ROW_LIMIT_LENGTH) {
    return [`at most ${MAX_ROW_LIMIT_LENGTH} characters of conditions in all: shorten their lists of values`];
  }
  return rows.flatMap((row) => rowLimitProblem(row, owner) ?? []);
}

function rowLimitProblem({ entityKey, where }: RowLimit, owner: Access): string | null {
  const limitable = owner.entity(entityKey)?.limitable ?? new Map();
  if (limitable.size === 0) {
    return `no field of "${entityKey}" can limit rows: one is needed that the configuration marks as limitable, and that the owner can read on every record`;
  }
  try {
    const resolver = rowLimitResolver(limitable);
    requireKnownValues(planFilter(parseFilter(where), resolver), resolver);
    return null;
  } catch (error) {
    if (error instanceof FilterFault) return `${entityKey}: ${error.place}: ${error.fault}`;
    if (!(error instanceof ApiError)) throw error;
    return `the rows of "${entityKey}" can be limited by ${[...limitable.keys()].join(", ")}, and by no other field`;
  }
}

/** Each limit once, in a fixed order. */
export function normalizeRowLimits(rows: readonly RowLimit[]): RowLimit[] {
  const bySpelling = new Map(rows.map((row) => [spell(row), row]));
  return [...bySpelling].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
}

/** Those of `rows` that are not among `others`. */
export function withoutRowLimits(rows: readonly RowLimit[], others: readonly RowLimit[]): RowLimit[] {
  const known = new Set(others.map(spell));
  return rows.filter((row) => !known.has(spell(row)));
}

/** A filter has one spelling: its lists have an order, and its objects one member. */
function spell({ entityKey, where }: RowLimit): string {
  return JSON.stringify([entityKey, where]);
}

/** The names of entities and fields, by their keys; a key without a label is its own name. */
export type LimitNames = { entity: (key: string) => string; field: (entityKey: string, key: string) => string };

export const KEYS: LimitNames = { entity: (key) => key, field: (_, key) => key };

/** "Region is EMEA and Stage is none of Won, Lost" */
export function describeRows(
  { entityKey, where }: RowLimit,
  { field: nameOf }: Pick<LimitNames, "field"> = KEYS,
): string {
  try {
    return describe(parseFilter(where), (field) => nameOf(entityKey, field));
  } catch {
    // Stored by a version that knew other filters.
    return JSON.stringify(where);
  }
}

function describe(filter: Filter, nameOf: (field: string) => string): string {
  if ("and" in filter) return filter.and.map((part) => within(part, nameOf)).join(" and ");
  if ("or" in filter) return filter.or.map((part) => within(part, nameOf)).join(" or ");
  if ("not" in filter) return `not (${describe(filter.not, nameOf)})`;
  return `${nameOf(filter.field)} ${describeTest(filter.operator, filter.value)}`;
}

function within(part: Filter, nameOf: (field: string) => string): string {
  return "and" in part || "or" in part ? `(${describe(part, nameOf)})` : describe(part, nameOf);
}

export const OPERATOR_WORDS: Record<Exclude<Operator, "is_null" | "between">, string> = {
  eq: "is",
  neq: "is not",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  in: "is one of",
  nin: "is none of",
  contains: "contains",
  not_contains: "does not contain",
  starts_with: "starts with",
  ends_with: "ends with",
  any_of: "has any of",
  all_of: "has all of",
};

function describeTest(operator: Operator, value: JsonValue): string {
  if (operator === "is_null") return value === true ? "is empty" : "is not empty";
  if (value === null) return operator === "eq" ? "is empty" : "is not empty";
  if (operator === "between") return `is from ${(value as JsonValue[]).join(" to ")}`;
  return `${OPERATOR_WORDS[operator]} ${Array.isArray(value) ? value.join(", ") : String(value)}`;
}
