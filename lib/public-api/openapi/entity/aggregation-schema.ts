/** The schema of an entity's aggregates: what can be grouped by and what can be measured. */
import { MAX_GROUP_FIELDS, MAX_MEASURES } from "../../../limits";
import type { FieldType } from "../../../model";
import { GROUPED, MEASURED } from "../../../query/aggregate/aggregate-plan";
import { anyOf, closed, type JsonSchema, optionSchema, orNull, own, tuple } from "./json-schema";
import type { OfferedEntity } from "./offered-entity";
import { shared } from "./shared-schemas";

export function aggregationSchema({ name, columns }: OfferedEntity): JsonSchema {
  const keys = (types: readonly FieldType[]) =>
    columns.filter(({ key, type }) => types.includes(type) && key !== "id").map(({ key }) => key);
  const all = columns.map(({ key }) => key);
  const groups = [
    ...offered(keys(GROUPED), (named) => named),
    ...offered(keys(["datetime"]), (field) => closed({ field, by: shared("Period") }, ["field"])),
    ...offered(keys(["date"]), (field) => closed({ field, by: shared("PeriodOfDays") }, ["field"])),
  ];
  const measures = [
    shared("RecordCount"),
    ...offered(all, (named) => tuple([optionSchema(["count"]), named])),
    ...offered(keys(MEASURED.sum), (named) => tuple([optionSchema(["sum", "avg"]), named])),
    ...offered(keys(MEASURED.min), (named) => tuple([optionSchema(["min", "max"]), named])),
  ];
  return closed(
    {
      where: orNull(own(name, "Filter")),
      search: shared("SearchText"),
      groupBy: { anyOf: [{ type: "array", items: anyOf(groups), maxItems: MAX_GROUP_FIELDS }, { type: "null" }] },
      measures: {
        type: "object",
        propertyNames: shared("MeasureName"),
        additionalProperties: anyOf(measures),
        minProperties: 1,
        maxProperties: MAX_MEASURES,
      },
    },
    ["measures"],
  );
}

/** Nothing if there are no names. */
function offered(names: string[], schemaOf: (named: JsonSchema) => JsonSchema): JsonSchema[] {
  return names.length === 0 ? [] : [schemaOf(optionSchema(names))];
}
