/**
 * Filters as callers and grants write them (contract §§ 6, 8): which records one matches.
 * Works on the JSON itself; nothing is compiled.
 */
import type { FieldType, JsonValue, Operator } from "@/lib/model";
import { type EntityFile, fieldIn, type ModelRecord, type Principal } from "./file";
import { compareValues, folded, typedValue } from "./values";

const EQUALITY: Operator[] = ["eq", "neq", "in", "nin"];
const ORDER: Operator[] = ["gt", "gte", "lt", "lte", "between"];
const TEXT: Operator[] = ["contains", "not_contains", "starts_with", "ends_with"];

export function operatorsOf(type: FieldType): Operator[] {
  switch (type) {
    case "text":
    case "email":
    case "url":
      return [...EQUALITY, ...ORDER, ...TEXT, "is_null"];
    case "integer":
    case "number":
    case "decimal":
    case "date":
    case "datetime":
      return [...EQUALITY, ...ORDER, "is_null"];
    case "boolean":
    case "select":
    case "reference":
      return [...EQUALITY, "is_null"];
    case "multiselect":
      return ["any_of", "all_of", "is_null"];
    case "json":
      return [];
  }
}

export const SYSTEM_OPERATORS: Record<"id" | "created" | "updated", Operator[]> = {
  id: EQUALITY,
  created: [...EQUALITY, ...ORDER],
  updated: [...EQUALITY, ...ORDER],
};

/** How the values of a name compare. System fields are not in the file. */
export function typeOfName(entity: EntityFile, name: string): FieldType {
  if (name === "created" || name === "updated") return "datetime";
  return fieldIn(entity, name)?.type ?? "text";
}

export function valueIn(record: ModelRecord, name: string): JsonValue {
  if (name === "id" || name === "created" || name === "updated" || name === "createdBy") return record[name];
  return record.data[name] ?? null;
}

/** `where` is legal. `member` stands for the variables of a grant. */
export function matches(where: JsonValue, record: ModelRecord, entity: EntityFile, member: Principal): boolean {
  const one = (part: JsonValue) => matches(part, record, entity, member);
  if (Array.isArray(where)) return holds(where, record, entity, member);
  const { and, or, not } = where as { and?: JsonValue[]; or?: JsonValue[]; not?: JsonValue };
  if (and !== undefined) return and.every(one);
  if (or !== undefined) return or.some(one);
  return !one(not ?? null);
}

function holds(condition: JsonValue[], record: ModelRecord, entity: EntityFile, member: Principal): boolean {
  const [name, operator] = condition as [string, Operator];
  const type = typeOfName(entity, name);
  const given = bound(condition[2] ?? null, member);
  const own = valueIn(record, name);
  if (operator === "is_null") return (own === null) === given;
  if (given === null) return (own === null) === (operator === "eq");
  // What is empty matches none of the plain operators and all of the negated ones.
  if (own === null) return ["neq", "nin", "not_contains"].includes(operator);
  const items = Array.isArray(given) ? given : [given];
  const [first = 0, last = 0] = items.map((item) => compareValues(type, own, typedValue(type, item) ?? item));
  const isOne = items.some((item) => compareValues(type, own, typedValue(type, item) ?? item) === 0);
  const text = folded(String(own));
  const part = folded(String(given));
  const parts = [part, part.normalize("NFC"), part.normalize("NFD")];
  const chosen = Array.isArray(own) ? own : [];
  switch (operator) {
    case "eq":
    case "in":
      return isOne;
    case "neq":
    case "nin":
      return !isOne;
    case "gt":
      return first > 0;
    case "gte":
      return first >= 0;
    case "lt":
      return first < 0;
    case "lte":
      return first <= 0;
    case "between":
      return first >= 0 && last <= 0;
    case "contains":
      return parts.some((form) => text.includes(form));
    case "not_contains":
      return !parts.some((form) => text.includes(form));
    case "starts_with":
      return parts.some((form) => text.startsWith(form));
    case "ends_with":
      return parts.some((form) => text.endsWith(form));
    case "any_of":
      return items.some((item) => chosen.includes(item));
    case "all_of":
      return items.every((item) => chosen.includes(item));
  }
}

function bound(value: JsonValue, member: Principal): JsonValue {
  if (Array.isArray(value)) return value.map((item) => bound(item, member));
  if (value === "$member.id") return member.memberId;
  return value === "$member.email" ? member.email : value;
}
