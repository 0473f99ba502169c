/** Aggregates as written and as resolved (contract § 6). The resolved form is data; nothing here knows SQL. */
import { ApiError } from "../../errors";
import type { FieldType } from "../../model";
import type { PagePlan } from "../page/page-plan";
import { type Column, columnName, type Resolver, unusable } from "../plan";

export const PERIODS = ["year", "quarter", "month", "week", "day", "hour"] as const;
type Period = (typeof PERIODS)[number];

export const MEASURES = ["count", "sum", "avg", "min", "max"] as const;
type MeasureWord = (typeof MEASURES)[number];

/** `by` null groups by the values themselves. */
export type GroupItem = { field: string; by: Period | null };
/** `field` null counts records. */
export type MeasureItem = { name: string; measure: MeasureWord; field: string | null };

export type Group = { name: string; column: Column; type: FieldType; by: Period | null };
export type Measure = { name: string; measure: MeasureWord; column: Column | null; type: FieldType };

export type AggregatePlan = Pick<PagePlan, "entityId" | "where" | "search"> & { groups: Group[]; measures: Measure[] };

const MOMENTS: readonly FieldType[] = ["date", "datetime"];
const NUMBERS: readonly FieldType[] = ["integer", "number", "decimal"];
const VALUES: readonly FieldType[] = ["text", "email", "url", "integer", "boolean", "select", "reference"];
export const GROUPED = [...VALUES, ...MOMENTS];
export const MEASURED: Record<Exclude<MeasureWord, "count">, readonly FieldType[]> = {
  sum: NUMBERS,
  avg: NUMBERS,
  min: [...NUMBERS, ...MOMENTS],
  max: [...NUMBERS, ...MOMENTS],
};

/** Throws FIELD_NOT_QUERYABLE, and INVALID_BODY for a type that cannot be grouped this way. */
export function planGroups(items: GroupItem[], resolve: Resolver): Group[] {
  return items.map(({ field, by }, index) => {
    const place = `groupBy[${index}]`;
    const column = resolve.find(field);
    if (column === null) throw unusable({ place, name: field, use: "group by", usable: resolve.names() }, resolve);
    const type = typeOf(column);
    if (!GROUPED.includes(type) || field === "id") {
      throw invalidAggregate(place, `${field} cannot be grouped by. Fields of type ${GROUPED.join(", ")} can.`);
    }
    if (by !== null && !MOMENTS.includes(type)) {
      throw invalidAggregate(place, `${field} has no periods; leave by out. Dates and datetimes have them.`);
    }
    if (by === "hour" && type === "date") throw invalidAggregate(place, `${field} is a date, which has no hours.`);
    return { name: field, column, type, by };
  });
}

/** Throws FIELD_NOT_QUERYABLE, and INVALID_BODY for a measure that the type does not support. */
export function planMeasures(items: MeasureItem[], resolve: Resolver): Measure[] {
  return items.map(({ name, measure, field }) => {
    const place = `measures.${name}`;
    if (field === null) return { name, measure, column: null, type: "integer" };
    const column = resolve.find(field);
    if (column === null) throw unusable({ place, name: field, use: "measure", usable: resolve.names() }, resolve);
    const type = typeOf(column);
    if (measure !== "count" && !MEASURED[measure].includes(type)) {
      throw invalidAggregate(
        place,
        `${field} has no ${measure}. Fields of type ${MEASURED[measure].join(", ")} have one.`,
      );
    }
    return { name, measure, column, type };
  });
}

function typeOf(column: Column): FieldType {
  if (column.kind === "data") return column.field.type;
  return columnName(column) === "id" ? "text" : "datetime";
}

/** INVALID_BODY. `place` is a path into the body. */
export function invalidAggregate(place: string, message: string): ApiError {
  return new ApiError("INVALID_BODY", `${place}: ${message}`);
}
