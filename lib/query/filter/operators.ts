/** The operators of each type, the values that they take, and how PostgreSQL reads them: one table each. */
import type { FieldType, Operator, SystemField } from "../../model";

type Cast = "text" | "float8" | "numeric";

const NUMBERS: { [Type in FieldType]?: Cast } = { integer: "float8", number: "float8", decimal: "numeric" };

/** Texts of dates sort in their order, and booleans as `false` < `true`; `float8` holds doubles and safe integers exactly. */
export function fieldCast(type: FieldType): Cast {
  return NUMBERS[type] ?? "text";
}

const EQUAL = ["eq", "neq", "in", "nin"] as const;
const ORDERED = ["gt", "gte", "lt", "lte", "between"] as const;
const TEXTUAL = ["contains", "not_contains", "starts_with", "ends_with"] as const;
const NULLNESS = ["is_null"] as const;

const ORDERED_TYPE: Operator[] = [...EQUAL, ...ORDERED, ...NULLNESS];
const TEXT_TYPE: Operator[] = [...EQUAL, ...ORDERED, ...TEXTUAL, ...NULLNESS];
const NAMED_TYPE: Operator[] = [...EQUAL, ...NULLNESS];

export const FIELD_OPERATORS: Record<FieldType, Operator[]> = {
  text: TEXT_TYPE,
  email: TEXT_TYPE,
  url: TEXT_TYPE,
  integer: ORDERED_TYPE,
  number: ORDERED_TYPE,
  decimal: ORDERED_TYPE,
  date: ORDERED_TYPE,
  datetime: ORDERED_TYPE,
  boolean: NAMED_TYPE,
  select: NAMED_TYPE,
  reference: NAMED_TYPE,
  multiselect: ["any_of", "all_of", "is_null"],
  json: [],
};

/** System fields are never null, so `is_null` would be pointless. */
export const SYSTEM_FIELD_OPERATORS: Record<SystemField, Operator[]> = {
  id: [...EQUAL],
  created: [...EQUAL, ...ORDERED],
  updated: [...EQUAL, ...ORDERED],
};

/** "single": one value of the type of the field. */
export type ValueForm = "single or null" | "single" | "text" | "list" | "pair" | "boolean";

export const VALUE_FORMS: Record<Operator, ValueForm> = {
  eq: "single or null",
  neq: "single or null",
  gt: "single",
  gte: "single",
  lt: "single",
  lte: "single",
  in: "list",
  nin: "list",
  between: "pair",
  contains: "text",
  not_contains: "text",
  starts_with: "text",
  ends_with: "text",
  any_of: "list",
  all_of: "list",
  is_null: "boolean",
};

/** Lists of values and documents have no order. */
export function isSortable(type: FieldType): boolean {
  return type !== "multiselect" && type !== "json";
}
