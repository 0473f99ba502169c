/** What is wrong with a query, and where: the place is written as a path into what the caller sent (`where.and[1]`). */

import { ApiError } from "../../errors";
import { quoteText } from "../../messages/cut-text";
import { didYouMean } from "../../messages/suggestion";
import { type JsonObject, type JsonValue, OPERATORS, type Operator } from "../../model";
import { findOperator } from "./operator-words";

/** INVALID_FILTERS. `fault` is the message without the place. */
export class FilterFault extends ApiError {
  constructor(
    readonly place: string,
    readonly fault: string,
  ) {
    super("INVALID_FILTERS", `${place}: ${fault}`);
  }
}

/** What a field can be named for. */
export type FieldUse = "filter by" | "sort by" | "read" | "expand" | "group by" | "measure";

/** `name` as the caller wrote it; `usable`: the fields that it could have named instead. */
export type UnusableField = { place: string; name: string; use: FieldUse; usable: Iterable<string> };

/**
 * FIELD_NOT_QUERYABLE, one text for unknown, hidden, write-only and unqueryable fields: it says only what the caller wrote
 * and what it can see anyway. The first one is told; `others` are noted beside it.
 */
export function notQueryable({ place, name, use, usable }: UnusableField, others: string[] = []): ApiError {
  const message = `${place}: ${quoteText(name)} is not a field that this token can ${use}.${didYouMean(name, usable)} GET /entities/:entityKey lists the fields that it can.`;
  return new ApiError("FIELD_NOT_QUERYABLE", message, { reason: { step: "shape", fields: [name, ...others] } });
}

/** Some values that are to be chosen from, in full where they are few. */
export function listSome(values: readonly string[]): string {
  const told = values.slice(0, MAX_LISTED).map((value) => quoteText(value).slice(1, -1));
  const others = values.length - told.length;
  return others > 0 ? `${told.join(", ")} and ${others} more` : told.join(", ");
}

const MAX_LISTED = 20;

const FORM = 'A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}.';

/** For what is neither a condition nor an object with the one key and, or, not. */
export function describeNoFilter(input: JsonValue): string {
  if (typeof input === "string") return `${FORM} A text is not taken apart.`;
  if (typeof input !== "object" || input === null || Array.isArray(input)) return FORM;
  return `${FORM}${rewritten(input)}`;
}

/** For a list that is no condition: too many items or too few, a list of conditions, items in another order. */
export function describeNoCondition(input: JsonValue[]): string {
  const form = 'A condition has three items: ["field", "operator", value].';
  const [first, second, third] = input;
  if (input.length === 0) return `${form} To filter nothing, leave where out.`;
  if (input.every((item) => typeof item === "object" && item !== null)) {
    return `${form} Several conditions are joined: {"and": [[…], […]]}, or "or".`;
  }
  if (typeof first !== "string") return `${form} The field's key comes first, as a string.`;
  if (input.length === 1) return `${form} Only the field is there.`;
  if (input.length === 2) {
    const operator = findOperator(second);
    if (operator === "is_null") return `${form} Write [${quoteText(first)}, "is_null", true].`;
    return `${form} Write [${quoteText(first)}, ${quoteText(operator ?? "eq")}, value].`;
  }
  const operator = findOperator(second);
  if (third === "and" || third === "or" || input.some((item) => Array.isArray(item) && operator === null)) {
    return `${form} Several conditions are joined: {"and": [[…], […]]}, or "or".`;
  }
  if (operator === "between") return `${form} Write [${quoteText(first)}, "between", [from, to]].`;
  return `${form} Several values are a list: [${quoteText(first)}, "in", [value, value]].`;
}

export function describeNoOperator(field: string, operator: JsonValue): string {
  const known = `The operators are ${OPERATORS.join(", ")}.`;
  if (typeof operator !== "string") return `The second item of a condition is its operator, a string. ${known}`;
  const meant = findOperator(operator);
  if (meant !== null) return `${quoteText(operator)} is no operator. Did you mean ${meant}? ${known}`;
  const swapped = findOperator(field);
  const order = swapped === null ? "" : ` Write the field first: [${quoteText(operator)}, "${swapped}", value].`;
  return `${quoteText(operator)} is no operator.${order} ${known}`;
}

/** Objects as other interfaces have them; empty where there is nothing to make of one. */
function rewritten(input: JsonObject): string {
  const keys = Object.keys(input);
  const [key] = keys;
  if (key === undefined) return " To filter nothing, leave where out.";
  const named = NAMES_OF_FIELD.find((name) => typeof input[name] === "string");
  if (named !== undefined) {
    const operator = NAMES_OF_OPERATOR.map((name) => findOperator(input[name])).find((found) => found !== null);
    return ` Write [${quoteText(String(input[named]))}, "${operator ?? "eq"}", value].`;
  }
  if (keys.length > 1) {
    const all = keys.every((name) => ["and", "or", "not"].includes(name));
    if (all) return ' One object has one of them; join two: {"and": [{"or": […]}, {"not": …}]}.';
    const [second = ""] = keys.slice(1);
    return ` Write {"and": [[${quoteText(key)}, "eq", value], [${quoteText(second)}, "eq", value]]}.`;
  }
  const word = key.toLowerCase().replace(/[^a-z]/g, "");
  if (word === "and" || word === "or" || word === "not") return ` Write {"${word}": …}.`;
  if (word === "nor") return ' Write {"not": {"or": […]}}.';
  const operator = findOperator(key);
  if (operator !== null) return ` ${operator} is an operator, the second item: ["field", "${operator}", value].`;
  return ` Write [${quoteText(key)}, "${operatorWithin(input[key])}", value].`;
}

const NAMES_OF_FIELD = ["field", "column", "key", "name", "property", "fieldName", "attribute"];
const NAMES_OF_OPERATOR = ["operator", "op", "comparator", "condition", "comparison", "type"];

/** As in {"stage": {"$in": […]}}. */
function operatorWithin(value: JsonValue | undefined): Operator {
  if (typeof value !== "object" || value === null) return "eq";
  if (Array.isArray(value)) return "in";
  const [key] = Object.keys(value);
  return findOperator(key) ?? "eq";
}
