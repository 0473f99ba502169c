/**
 * Resolves a query as written: every field is one that this caller may query, and every value has its field's type. Only what
 * passes here can become SQL. The resolved form is data; nothing here knows SQL.
 */
import type { RowScope } from "../access/scope";
import { wrongType } from "../messages/wrong-type";
import {
  type Condition,
  CREATED_BY,
  type Direction,
  type Entity,
  type Field,
  type FieldType,
  type Filter,
  type JsonValue,
  type Operator,
  type SortItem,
  SYSTEM_FIELDS,
  type SystemField,
} from "../model";
import { parseWireValue, WIRE_FORM } from "../wire-types";
import { FilterFault, notQueryable } from "./filter/filter-fault";
import { FIELD_OPERATORS, isSortable, SYSTEM_FIELD_OPERATORS } from "./filter/operators";

export type Column = { kind: "system"; name: SystemField | typeof CREATED_BY } | { kind: "data"; field: Field };

/** Unique within an entity: no field has the key of a system field. */
export function columnName(column: Column): string {
  return column.kind === "data" ? column.field.key : column.name;
}

export type PlannedFilter =
  | { kind: "everything" }
  | { kind: "nothing" }
  | { kind: "and" | "or"; parts: PlannedFilter[] }
  | { kind: "not"; part: PlannedFilter }
  | { kind: "test"; column: Column; operator: Operator; value: JsonValue }
  | ReferencedFilter;

/** True where the reference leads to a record in the scope that passes the test; false where it leads to none. */
export type ReferencedFilter = {
  kind: "referenced";
  reference: Field;
  entityId: string;
  scope: PlannedFilter;
  test: PlannedFilter;
};

export type SortKey = { column: Column; direction: Direction };

/** What names mean, for one caller. */
export type Resolver = {
  /** null where the caller may not query it. */
  find(name: string): Column | null;
  /** All names that it may query. */
  names(): string[];
  /** What `reference.name` means; null where the caller may not query it. Absent where references are not followed. */
  follow?(reference: string, name: string): Followed | null;
};

/** A column one reference away, in the records that the caller can list there. */
type Followed = { reference: Field; entityId: string; scope: PlannedFilter; column: Column };

export const EVERYTHING: PlannedFilter = { kind: "everything" };
export const NOTHING: PlannedFilter = { kind: "nothing" };

/** For a caller: the given fields, and the public system fields. */
export function callerResolver(queryable: ReadonlyMap<string, Field>): Resolver {
  return {
    find(name) {
      const field = queryable.get(name);
      if (field !== undefined) return { kind: "data", field };
      return isSystemField(name) ? { kind: "system", name } : null;
    },
    names: () => [...queryable.keys(), ...SYSTEM_FIELDS],
  };
}

/** For a grant's `where`: any field, hidden ones too, and `createdBy`. */
export function grantResolver(entity: Entity): Resolver {
  const { find, names } = callerResolver(entity.fields);
  return {
    find: (name) => (name === CREATED_BY ? { kind: "system", name } : find(name)),
    names: () => [...names(), CREATED_BY],
  };
}

/**
 * Throws INVALID_FILTERS, and FIELD_NOT_QUERYABLE, the same for unknown, hidden and unqueryable fields. `place`: where the
 * filter stands in what the caller sent.
 */
export function planFilter(filter: Filter, resolve: Resolver, place = "where"): PlannedFilter {
  if ("and" in filter) return { kind: "and", parts: planParts(filter.and, resolve, `${place}.and`) };
  if ("or" in filter) return { kind: "or", parts: planParts(filter.or, resolve, `${place}.or`) };
  if ("not" in filter) return { kind: "not", part: planFilter(filter.not, resolve, `${place}.not`) };
  return planCondition(filter, resolve, place);
}

function planParts(parts: Filter[], resolve: Resolver, place: string): PlannedFilter[] {
  return parts.map((part, index) => planFilter(part, resolve, `${place}[${index}]`));
}

