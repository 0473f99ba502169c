/**
 * From a query as written to a query resolved: every field found among those this caller may query, every value of its
 * field's type. Only what passes here can become SQL. The resolved form is data; nothing here knows SQL.
 */
import type { RowScope } from "../access/scope";
import { ApiError } from "../errors";
import type { Condition, Direction, Entity, Field, Filter, JsonValue, Operator, SortItem, SystemField } from "../model";
import { CREATED_BY, SYSTEM_FIELDS } from "../model";
import { parseWireValue, WIRE_FORM } from "../wire-types";
import { FIELD_OPERATORS, isSortable, SYSTEM_FIELD_OPERATORS } from "./operators";

export type Column = { kind: "system"; name: SystemField | typeof CREATED_BY } | { kind: "data"; field: Field };

/** Tells columns of one entity apart: no field has the key of a system field. */
export function columnName(column: Column): string {
  return column.kind === "data" ? column.field.key : column.name;
}

export type PlannedFilter =
  | { kind: "everything" }
  | { kind: "nothing" }
  | { kind: "and" | "or"; parts: PlannedFilter[] }
  | { kind: "not"; part: PlannedFilter }
  | { kind: "test"; column: Column; operator: Operator; value: JsonValue };

export type SortKey = { column: Column; direction: Direction };

/** Finds what a name stands for, for one caller; null where the caller may not ask. */
export type Resolver = (name: string) => Column | null;

export const EVERYTHING: PlannedFilter = { kind: "everything" };
export const NOTHING: PlannedFilter = { kind: "nothing" };

/** What a caller may filter and sort by: the given fields and the system fields that are public. */
export function callerResolver(queryable: ReadonlyMap<string, Field>): Resolver {
  return (name) => {
    const field = queryable.get(name);
    if (field !== undefined) return { kind: "data", field };
    return isSystemField(name) ? { kind: "system", name } : null;
  };
}

/** What a grant's `where` may use: any field, hidden ones too, and `createdBy`. */
export function grantResolver(entity: Entity): Resolver {
  const ofCaller = callerResolver(entity.fields);
  return (name) => (name === CREATED_BY ? { kind: "system", name } : ofCaller(name));
}

/** Throws FIELD_NOT_QUERYABLE, one answer for unknown, hidden and unqueryable fields, and INVALID_FILTERS. */
export function planFilter(filter: Filter, resolve: Resolver): PlannedFilter {
  if ("and" in filter) return { kind: "and", parts: filter.and.map((part) => planFilter(part, resolve)) };
  if ("or" in filter) return { kind: "or", parts: filter.or.map((part) => planFilter(part, resolve)) };
  if ("not" in filter) return { kind: "not", part: planFilter(filter.not, resolve) };
  return planCondition(filter, resolve);
}

/** Throws FIELD_NOT_QUERYABLE. The record id ends every order, in the last item's direction, so that it is total. */
export function planSort(sort: SortItem[], resolve: Resolver): SortKey[] {
  const keys = sort.map(({ field, direction }) => {
    const column = resolve(field);
    if (column === null || (column.kind === "data" && !isSortable(column.field.type))) throw notQueryable([field]);
    return { column, direction };
  });
  const id = keys.findIndex(({ column }) => columnName(column) === "id");
  if (id >= 0) return keys.slice(0, id + 1);
  return [...keys, { column: { kind: "system", name: "id" }, direction: keys.at(-1)?.direction ?? "desc" }];
}

/** `fields`: those that cannot be used, which the answer does not name. */
export function notQueryable(fields: string[]): ApiError {
  const message = "A field named in where, sort or fields does not exist or may not be used there.";
  return new ApiError("FIELD_NOT_QUERYABLE", message, { reason: { step: "shape", fields } });
}

function planCondition({ field, operator, value }: Condition, resolve: Resolver): PlannedFilter {
  const column = resolve(field);
  if (column === null) throw notQueryable([field]);
  if (!operatorsOf(column).includes(operator)) {
    throw new ApiError(
      "INVALID_FILTERS",
      `${field} does not take the operator ${operator}; discovery lists those it takes.`,
    );
  }
  if (value === null) return { kind: "test", column, operator: "is_null", value: operator === "eq" };
  return { kind: "test", column, operator, value: typedValue(field, column, operator, value) };
}

function operatorsOf(column: Column): readonly Operator[] {
  if (column.kind === "data") return FIELD_OPERATORS[column.field.type];
  return column.name === CREATED_BY ? SYSTEM_FIELD_OPERATORS.id : SYSTEM_FIELD_OPERATORS[column.name];
}

function typedValue(name: string, column: Column, operator: Operator, value: JsonValue): JsonValue {
  if (operator === "is_null") return value;
  if (Array.isArray(value)) return value.map((item) => typedItem(name, column, item));
  return typedItem(name, column, value);
}

function typedItem(name: string, column: Column, value: JsonValue): JsonValue {
  const type =
    column.kind === "data"
      ? column.field.type
      : column.name === "created" || column.name === "updated"
        ? "datetime"
        : "text";
  // The members of a multiselect are asked for one by one.
  const typed = value === null ? undefined : parseWireValue(type === "multiselect" ? "text" : type, value);
  if (typed === undefined) {
    throw new ApiError(
      "INVALID_FILTERS",
      `A value compared with ${name} must be ${type === "multiselect" ? "a string" : WIRE_FORM[type]}.`,
    );
  }
  return typed;
}

function isSystemField(name: string): name is SystemField {
  return (SYSTEM_FIELDS as readonly string[]).includes(name);
}

/** What a row scope matches. A scope that cannot be planned is a fault of the configuration, never of the caller. */
export function planScope(scope: RowScope, entity: Entity): PlannedFilter {
  if (scope === "all") return EVERYTHING;
  if (scope.length === 0) return NOTHING;
  try {
    return { kind: "or", parts: scope.map((filter) => planFilter(filter, grantResolver(entity))) };
  } catch (error) {
    throw new Error(`A grant on ${entity.key} has a where that does not fit the entity.`, { cause: error });
  }
}

/** Everything that both match; a caller's filter can only narrow what a scope leaves. */
export function both(left: PlannedFilter, right: PlannedFilter): PlannedFilter {
  if (left.kind === "everything") return right;
  if (right.kind === "everything") return left;
  return { kind: "and", parts: [left, right] };
}
