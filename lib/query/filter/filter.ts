/** Filters as a caller writes them (spec: Query; contract § 6). Checks shape and size; the planner checks fields and values. */
import { z } from "zod";
import {
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_FILTER_VALUES,
  MAX_FILTER_VALUES_IN_ALL,
  MAX_MATCHED_LENGTH,
} from "../../limits";
import { isLongerThan, quoteText } from "../../messages/cut-text";
import { notAsText } from "../../messages/wrong-type";
import { type Condition, type Filter, type JsonValue, OPERATORS, type Operator } from "../../model";
import { FilterFault } from "./filter-fault";
import { describeNoCondition, describeNoFilter, describeNoOperator } from "./filter-hints";
import { VALUE_FORMS, type ValueForm } from "./operators";

export const scalar = z
  .union([z.string(), z.number(), z.boolean()])
  .describe("A value of the field's own type. Dates, datetimes and decimals are strings.")
  .meta({ id: "Scalar" });

const field = z
  .string()
  .min(1)
  .describe(
    "The key of a queryable field or a system field, or of a field of a referenced record, as in `country.code`.",
  );

const condition = z
  .union([
    conditionOf("single or null", scalar.nullable()),
    conditionOf("single", scalar),
    conditionOf("text", z.string()),
    conditionOf("list", z.array(scalar).min(1).max(MAX_FILTER_VALUES)),
    conditionOf("pair", z.tuple([scalar, scalar]).describe("From and to, both included.")),
    conditionOf("boolean", z.boolean()),
  ])
  .describe("[field, operator, value]. Discovery lists the operators that each field takes.")
  .meta({ id: "Condition" });

function conditionOf(form: ValueForm, value: z.ZodType) {
  return z.tuple([field, z.literal(OPERATORS.filter((operator) => VALUE_FORMS[operator] === form)), value]);
}

export const filter: z.ZodType = z
  .lazy(() =>
    z.union([
      condition,
      z.strictObject({ and: z.array(filter).min(1) }).describe("All of them match."),
      z.strictObject({ or: z.array(filter).min(1) }).describe("At least one of them matches."),
      z.strictObject({ not: filter }).describe("It does not match."),
    ]),
  )
  .describe(
    `A condition, or an object with the one key and, or, or not. At most ${MAX_FILTER_DEPTH} levels and ${MAX_FILTER_CONDITIONS} conditions.`,
  )
  .meta({ id: "Filter" });

/** Throws INVALID_FILTERS with the problem and its place. The recursion stops at the permitted depth, whatever the input. */
export function parseFilter(input: JsonValue): Filter {
  return parse(input, { depth: 0, conditions: 0, values: 0 }, "where");
}

type Progress = { depth: number; conditions: number; values: number };

function parse(input: JsonValue, progress: Progress, place: string): Filter {
  if (Array.isArray(input)) return parseCondition(input, progress, place);
  const entries = typeof input === "object" && input !== null ? Object.entries(input) : [];
  const [key, value] = entries.length === 1 ? (entries[0] ?? []) : [];
  if (value === undefined || (key !== "and" && key !== "or" && key !== "not")) {
    throw new FilterFault(place, describeNoFilter(input));
  }
  if (progress.depth === MAX_FILTER_DEPTH)
    throw new FilterFault(place, `Filters nest at most ${MAX_FILTER_DEPTH} deep.`);
  progress.depth += 1;
  const at = `${place}.${key}`;
  const compound = key === "not" ? parse(value, progress, at) : parseParts(value, progress, at);
  progress.depth -= 1;
  return { [key]: compound } as Filter;
}

function parseParts(value: JsonValue, progress: Progress, place: string): Filter[] {
  if (!Array.isArray(value) || value.length === 0) {
    const form = 'This is a list of at least one filter: [["field", "operator", value], …]';
    throw new FilterFault(place, `${form}${notAsText(value)}.`);
  }
  return value.map((part, index) => parse(part, progress, `${place}[${index}]`));
}

function parseCondition(input: JsonValue[], progress: Progress, place: string): Condition {
  const [field, operator, value] = input;
  if (input.length !== 3 || typeof field !== "string" || value === undefined) {
    throw new FilterFault(place, describeNoCondition(input));
  }
  if (!isOperator(operator)) throw new FilterFault(place, describeNoOperator(field, operator ?? null));
  progress.conditions += 1;
  if (progress.conditions > MAX_FILTER_CONDITIONS) {
    const advice = "Many values of one field are one condition with in.";
    throw new FilterFault(place, `A filter has at most ${MAX_FILTER_CONDITIONS} conditions. ${advice}`);
  }
  const fault = shapeFault(operator, value, quoteText(field));
  if (fault !== null) throw new FilterFault(place, fault);
  progress.values += Array.isArray(value) ? value.length : 1;
  if (progress.values > MAX_FILTER_VALUES_IN_ALL) {
    const most = `A filter has at most ${MAX_FILTER_VALUES_IN_ALL} values in all.`;
    throw new FilterFault(place, `${most} Ask in several requests.`);
  }
  return { field, operator, value };
}

/** Returns the problem with the shape of an operator's value, or null. `name` is the field as written. */
function shapeFault(operator: Operator, value: JsonValue, name: string): string | null {
  const form = VALUE_FORMS[operator];
  switch (form) {
    case "list":
      return listFault(operator, value, name);
    case "pair":
      if (Array.isArray(value) && value.length === 2) return null;
      return `between takes a list of two values, both included: [${name}, "between", [from, to]]${notAsText(value)}.`;
    case "boolean":
      if (typeof value === "boolean") return null;
      return `is_null takes true or false, without quotes: [${name}, "is_null", true].`;
    default:
      if (Array.isArray(value)) {
        const several =
          form === "text" ? `{"or": [[${name}, "${operator}", value], …]}` : `[${name}, "in", [value, value]]`;
        return `${operator} takes a single value. For several: ${several}.`;
      }
      if (typeof value === "object" && value !== null)
        return `${operator} takes a single value, not an object: [${name}, "${operator}", value].`;
      if (typeof value === "string" && form === "text" && isLongerThan(value, MAX_MATCHED_LENGTH)) {
        return `${operator} takes at most ${MAX_MATCHED_LENGTH} characters.`;
      }
      if (value !== null || form === "single or null") return null;
      return `${operator} does not take null. For empty fields: [${name}, "is_null", true].`;
  }
}

function listFault(operator: Operator, value: JsonValue, name: string): string | null {
  if (!Array.isArray(value))
    return `${operator} takes a list, even of one value: [${name}, "${operator}", [value]]${notAsText(value)}.`;
  if (value.length === 0) return `${operator} takes a list of 1 to ${MAX_FILTER_VALUES} values; this one is empty.`;
  if (value.length > MAX_FILTER_VALUES) {
    return `${operator} takes a list of 1 to ${MAX_FILTER_VALUES} values; this one has ${value.length}. Ask in several requests.`;
  }
  if (!value.includes(null)) return null;
  return `${operator} takes no null in its list. For empty fields add a condition: [${name}, "is_null", true].`;
}

function isOperator(value: JsonValue | undefined): value is Operator {
  return (OPERATORS as readonly unknown[]).includes(value);
}

export function namesIn(filter: Filter): string[] {
  if ("and" in filter) return filter.and.flatMap(namesIn);
  if ("or" in filter) return filter.or.flatMap(namesIn);
  return "not" in filter ? namesIn(filter.not) : [filter.field];
}
