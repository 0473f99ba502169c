/** A condition on the records that a token reaches, while it is typed. */
import type { FieldType, JsonValue, Operator, RowLimit } from "@/lib/model";
import type { LimitProblem } from "@/lib/tokens/limits";
import type { LimitingField } from "@/lib/tokens/permissions";
import { OPERATOR_WORDS } from "@/lib/tokens/row-limits";

/** `values` are as typed or ticked. A stored condition is shown in words; it can be removed from a new token only. */
export type RowDraft =
  | { kind: "typed"; entityKey: string; field: LimitingField; operator: TypedOperator; values: readonly string[] }
  | { kind: "stored"; limit: RowLimit; removable: boolean };

type TypedOperator = keyof typeof OPERATOR_WORDS;

const CHOICE: TypedOperator[] = ["in", "nin"];
const SET: TypedOperator[] = ["any_of", "all_of"];
const TEXT: TypedOperator[] = ["eq", "neq", "starts_with"];
const ORDER: TypedOperator[] = ["eq", "gte", "lte"];

/** The operators that the form offers, those of a few words each. The command line takes every filter. */
const OFFERED: Record<FieldType, readonly TypedOperator[]> = {
  select: CHOICE,
  multiselect: SET,
  boolean: ["eq"],
  reference: ["eq"],
  text: TEXT,
  email: TEXT,
  url: TEXT,
  integer: ORDER,
  number: ORDER,
  decimal: ORDER,
  date: ORDER,
  datetime: ORDER,
  json: [],
};

export function operatorOptions({ type }: LimitingField): { value: TypedOperator; label: string }[] {
  return OFFERED[type].map((value) => ({ value, label: OPERATOR_WORDS[value] }));
}

/** What can be ticked; null if the value is typed. */
export function valueOptions({ type, options }: LimitingField): { value: string; label: string }[] | null {
  if (type === "boolean") return BOOLEANS;
  return type === "select" || type === "multiselect" ? [...options] : null;
}

const BOOLEANS = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

export function newRow(entityKey: string, field: LimitingField): RowDraft & { kind: "typed" } {
  const [operator = "eq"] = OFFERED[field.type];
  return { kind: "typed", entityKey, field, operator, values: field.type === "boolean" ? ["true"] : [] };
}

export function toRowLimit(row: RowDraft): RowLimit {
  if (row.kind === "stored") return row.limit;
  const { entityKey, field, operator, values } = row;
  const isList = CHOICE.includes(operator) || SET.includes(operator);
  const value = isList ? [...values] : toValue(values[0] ?? "", field.type);
  return { entityKey, where: [field.key, operator satisfies Operator, value] };
}

/** Text that is no number stays text, which the server refuses with the form that it has to have. */
function toValue(text: string, type: FieldType): JsonValue {
  const typed = text.trim();
  if (type === "boolean") return typed === "true";
  const isNumeric = (type === "integer" || type === "number") && /^-?\d{1,15}(\.\d{1,15})?$/.test(typed);
  return isNumeric ? Number(typed) : typed;
}

export function rowProblems(row: RowDraft): LimitProblem[] {
  if (row.kind === "stored" || row.values.some((value) => value.trim() !== "")) return [];
  const message = `choose a value for ${row.field.label}, or remove the condition`;
  return [{ part: "rows", message }];
}
