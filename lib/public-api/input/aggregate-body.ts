/** The body of an aggregate: which records, how they are grouped, and what is measured (contract § 6). */
import { z } from "zod";
import { WORD_PATTERN } from "../../access/verbs";
import { MAX_GROUP_FIELDS, MAX_GROUPS, MAX_MEASURES } from "../../limits";
import { quoteText } from "../../messages/cut-text";
import { notAsText } from "../../messages/wrong-type";
import type { JsonObject, JsonValue } from "../../model";
import {
  type GroupItem,
  invalidAggregate,
  MEASURES,
  type MeasureItem,
  PERIODS,
} from "../../query/aggregate/aggregate-plan";
import type { AggregateQuery } from "../../records/aggregate";
import type { Habits } from "../advice/unknown-parameter";
import { requireKnownMembers } from "./body";
import { conditionMembers, parseConditions } from "./list-query";

export const period = z.enum(PERIODS).nullish().describe("In UTC. Weeks begin on Monday.");

const groupItem = z
  .union([z.string().min(1), z.strictObject({ field: z.string().min(1), by: period })])
  .describe("The key of a field, or a date or datetime by its periods.")
  .meta({ id: "GroupItem" });

const measure = z
  .union([z.tuple([z.literal("count")]), z.tuple([z.enum(MEASURES), z.string().min(1)])])
  .describe('["count"], ["count", field] where it is not empty, or ["sum", field], "avg", "min", "max".')
  .meta({ id: "Measure" });

export const aggregateBody = z
  .strictObject({
    ...conditionMembers,
    groupBy: z
      .array(groupItem)
      .max(MAX_GROUP_FIELDS)
      .nullish()
      .describe("What to group by. Without it, there is one item for all records."),
    measures: z
      .record(z.string().regex(WORD_PATTERN), measure)
      .describe(`1 to ${MAX_MEASURES} of them, by the names that they get. The first one decides the order.`),
  })
  .meta({ id: "Aggregate" });

const AGGREGATE_HABITS: Habits = [
  [
    "limit sort cursor orderby order_by order top offset page",
    `The largest groups come first, by the first measure: up to ${MAX_GROUPS}, all in one response.`,
  ],
  ["having", "Groups are not filtered: compare the measures in the response."],
  ["fields select count sum metrics aggregations aggs", 'To count, send measures: {"n": ["count"]}.'],
  ["filter filters conditions", 'To filter, send where: {"where": ["field", "eq", value]}.'],
];

/** Throws INVALID_BODY, INVALID_FILTERS. A null property counts as absent. */
export function parseAggregateBody(members: JsonObject): AggregateQuery {
  requireKnownMembers(members, aggregateBody, AGGREGATE_HABITS);
  const { groupBy = null, measures = null } = members;
  return { ...parseConditions(members), groupBy: parseGroups(groupBy), measures: parseMeasures(measures) };
}

const GROUP_FORM = `groupBy is a list of at most ${MAX_GROUP_FIELDS} fields: "stage", or {"field": "created", "by": "month"}`;

function parseGroups(value: JsonValue): GroupItem[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw invalidAggregate("groupBy", `${GROUP_FORM}${notAsText(value)}.`);
  if (value.length > MAX_GROUP_FIELDS)
    throw invalidAggregate("groupBy", `${GROUP_FORM}; this one has ${value.length}.`);
  const items = value.map((item, index) => parseGroup(item, `groupBy[${index}]`));
  const repeated = items.findIndex((item, index) => items.findIndex(({ field }) => field === item.field) < index);
  if (repeated >= 0) throw invalidAggregate(`groupBy[${repeated}]`, "The field is named twice.");
  return items;
}

function parseGroup(item: JsonValue, place: string): GroupItem {
  if (typeof item === "string" && item !== "") return { field: item, by: null };
  if (typeof item !== "object" || item === null || Array.isArray(item)) throw invalidAggregate(place, `${GROUP_FORM}.`);
  const { field, by = null, ...others } = item;
  const isKnown = Object.keys(others).length === 0;
  if (!isKnown || typeof field !== "string" || field === "") throw invalidAggregate(place, `${GROUP_FORM}.`);
  const period = by === null ? null : PERIODS.find((each) => each === by);
  if (period === undefined) throw invalidAggregate(place, `by is one of ${PERIODS.join(", ")}.`);
  return { field, by: period };
}

const MEASURE_FORM = `measures has 1 to ${MAX_MEASURES} members such as "records": ["count"] or "total": ["sum", "<field>"]`;

function parseMeasures(value: JsonValue): MeasureItem[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidAggregate("measures", `${MEASURE_FORM}.`);
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.length > MAX_MEASURES) {
    throw invalidAggregate("measures", `${MEASURE_FORM}; this one has ${entries.length}.`);
  }
  return entries.map(([name, item]) => parseMeasure(name, item));
}

function parseMeasure(name: string, item: JsonValue): MeasureItem {
  if (!WORD_PATTERN.test(name) || name === "group") {
    const form = "A measure's name has letters, digits and _, begins with a letter, and is not group";
    throw invalidAggregate("measures", `${form}; ${quoteText(name)} is not.`);
  }
  const place = `measures.${name}`;
  const [word, ...named] = Array.isArray(item) ? item : [];
  const [field = null, ...others] = named;
  if (item === "count" || (word === "count" && field === "*"))
    throw invalidAggregate(
      place,
      'Write ["count"] to count records, or ["count", "field"] where the field is not empty.',
    );
  const measure = MEASURES.find((each) => each === word);
  if (measure === undefined)
    throw invalidAggregate(place, `It starts with one of ${MEASURES.join(", ")}: ["sum", "field"]${notAsText(item)}.`);
  if (measure === "count" && named.length === 0) return { name, measure, field: null };
  if (typeof field === "string" && field !== "" && others.length === 0) return { name, measure, field };
  const isWithout = field === null && others.length === 0 && measure !== "count";
  throw invalidAggregate(place, `${isWithout ? "It needs a field:" : "It is"} ["${measure}", "field"].`);
}
