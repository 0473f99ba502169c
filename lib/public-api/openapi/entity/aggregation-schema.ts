/** The schema of an entity's aggregates: what can be grouped by and what can be measured. */
import { MAX_GROUP_FIELDS, MAX_MEASURES } from "../../../limits";
import type { FieldType } from "../../../model";
import { GROUPED, MEASURED } from "../../../query/aggregate/aggregate-plan";
import { filled, jsonPlace, type TextTemplate, textTemplate } from "../text-template";
import { closed, keysText, own } from "./entity-form";
import type { OfferedEntity } from "./offered-entity";
import { shared } from "./shared-schemas";
import { optionSchema, orNull, tuple } from "./value-schemas";

const AGGREGATION = textTemplate(
  closed(
    {
      where: orNull(own("Filter")),
      search: shared("SearchText"),
      groupBy: { type: ["array", "null"], items: jsonPlace("group"), maxItems: MAX_GROUP_FIELDS },
      measures: {
        type: "object",
        propertyNames: shared("MeasureName"),
        additionalProperties: jsonPlace("measure"),
        minProperties: 1,
        maxProperties: MAX_MEASURES,
      },
    },
    ["measures"],
  ),
);

const NAMED = { type: "string", enum: jsonPlace("names") };
const BY_PERIOD = textTemplate(closed({ field: NAMED, by: shared("Period") }, ["field"]));
const BY_DAY = textTemplate(closed({ field: NAMED, by: shared("PeriodOfDays") }, ["field"]));
const VALUES = textTemplate(NAMED);
const COUNT = JSON.stringify(shared("RecordCount"));
const COUNT_OF = textTemplate(tuple([optionSchema(["count"]), NAMED]));
const SUM_OF = textTemplate(tuple([optionSchema(["sum", "avg"]), NAMED]));
const EXTREME_OF = textTemplate(tuple([optionSchema(["min", "max"]), NAMED]));

export function aggregationSchema({ name, columns }: OfferedEntity): string {
  const keys = (types: readonly FieldType[]) =>
    columns.filter(({ key, type }) => types.includes(type) && key !== "id").map(({ key }) => key);
  const all = columns.map(({ key }) => key);
  const groups = [of(VALUES, keys(GROUPED)), of(BY_PERIOD, keys(["datetime"])), of(BY_DAY, keys(["date"]))];
  const measures = [COUNT, of(COUNT_OF, all), of(SUM_OF, keys(MEASURED.sum)), of(EXTREME_OF, keys(MEASURED.min))];
  return filled(AGGREGATION, { name, group: choice(groups), measure: choice(measures) });
}

/** Empty if there are no names. */
function of(form: TextTemplate, names: string[]): string {
  return names.length === 0 ? "" : filled(form, { names: keysText(names) });
}

/** Like `anyOf`, for schemas as JSON text. */
function choice(texts: string[]): string {
  const given = texts.filter((text) => text !== "");
  return given.length === 1 ? (given[0] ?? "") : `{"anyOf":[${given.join()}]}`;
}
