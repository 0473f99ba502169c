/** Finds what is wrong with a filter as a caller wrote it (contract §§ 6, 8). */
import type { ErrorCode } from "@/lib/errors";
import type { JsonValue, Operator } from "@/lib/model";
import { type EntityFile, fieldIn } from "./file";
import { operatorsOf, SYSTEM_OPERATORS, typeOfName } from "./filters";
import { typedValue } from "./values";

const LISTS: Operator[] = ["in", "nin", "any_of", "all_of"];

/** The meaning of a name; null if the caller may not use it. */
type LookUp = (name: string) => { entity: EntityFile; name: string } | null;

/** Every code that is right for this filter; none where it is legal. */
export function faultsOf(where: JsonValue, lookUp: LookUp): ErrorCode[] {
  const conditions: JsonValue[][] = [];
  const isShaped = collect(where, 0, conditions) && conditions.length <= 100;
  const hidden = conditions.filter(([name]) => typeof name === "string" && lookUp(name) === null);
  const asked = conditions.filter((condition) => !hidden.includes(condition));
  const faults: ErrorCode[] = [];
  if (!isShaped || asked.some((condition) => !fitsThere(condition, lookUp))) faults.push("INVALID_FILTERS");
  if (hidden.length > 0) faults.push("FIELD_NOT_QUERYABLE");
  return faults;
}

/** Returns whether the shape is legal; collects the conditions. */
function collect(where: JsonValue, depth: number, into: JsonValue[][]): boolean {
  if (Array.isArray(where)) {
    into.push(where);
    return hasShape(where);
  }
  if (where === null || typeof where !== "object") return false;
  const [[key, value] = ["", null], ...more] = Object.entries(where);
  if (more.length > 0 || depth === 5 || !["and", "or", "not"].includes(key)) return false;
  const parts = key === "not" ? [value] : value;
  if (!Array.isArray(parts) || parts.length === 0) return false;
  return parts.map((part) => collect(part, depth + 1, into)).every(Boolean);
}

function hasShape([name, operator, value, ...more]: JsonValue[]): boolean {
  if (typeof name !== "string" || value === undefined || more.length > 0) return false;
  const known: unknown[] = [...operatorsOf("text"), ...LISTS];
  if (!known.includes(operator)) return false;
  if (operator === "is_null") return typeof value === "boolean";
  if (operator === "between") return Array.isArray(value) && value.length === 2;
  if (LISTS.includes(operator as Operator)) return isListOfValues(value);
  if (value === null) return operator === "eq" || operator === "neq";
  return typeof value !== "object";
}

function isListOfValues(value: JsonValue): boolean {
  return Array.isArray(value) && value.length > 0 && value.length <= 500 && !value.includes(null);
}

function fitsThere([name, ...condition]: JsonValue[], lookUp: LookUp): boolean {
  const meant = typeof name === "string" ? lookUp(name) : null;
  return meant !== null && fits([meant.name, ...condition], meant.entity);
}

/** Of a legal shape: does the field take the operator, and are the values of its type and among its options? */
function fits([name, operator, value]: JsonValue[], entity: EntityFile): boolean {
  const system = SYSTEM_OPERATORS[name as "id"];
  const type = typeOfName(entity, String(name));
  if (!(system ?? operatorsOf(type)).includes(operator as Operator)) return false;
  if (operator === "is_null" || value === null) return true;
  const items = Array.isArray(value) ? value : [value ?? null];
  const options = system === undefined ? fieldIn(entity, String(name))?.options : undefined;
  const isChosen = (item: JsonValue) => options === undefined || options.includes(String(item));
  const isNamed = (item: JsonValue) => (name !== "id" && type !== "reference") || ID.test(String(item));
  return items.every(
    (item) =>
      item !== null &&
      typedValue(type === "multiselect" ? "text" : type, item) !== undefined &&
      isChosen(item) &&
      isNamed(item),
  );
}

/** A name in the place of an id is a mistake. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
