/**
 * Filters as a caller writes them: `["stage", "eq", "lead"]`, `{"and": [...]}`, `{"or": [...]}`, `{"not": ...}`
 * (spec: Query; contract § 6). Checks their shape and size; whether fields exist and values fit is the planner's work.
 */
import { ApiError } from "../errors";
import { MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH, MAX_FILTER_VALUES } from "../limits";
import { type Condition, type Filter, type JsonValue, OPERATORS, type Operator } from "../model";

/** Throws INVALID_FILTERS, saying what is wrong. The recursion is as deep as the permitted depth, whatever comes in. */
export function parseFilter(input: JsonValue): Filter {
  return parse(input, { depth: 0, conditions: 0 });
}

type Progress = { depth: number; conditions: number };

function parse(input: JsonValue, progress: Progress): Filter {
  if (Array.isArray(input)) return parseCondition(input, progress);
  if (typeof input !== "object" || input === null) {
    throw invalid(
      'A filter is a condition ["field", "operator", value] or an object with the one key and, or, or not.',
    );
  }
  const entries = Object.entries(input);
  const [entry] = entries;
  if (entries.length !== 1 || entry === undefined) {
    throw invalid("A compound filter is an object with exactly one key: and, or, or not.");
  }
  if (progress.depth === MAX_FILTER_DEPTH) throw invalid(`Filters nest at most ${MAX_FILTER_DEPTH} deep.`);
  progress.depth += 1;
  const compound = parseCompound(entry[0], entry[1], progress);
  progress.depth -= 1;
  return compound;
}

function parseCompound(key: string, value: JsonValue, progress: Progress): Filter {
  switch (key) {
    case "and":
      return { and: parseParts(key, value, progress) };
    case "or":
      return { or: parseParts(key, value, progress) };
    case "not":
      return { not: parse(value, progress) };
    default:
      throw invalid("The key of a compound filter is and, or, or not.");
  }
}

function parseParts(key: string, value: JsonValue, progress: Progress): Filter[] {
  if (!Array.isArray(value) || value.length === 0)
    throw invalid(`The value of ${key} is a list of at least one filter.`);
  return value.map((part) => parse(part, progress));
}

function parseCondition(input: JsonValue[], progress: Progress): Condition {
  const [field, operator, value] = input;
  if (input.length !== 3 || typeof field !== "string" || value === undefined) {
    throw invalid('A condition has three items: ["field", "operator", value].');
  }
  if (!isOperator(operator)) throw invalid(`The operator of a condition is one of ${OPERATORS.join(", ")}.`);
  progress.conditions += 1;
  if (progress.conditions > MAX_FILTER_CONDITIONS) {
    throw invalid(`A filter has at most ${MAX_FILTER_CONDITIONS} conditions.`);
  }
  requireValueShape(operator, value);
  return { field, operator, value };
}

function requireValueShape(operator: Operator, value: JsonValue): void {
  switch (operator) {
    case "in":
    case "nin":
    case "any_of":
    case "all_of":
      if (!Array.isArray(value) || value.length === 0 || value.length > MAX_FILTER_VALUES || value.includes(null)) {
        throw invalid(`${operator} takes a list of 1 to ${MAX_FILTER_VALUES} values, none of them null.`);
      }
      return;
    case "between":
      if (!Array.isArray(value) || value.length !== 2) throw invalid("between takes a list of two values: [from, to].");
      return;
    case "is_null":
      if (typeof value !== "boolean") throw invalid("is_null takes true or false.");
      return;
    default:
      if (typeof value === "object" && value !== null) throw invalid(`${operator} takes a single value.`);
      if (value === null && operator !== "eq" && operator !== "neq") throw invalid(`${operator} does not take null.`);
  }
}

function isOperator(value: JsonValue | undefined): value is Operator {
  return (OPERATORS as readonly unknown[]).includes(value);
}

function invalid(message: string): ApiError {
  return new ApiError("INVALID_FILTERS", message);
}