/** Throws FIELD_NOT_QUERYABLE. Every order ends with the record id, in the last item's direction, which makes it total. */
export function planSort(sort: SortItem[], resolve: Resolver): SortKey[] {
  const keys = sort.map(({ field, direction }, index) => {
    const column = findSortable(field, resolve);
    if (column === null) {
      const usable = resolve.names().filter((name) => findSortable(name, resolve) !== null);
      throw notQueryable({ place: `sort[${index}]`, name: field, use: "sort by", usable });
    }
    return { column, direction };
  });
  const id = keys.findIndex(({ column }) => columnName(column) === "id");
  if (id >= 0) return keys.slice(0, id + 1);
  return [...keys, { column: { kind: "system", name: "id" }, direction: keys.at(-1)?.direction ?? "desc" }];
}

function findSortable(name: string, resolve: Resolver): Column | null {
  const column = resolve.find(name);
  return column?.kind === "data" && !isSortable(column.field.type) ? null : column;
}

function planCondition(condition: Condition, resolve: Resolver, place: string): PlannedFilter {
  const { field } = condition;
  const column = resolve.find(field);
  if (column !== null) return planTest(condition, column, place);
  const [reference = "", name, ...more] = field.split(".", 3);
  const followed = name === undefined || more.length > 0 ? null : (resolve.follow?.(reference, name) ?? null);
  if (followed === null) throw notQueryable({ place, name: field, use: "filter by", usable: resolve.names() });
  const { column: itsColumn, ...referenced } = followed;
  return { kind: "referenced", ...referenced, test: planTest(condition, itsColumn, place) };
}

function planTest({ field, operator, value }: Condition, column: Column, place: string): PlannedFilter {
  const taken = operatorsOf(column);
  if (!taken.includes(operator)) {
    throw new FilterFault(
      place,
      taken.length === 0
        ? `${field} cannot be filtered by.`
        : `${field} does not take ${operator}; it takes ${taken.join(", ")}.`,
    );
  }
  if (value === null) return { kind: "test", column, operator: "is_null", value: operator === "eq" };
  return { kind: "test", column, operator, value: typedValue({ field, operator, value }, column, place) };
}

function operatorsOf(column: Column): readonly Operator[] {
  if (column.kind === "data") return FIELD_OPERATORS[column.field.type];
  return column.name === CREATED_BY ? SYSTEM_FIELD_OPERATORS.id : SYSTEM_FIELD_OPERATORS[column.name];
}

function typedValue({ field, operator, value }: Condition, column: Column, place: string): JsonValue {
  if (operator === "is_null") return value;
  const type = typeOf(column);
  if (Array.isArray(value)) {
    return value.map((item, index) => typedItem(type, item) ?? refuseType(field, type, item, `${place}[2][${index}]`));
  }
  return typedItem(type, value) ?? refuseType(field, type, value, place);
}

function typedItem(type: FieldType, value: JsonValue): JsonValue | undefined {
  return value === null ? undefined : parseWireValue(type, value);
}

function refuseType(name: string, type: FieldType, value: JsonValue, place: string): never {
  throw new FilterFault(place, `${name} is compared with ${WIRE_FORM[type]}${wrongType(type, value)}.`);
}

/** The type to compare in; the members of a multiselect are compared one by one. */
function typeOf(column: Column): FieldType {
  if (column.kind === "data") return column.field.type === "multiselect" ? "select" : column.field.type;
  return column.name === "created" || column.name === "updated" ? "datetime" : "text";
}

function isSystemField(name: string): name is SystemField {
  return (SYSTEM_FIELDS as readonly string[]).includes(name);
}

/** The filter of a row scope. A scope that cannot be planned is a fault of the configuration, never of the caller. */
export function planScope(scope: RowScope, entity: Entity): PlannedFilter {
  if (scope === "all") return EVERYTHING;
  if (scope.length === 0) return NOTHING;
  try {
    return { kind: "or", parts: scope.map((filter) => planFilter(filter, grantResolver(entity))) };
  } catch (error) {
    throw new Error(`A grant on ${entity.key} has a where that does not fit the entity.`, { cause: error });
  }
}

/** What both match. So a caller's filter can only narrow a scope. */
export function both(left: PlannedFilter, right: PlannedFilter): PlannedFilter {
  if (left.kind === "everything") return right;
  if (right.kind === "everything") return left;
  return { kind: "and", parts: [left, right] };
}
