/**
 * PostgreSQL may keep one plan of a page for all bound values only if they just say where in its order to begin. Names are
 * written into the statement, so each field and each option has a plan of its own.
 */
import type { Operator } from "../../model";
import { isNamed } from "../columns";
import { type Column, columnName, type PlannedFilter, type SortKey, type Test, testsOf } from "../plan";
import type { Position } from "./position";

/** An order by relevance, of the newest matches of a search. */
export type Ranked = {
  /** null if the caller cannot search the labels of all records that it can list. */
  label: Column | null;
  /** How many of the newest matches are ranked. */
  among: number;
  /** The one record of the whole entity, whatever its age, whose unique label is this, as `label_key` has it. */
  labelKey: string | null;
};

export type PagePlan = {
  entityId: string;
  /** The row scope, and the caller's filter within it. */
  where: PlannedFilter;
  /** `words` are folded. `columns` restricts the search; null searches every searchable column. */
  search: { words: string[]; columns: Column[] | null };
  /** Ends with the record id, which makes the order total. */
  sort: SortKey[];
  after: Position | null;
  limit: number;
  /** For an order by relevance, of which `after` is a position; `sort` then has no effect. */
  ranked?: Ranked;
};

/** Bounds on one side. If both sides are bound, PostgreSQL expects any range to be narrow, and would read and sort all of it. */
const BOUNDS: readonly Operator[] = ["gt", "gte", "lt", "lte"];

export function hasGenericPlan({ where, search, sort }: PagePlan): boolean {
  const [first, ...rest] = sort;
  if (first === undefined || search.words.length > 0 || rest.some(({ column }) => columnName(column) !== "id"))
    return false;
  const conditions = conjuncts(where);
  const others = conditions.filter((condition) => !isBound(condition, first.column));
  return conditions.length - others.length <= 1 && others.flatMap(testsOf).every(isNamedOnly);
}

function conjuncts(filter: PlannedFilter): PlannedFilter[] {
  return filter.kind === "and" ? filter.parts.flatMap(conjuncts) : [filter];
}

function isBound(filter: PlannedFilter, column: Column): boolean {
  return filter.kind === "test" && BOUNDS.includes(filter.operator) && columnName(filter.column) === columnName(column);
}

function isNamedOnly(test: Test): boolean {
  if (test.kind === "referenced") return false;
  if (test.operator === "is_null") return true;
  return (test.operator === "eq" || test.operator === "neq") && isNamed(test.column, test.value);
}
