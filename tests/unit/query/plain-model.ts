/**
 * What a list answers, worked out the plain way: an array, filtered and sorted as contract § 6 says it in words. Shares
 * nothing with the code under test but the shapes of filters and sorts.
 */
import type { Condition, Entity, Filter, JsonValue, SortItem } from "@/lib/model";
import type { Thing } from "./things";

export type PlainQuery = { where: Filter | null; sort: SortItem[]; words: string[]; searched: string[] };

export function plainList(things: Thing[], entity: Entity, query: PlainQuery): Thing[] {
  return things
    .filter((thing) => query.where === null || matches(query.where, thing, entity))
    .filter((thing) => query.words.every((word) => query.searched.some((key) => has(thing.data[key], word))))
    .sort((left, right) => compareThings(left, right, entity, query.sort));
}

function has(value: JsonValue | undefined, word: string): boolean {
  return typeof value === "string" && bare(value).includes(bare(word));
}

function matches(filter: Filter, thing: Thing, entity: Entity): boolean {
  if ("and" in filter) return filter.and.every((part) => matches(part, thing, entity));
  if ("or" in filter) return filter.or.some((part) => matches(part, thing, entity));
  if ("not" in filter) return !matches(filter.not, thing, entity);
  return holds(filter, valueIn(thing, filter.field), entity);
}

function holds({ field, operator, value }: Condition, own: JsonValue, entity: Entity): boolean {
  const order = (other: JsonValue) => compareValues(typeOf(entity, field), own, other);
  const list = Array.isArray(value) ? value : [];
  const chosen = Array.isArray(own) ? own : [];
  switch (operator) {
    case "is_null":
      return (own === null) === value;
    case "eq":
      return value === null ? own === null : own !== null && order(value) === 0;
    case "neq":
      return value === null ? own !== null : own === null || order(value) !== 0;
    case "in":
      return own !== null && list.some((item) => order(item) === 0);
    case "nin":
      return own === null || !list.some((item) => order(item) === 0);
    case "gt":
      return own !== null && order(value) > 0;
    case "gte":
      return own !== null && order(value) >= 0;
    case "lt":
      return own !== null && order(value) < 0;
    case "lte":
      return own !== null && order(value) <= 0;
    case "between":
      return own !== null && order(list[0] ?? null) >= 0 && order(list[1] ?? null) <= 0;
    case "contains":
      return own !== null && folded(own).includes(folded(value));
    case "not_contains":
      return own === null || !folded(own).includes(folded(value));
    case "starts_with":
      return own !== null && folded(own).startsWith(folded(value));
    case "ends_with":
      return own !== null && folded(own).endsWith(folded(value));
    case "any_of":
      return list.some((item) => chosen.includes(item));
    case "all_of":
      return own !== null && list.every((item) => chosen.includes(item));
  }
}

/** Ties by id, in the direction of the last item. */
function compareThings(left: Thing, right: Thing, entity: Entity, sort: SortItem[]): number {
  const items = [...sort, { field: "id", direction: sort.at(-1)?.direction ?? "desc" }];
  for (const { field, direction } of items) {
    const [a, b] = [valueIn(left, field), valueIn(right, field)];
    // Nulls last both ways.
    if (a === null || b === null) {
      if (a !== b) return a === null ? 1 : -1;
      continue;
    }
    const order = compareValues(typeOf(entity, field), a, b);
    if (order !== 0) return direction === "asc" ? order : -order;
  }
  return 0;
}

function compareValues(type: string, left: JsonValue, right: JsonValue): number {
  switch (type) {
    case "integer":
    case "number":
    case "boolean":
      return Number(left) - Number(right);
    case "decimal":
      return Math.sign(Number(scaled(String(left)) - scaled(String(right))));
    default:
      return compareCodePoints(String(left), String(right));
  }
}

function compareCodePoints(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  const at = a.findIndex((character, index) => character !== b[index]);
  if (at === -1) return a.length - b.length;
  if (at >= b.length) return 1;
  return (a[at]?.codePointAt(0) ?? 0) - (b[at]?.codePointAt(0) ?? 0);
}

/** In units of 10⁻²⁰. */
function scaled(decimal: string): bigint {
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".");
  return BigInt(whole + fraction.padEnd(20, "0")) * (decimal.startsWith("-") ? -1n : 1n);
}

/** Letter by letter, so that no letter depends on its neighbours; the two small sigmas are one letter. */
function folded(value: JsonValue): string {
  return [...String(value)].map((letter) => letter.toLowerCase().replace("ς", "σ")).join("");
}

/** For a search: the same without the accents that the generated letters can have, and ß and ı as they are typed. */
function bare(value: string): string {
  const letters = [...folded(value).normalize("NFD")].filter((letter) => letter !== "\u0301" && letter !== "\u0307");
  return letters.join("").replaceAll("ß", "ss").replaceAll("ı", "i");
}

function valueIn(thing: Thing, field: string): JsonValue {
  if (field === "id" || field === "created" || field === "updated") return thing[field];
  return thing.data[field] ?? null;
}

function typeOf(entity: Entity, field: string): string {
  return entity.fields.get(field)?.type ?? "text";
}
