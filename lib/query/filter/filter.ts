/**
 * Filters as a caller writes them: `["stage", "eq", "lead"]`, `{"and": [...]}`, `{"or": [...]}`, `{"not": ...}` (spec: Query;
 * contract § 6). Checks shape and size; the planner checks that fields exist and values fit.
 */
import {
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_FILTER_VALUES,
  MAX_FILTER_VALUES_IN_ALL,
  MAX_MATCHED_LENGTH,
} from "../../limits";
import { isLongerThan, quoteText } from "../../messages/cut-text";
import { type Condition, type Filter, type JsonValue, OPERATORS, type Operator } from "../../model";
import { FilterFault } from "./filter-fault";
import { describeNoCondition, describeNoFilter, describeNoOperator } from "./filter-hints";

/** Throws INVALID_FILTERS with the problem and its place. The recursion stops at the permitted depth, whatever the input. */
export function parseFilter(input: JsonValue): Filter {
  return parse(input, { depth: 0, conditions: 0, values: 0 }, "where");
}

type Progress = { depth: number; conditions: number; values: number };

function parse(input: JsonValue, progress: Progress, place: string): Filter {
  if (Array.isArray(input)) return parseCondition(input, progress, place);
  const [key, value] = soleEntry(input) ?? [];
  if (value === undefined || (key !== "and" && key !== "or" && key !== "not")) {
    throw new FilterFault(place, describeNoFilter(input));
  }
  if (progress.depth === MAX_FILTER_DEPTH)
    throw new FilterFault(place, `Filters nest at most ${MAX_FILTER_DEPTH} deep.`);
  progress.depth += 1;
  const compound = parseCompound(key, value, progress, `${place}.${key}`);
  progress.depth -= 1;
  return compound;
}

function soleEntry(input: JsonValue): [string, JsonValue] | null {
  if (typeof input !== "object" || input === null) return null;
  const entries = Object.entries(input);
  return entries.length === 1 ? (entries[0] ?? null) : null;
}

function parseCompound(key: "and" | "or" | "not", value: JsonValue, progress: Progress, place: string): Filter {
  switch (key) {
    case "and":
      return { and: parseParts(value, progress, place) };
    case "or":
      return { or: parseParts(value, progress, place) };
    case "not":
      return { not: parse(value, progress, place) };
    default:
      return key satisfies never;
  }
}

function parseParts(value: JsonValue, progress: Progress, place: string): Filter[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new FilterFault(place, 'This is a list of at least one filter: [["field", "operator", value], …].');
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
    throw new FilterFault(
      place,
      `A filter has at most ${MAX_FILTER_CONDITIONS} conditions. Many values of one field are one condition with in.`,
    );
  }
  const fault = shapeFault(operator, value, quoteText(field));
  if (fault !== null) throw new FilterFault(place, fault);
  progress.values += Array.isArray(value) ? value.length : 1;
  if (progress.values > MAX_FILTER_VALUES_IN_ALL) {
    throw new FilterFault(
      place,
      `A filter has at most ${MAX_FILTER_VALUES_IN_ALL} values in all. Ask in several requests.`,
    );
  }
  return { field, operator, value };
}

/** Returns the problem with the shape of an operator's value, or null. `name` is the field as written. */
function shapeFault(operator: Operator, value: JsonValue, name: string): string | null {
  switch (operator) {
    case "in":
    case "nin":
    case "any_of":
    case "all_of":
      return listFault(operator, value, name);
    case "between":
      if (Array.isArray(value) && value.length === 2) return null;
      return `between takes a list of two values, both included: [${name}, "between", [from, to]].`;
    case "is_null":
      if (typeof value === "boolean") return null;
      return `is_null takes true or false, without quotes: [${name}, "is_null", true].`;
    default:
      if (Array.isArray(value))
        return `${operator} takes a single value. For several: [${name}, "in", [value, value]].`;
      if (typeof value === "object" && value !== null)
        return `${operator} takes a single value, not an object: [${name}, "${operator}", value].`;
      if (typeof value === "string" && MATCHING.includes(operator) && isLongerThan(value, MAX_MATCHED_LENGTH)) {
        return `${operator} takes at most ${MAX_MATCHED_LENGTH} characters.`;
      }
      if (value !== null || operator === "eq" || operator === "neq") return null;
      return `${operator} does not take null. For empty fields: [${name}, "is_null", true].`;
  }
}

const MATCHING: readonly Operator[] = ["contains", "not_contains", "starts_with", "ends_with"];

function listFault(operator: Operator, value: JsonValue, name: string): string | null {
  if (!Array.isArray(value)) return `${operator} takes a list, even of one value: [${name}, "${operator}", [value]].`;
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
