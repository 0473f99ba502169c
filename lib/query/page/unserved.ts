/** Finds the parts of a query that no index serves (`store/partition-plan.ts`): their cost grows with every record. */
import type { Operator } from "../../model";
import { type Column, columnName, type PlannedFilter, testedColumn, testsOf } from "../plan";
import type { PagePlan } from "./page-plan";

type Unserved = {
  /** Fields for which `indexed` in the configuration would help. */
  toIndex: string[];
  /** Fields used in a way that no index serves: parts of texts, negations, lists, later sort keys. */
  notIndexable: string[];
};

export function findUnserved({ where, sort }: Pick<PagePlan, "where" | "sort">): Unserved {
  const [first, ...rest] = sort.map(({ column }) => column);
  const found: Found[] = [
    ...ofFilter(where),
    ...(first === undefined ? [] : ofColumn(first)),
    ...rest.filter(({ kind }) => kind === "data").map((column) => ({ column, indexable: false })),
  ];
  const keys = (indexable: boolean) => [
    ...new Set(
      found
        .filter((each) => each.indexable === indexable)
        .map(({ column, through }) => `${through === undefined ? "" : `${through}.`}${columnName(column)}`),
    ),
  ];
  return { toIndex: keys(true), notIndexable: keys(false) };
}

/** `through` is the reference that leads to the field, if any. */
type Found = { column: Column; indexable: boolean; through?: string };

/** Operators that compare whole values by order, as an index does. */
const SERVED: readonly Operator[] = ["eq", "gt", "gte", "lt", "lte", "between", "in", "is_null"];

function ofFilter(filter: PlannedFilter): Found[] {
  if ("parts" in filter) return filter.parts.flatMap(ofFilter);
  if ("part" in filter) return testsOf(filter.part).map((test) => ({ column: testedColumn(test), indexable: false }));
  if ("test" in filter) {
    const through = filter.reference.key;
    return [...ofColumn(testedColumn(filter)), ...ofFilter(filter.test).map((found) => ({ ...found, through }))];
  }
  if (!("column" in filter)) return [];
  return SERVED.includes(filter.operator) ? ofColumn(filter.column) : [{ column: filter.column, indexable: false }];
}

function ofColumn(column: Column): Found[] {
  if (column.kind === "data") {
    const { indexed, type } = column.field;
    return indexed ? [] : [{ column, indexable: type !== "multiselect" }];
  }
  // Only grants filter by creator, and fields that a grant names are indexed.
  return column.name === "updated" ? [{ column, indexable: false }] : [];
}
