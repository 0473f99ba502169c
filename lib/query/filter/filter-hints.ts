/** Guesses, for an error message, what a refused filter was meant to be: forms and words of other APIs. It decides nothing. */
import { quoteText } from "../../messages/cut-text";
import { closestName } from "../../messages/suggestion";
import { notAsText } from "../../messages/wrong-type";
import { type JsonObject, type JsonValue, OPERATORS, type Operator } from "../../model";

const FORM = 'A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}';

/** For input that is neither a condition nor an object with exactly one of the keys and, or, not. */
export function describeNoFilter(input: JsonValue): string {
  const form = `${FORM}${notAsText(input)}.`;
  if (typeof input !== "object" || input === null || Array.isArray(input)) return form;
  return `${form}${rewritten(input)}`;
}

/** For a list that is not a condition: too many or too few items, a list of conditions, or items in another order. */
export function describeNoCondition(input: JsonValue[]): string {
  const form = 'A condition has three items: ["field", "operator", value].';
  const [first, second] = input;
  if (input.length === 0) return `${form} To filter nothing, leave where out.`;
  if ((Array.isArray(first) && first.length > 1) || input.every((item) => typeof item === "object" && item !== null)) {
    return `${form} Several conditions are joined: {"and": [[…], […]]}, or "or".`;
  }
  if (typeof first !== "string") return `${form} The field's key comes first, as a string.`;
  if (input.length === 1) return `${form} Only the field is there.`;
  if (input.length === 2) {
    const operator = findOperator(second);
    if (operator === "is_null") return `${form}${writtenIsNull(first, String(second))}`;
    return `${form} Write [${quoteText(first)}, ${quoteText(operator ?? "eq")}, value].`;
  }
  const operator = findOperator(second);
  const isJoined = input.some((item) => typeof item === "string" && /^(?:and|or|&&|\|\|)$/i.test(item));
  const isSeveral = input.length > 4 && typeof input[3] === "string" && findOperator(input[4]) !== null;
  if (isJoined || isSeveral || input.some((item) => Array.isArray(item) && operator === null)) {
    return `${form} Several conditions are joined: {"and": [[…], […]]}, or "or".`;
  }
  if (operator === "between") return `${form} Write [${quoteText(first)}, "between", [from, to]].`;
  return `${form} Several values are a list: [${quoteText(first)}, "in", [value, value]].`;
}

export function describeNoOperator(field: string, operator: JsonValue): string {
  const known = `The operators are ${OPERATORS.join(", ")}.`;
  if (typeof operator !== "string") return `The second item of a condition is its operator, a string. ${known}`;
  const meant = findOperator(operator);
  const example = meant === "is_null" ? writtenIsNull(field, operator) : "";
  if (meant !== null) return `${quoteText(operator)} is not an operator. Did you mean ${meant}?${example} ${known}`;
  return `${quoteText(operator)} is not an operator. ${known}`;
}

/** Words such as "exists" and "is not null" ask for the opposite. */
function writtenIsNull(field: string, word: string): string {
  return ` Write [${quoteText(field)}, "is_null", ${!/not|exist/i.test(word)}].`;
}

/** Handles objects in the forms of other APIs; empty if none is recognized. */
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

/** Handles {"stage": {"$in": […]}}. */
function operatorWithin(value: JsonValue | undefined): Operator {
  if (typeof value !== "object" || value === null) return "eq";
  if (Array.isArray(value)) return "in";
  const [key] = Object.keys(value);
  return findOperator(key) ?? "eq";
}

/** Returns the operator meant by a word of another API or by a misspelled one; null if none is recognized. */
function findOperator(written: JsonValue | undefined): Operator | null {
  if (typeof written !== "string" || written.length > MAX_WORD) return null;
  const word = written.toLowerCase().replace(/[\s_$:.-]/g, "");
  const known = OPERATOR_OF_WORD.get(word) ?? closestName(written, OPERATORS);
  return (known as Operator | null) ?? OPERATORS.find((name) => name === written) ?? null;
}

const MAX_WORD = 40;

const WORDS_OF_OTHERS = {
  eq: "= == === equal equals equalto is exact",
  neq: "!= !== <> ne not isnot notequal notequals",
  gt: "> greater greaterthan after",
  gte: ">= ge min since greaterthanorequal greaterthanorequalto",
  lt: "< less lessthan before",
  lte: "<= le max until lessthanorequal lessthanorequalto",
  in: "oneof anyin isanyof",
  nin: "notin !in noneof",
  contains: "like ilike icontains match matches regex search includes has ~ *=",
  not_contains: "notlike ncontains doesnotcontain",
  starts_with: "beginswith istartswith prefix sw ^=",
  ends_with: "iendswith suffix ew $=",
  between: "range btw",
  is_null: "null empty isempty exists notnull isnotnull notempty isnotempty",
  any_of: "overlaps hasany containsany",
  all_of: "hasall containsall",
} satisfies { [Name in Operator]?: string };

const OPERATOR_OF_WORD = new Map(
  Object.entries(WORDS_OF_OTHERS).flatMap(([operator, words]) =>
    words.split(" ").map((word) => [word, operator] as const),
  ),
);
