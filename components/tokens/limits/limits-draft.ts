/** A token's limits as typed and ticked, before they are parsed. */
import { withItems } from "@/components/ui/controls/with-items";
import { splitAddresses } from "@/lib/http/address-range";
import type { FieldType, JsonValue, Operator, RowLimit, TokenLimits } from "@/lib/model";
import { type LimitProblem, numberProblems } from "@/lib/tokens/limits";
import type { LimitingField } from "@/lib/tokens/permissions";
import { OPERATOR_WORDS } from "@/lib/tokens/row-limits";

export type LimitsDraft = {
  denied: ReadonlySet<FieldPath>;
  rows: readonly RowDraft[];
  /** As typed: separated by line breaks, commas or spaces. */
  addresses: string;
  requestsPerMinute: string;
};

export type FieldPath = `${string}:${string}`;

export const NOT_LIMITED: LimitsDraft = { denied: new Set(), rows: [], addresses: "", requestsPerMinute: "" };

export function pathOf(entityKey: string, fieldKey: string): FieldPath {
  return `${entityKey}:${fieldKey}`;
}

export function draftOfLimits({ deniedFields, rows, allowedAddresses, requestsPerMinute }: TokenLimits): LimitsDraft {
  return {
    denied: new Set(deniedFields.flatMap(({ entity, fields }) => fields.map((field) => pathOf(entity, field)))),
    rows: rows.map((limit) => ({ kind: "stored", limit, removable: false })),
    addresses: allowedAddresses.join("\n"),
    requestsPerMinute: requestsPerMinute === null ? "" : String(requestsPerMinute),
  };
}

/** The draft once saved: conditions can no longer be edited. */
export function withStoredRows(draft: LimitsDraft): LimitsDraft {
  return { ...draft, rows: draft.rows.map((row) => ({ kind: "stored", limit: toRowLimit(row), removable: false })) };
}

/** Text that is not a number becomes NaN, which the validation reports. */
export function toLimits({ denied, rows, addresses, requestsPerMinute }: LimitsDraft): TokenLimits {
  const requests = requestsPerMinute.trim();
  return {
    deniedFields: [...denied].map((path) => {
      const [entity = "", field = ""] = path.split(":");
      return { entity, fields: [field] };
    }),
    rows: rows.map(toRowLimit),
    allowedAddresses: splitAddresses(addresses),
    requestsPerMinute: requests === "" ? null : toNumber(requests),
  };
}

/** Leaves out unfinished conditions: there is nothing to say about them yet. */
export function withoutUnfinished(draft: LimitsDraft): LimitsDraft {
  return { ...draft, rows: draft.rows.filter((row) => rowProblems(row).length === 0) };
}

/** Digits only: `Number` also accepts "0x10" and "1e3". */
function toNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

/** The problems that the browser can find. The server checks whether the owner can read the fields, and the values. */
export function findLimitProblems(draft: LimitsDraft): LimitProblem[] {
  return [...draft.rows.flatMap(rowProblems), ...numberProblems(toLimits(draft))];
}

/** Clears all if all are ticked, otherwise ticks all. */
export function toggleFields(draft: LimitsDraft, paths: readonly FieldPath[]): LimitsDraft {
  const isAllRead = paths.every((path) => !draft.denied.has(path));
  return { ...draft, denied: withItems(draft.denied, paths, isAllRead) };
}

/**
 * A condition on the records that a token reaches. `values` are as typed or ticked. A stored condition is shown in words; it can be
 * removed from a new token only.
 */
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

/** The values to tick. Returns null if the value is typed instead. */
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

function toRowLimit(row: RowDraft): RowLimit {
  if (row.kind === "stored") return row.limit;
  const { entityKey, field, operator, values } = row;
  const isList = CHOICE.includes(operator) || SET.includes(operator);
  const value = isList ? [...values] : toValue(values[0] ?? "", field.type);
  return { entityKey, where: [field.key, operator satisfies Operator, value] };
}

/** Text that is not a number stays text; the server refuses it and says which form it must have. */
function toValue(text: string, type: FieldType): JsonValue {
  const typed = text.trim();
  if (type === "boolean") return typed === "true";
  const isNumeric = (type === "integer" || type === "number") && /^-?\d{1,15}(\.\d{1,15})?$/.test(typed);
  return isNumeric ? Number(typed) : typed;
}

function rowProblems(row: RowDraft): LimitProblem[] {
  if (row.kind === "stored" || row.values.some((value) => value.trim() !== "")) return [];
  const message = `choose a value for ${row.field.label}, or remove the condition`;
  return [{ part: "rows", message }];
}
