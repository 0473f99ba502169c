/** Compares and describes a token's row limits. Also used in the browser. */
import { groupBy } from "../group-by";
import type { JsonValue, Operator, RowLimit } from "../model";

/** Each limit once, in a fixed order. */
export function normalizeRowLimits(rows: readonly RowLimit[]): RowLimit[] {
  const bySpelling = new Map(rows.map((row) => [spell(row), row]));
  return [...bySpelling].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
}

export function withoutRowLimits(rows: readonly RowLimit[], others: readonly RowLimit[]): RowLimit[] {
  const known = new Set(others.map(spell));
  return rows.filter((row) => !known.has(spell(row)));
}

/** One for each entity, joining its conditions. */
export function joinedRowLimits(rows: readonly RowLimit[]): RowLimit[] {
  return [...groupBy(rows, ({ entityKey }) => entityKey)].map(([entityKey, ofEntity]) => {
    const [first = null, ...more] = ofEntity.map(({ where }) => where);
    return { entityKey, where: more.length === 0 ? first : { and: [first, ...more] } };
  });
}

/** Prefers an entity that the token reaches only in part, to show which part. */
export function firstToTry<Entity extends { entityKey: string }>(
  listed: readonly Entity[],
  rows: readonly RowLimit[],
): Entity | undefined {
  return listed.find(({ entityKey }) => rows.some((row) => row.entityKey === entityKey)) ?? listed[0];
}

/** A filter has one spelling: its lists have an order, and its objects one member. */
function spell({ entityKey, where }: RowLimit): string {
  return JSON.stringify([entityKey, where]);
}

/** A key without a label is its own name. */
export type LimitNames = { entity: (key: string) => string; field: (entityKey: string, key: string) => string };

export const KEYS: LimitNames = { entity: (key) => key, field: (_, key) => key };

/** Keyed by entity. */
export function describeRowLimits(rows: readonly RowLimit[], names = KEYS): ReadonlyMap<string, string> {
  return new Map(joinedRowLimits(rows).map((row) => [row.entityKey, describeRows(row, names)]));
}

/** "Region is EMEA and Stage is none of Won, Lost" */
export function describeRows(
  { entityKey, where }: RowLimit,
  { field: nameOf }: Pick<LimitNames, "field"> = KEYS,
): string {
  return describe(where, (field) => nameOf(entityKey, field));
}

type NameOf = (field: string) => string;

/** A filter of another version is shown as it is stored. */
function describe(where: JsonValue, nameOf: NameOf): string {
  if (Array.isArray(where)) {
    const [field, operator, value = null] = where;
    const words = typeof field === "string" ? describeTest(operator as Operator, value) : null;
    return words === null ? JSON.stringify(where) : `${nameOf(field as string)} ${words}`;
  }
  const { and, or, not } = typeof where === "object" && where !== null ? where : {};
  if (Array.isArray(and)) return and.map((part) => within(part, nameOf)).join(" and ");
  if (Array.isArray(or)) return or.map((part) => within(part, nameOf)).join(" or ");
  return not === undefined ? JSON.stringify(where) : `not (${describe(not, nameOf)})`;
}

function within(part: JsonValue, nameOf: NameOf): string {
  const isCondition = Array.isArray(part) || (typeof part === "object" && part !== null && "not" in part);
  return isCondition ? describe(part, nameOf) : `(${describe(part, nameOf)})`;
}

export const OPERATOR_WORDS = {
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
} satisfies Record<Exclude<Operator, "is_null" | "between">, string>;

/** Operators on one value that mean the same as on a list with it alone. */
const OF_ONE = { in: "eq", nin: "neq" } as const;

function describeTest(operator: Operator, value: JsonValue): string | null {
  if (operator === "is_null") return value === true ? "is empty" : "is not empty";
  if (value === null) return operator === "eq" ? "is empty" : "is not empty";
  if (operator === "between") return `is from ${(value as JsonValue[]).join(" to ")}`;
  if (Array.isArray(value) && value.length === 1 && operator in OF_ONE) {
    return describeTest(OF_ONE[operator as keyof typeof OF_ONE], value[0] ?? null);
  }
  const words = OPERATOR_WORDS[operator];
  return words === undefined ? null : `${words} ${Array.isArray(value) ? value.join(", ") : String(value)}`;
}
