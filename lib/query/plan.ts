/** Resolves a query as written: only fields that this caller can query, and values of their types, can become SQL. */
import type { ApiError } from "../errors";
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
import { WIRE_TYPES, whyNoWireValue } from "../wire-types";
import { type FieldUse, FilterFault, listSome, notQueryable, withoutData } from "./filter/filter-fault";
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

/** True if the reference points to a record in the scope that passes the test; false if there is no such record. */
export type ReferencedFilter = {
  kind: "referenced";
  reference: Field;
  entityId: string;
  scope: PlannedFilter;
  test: PlannedFilter;
};

export type Test = Extract<PlannedFilter, { kind: "test" | "referenced" }>;

export type SortKey = { column: Column; direction: Direction };

export type Resolver = {
  /** null if the caller cannot query it. */
  find(name: string): Column | null;
  names(): string[];
  /** The label of the own records, or of those that `reference` points to; null if the caller cannot query it. */
  labelOf?(reference: string | null): string | null;
  /** True if discovery shows the caller a field of this name, usable or not. Absent if no caller reads the refusal. */
  isShown?: ((name: string) => boolean) | undefined;
  /** Resolves `reference.name`; null if the caller cannot query it. Absent if references are not followed. */
  follow?(reference: string, name: string): Followed | null;
};

/** A column one reference away, among the records that the caller can list there. */
type Followed = { reference: Field; entityId: string; scope: PlannedFilter; column: Column };

export const EVERYTHING: PlannedFilter = { kind: "everything" };
export const NOTHING: PlannedFilter = { kind: "nothing" };

/** For a caller: the fields that it can query, and the public system fields. `readable` are all fields that it can read. */
export function callerResolver(
  queryable: ReadonlyMap<string, Field>,
  readable: ReadonlyMap<string, unknown> = queryable,
): Resolver {
  return {
    isShown: (name) => readable.has(name),
    find(name) {
      const field = queryable.get(name);
      if (field !== undefined) return { kind: "data", field };
      const system = SYSTEM_FIELDS.find((each) => each === name);
      return system === undefined ? null : { kind: "system", name: system };
    },
    names: () => [...queryable.keys(), ...SYSTEM_FIELDS],
  };
}

/** For a grant's `where`: any field, including hidden ones, and `createdBy`. */
export function grantResolver(entity: Entity): Resolver {
  const { find, names } = callerResolver(entity.fields);
  return {
    find: (name) => (name === CREATED_BY ? { kind: "system", name } : find(name)),
    names: () => [...names(), CREATED_BY],
  };
}

/** Throws INVALID_FILTERS and FIELD_NOT_QUERYABLE. `place` is the path in what the caller sent. */
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
      throw unusable({ place: `sort[${index}]`, name: field, use: "sort by", usable }, resolve);
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

type Unusable = {
  place: string;
  name: string;
  use: Exclude<FieldUse, "read" | "expand" | "find a record by">;
  usable: string[];
};

/** FIELD_NOT_QUERYABLE, with the reason if discovery reveals it anyway. */
export function unusable(field: Unusable, resolve: Resolver): ApiError {
  return notQueryable({ ...field, why: whyUnusable(field, resolve) });
}

const ENDS_HERE = { "sort by": "Sorting", "group by": "Grouping", measure: "Measuring" } as const;

function whyUnusable({ name, use, usable }: Unusable, resolve: Resolver): string | null {
  const [first = "", ...hops] = name.split(".", 3);
  const column = resolve.find(first);
  if (hops.length === 0) {
    if (column?.kind === "data") return `It is a ${column.field.type} field, which has no order.`;
    return resolve.isShown?.(name) ? "It can be read, but discovery says queryable: false." : null;
  }
  if (column === null) {
    return resolve.isShown?.(first)
      ? `${first} can be read, but discovery says queryable: false.`
      : withoutData(name, usable);
  }
  if (column.kind === "system" || column.field.type !== "reference")
    return `${columnName(column)} is no reference, so it leads to no other record.`;
  if (use !== "filter by") return `${ENDS_HERE[use]} ends at this entity, and ${first} leads to another one.`;
  return hops.length > 1 ? "Conditions reach one reference away, as in field.otherField." : null;
}

function planCondition(condition: Condition, resolve: Resolver, place: string): PlannedFilter {
  const { field } = condition;
  const column = resolve.find(field);
  if (column !== null) return planTest(condition, column, place, resolve);
  const [reference = "", name, ...more] = field.split(".", 3);
  const followed = name === undefined || more.length > 0 ? null : (resolve.follow?.(reference, name) ?? null);
  if (followed === null) throw unusable({ place, name: field, use: "filter by", usable: resolve.names() }, resolve);
  const { column: itsColumn, ...referenced } = followed;
  return { kind: "referenced", ...referenced, test: planTest(condition, itsColumn, place) };
}

function planTest(
  { field, operator, value }: Condition,
  column: Column,
  place: string,
  resolve?: Resolver,
): PlannedFilter {
  const taken = operatorsOf(column);
  if (!taken.includes(operator)) {
    throw new FilterFault(
      place,
      taken.length === 0
        ? `${field} is a ${typeOf(column)} field, which no operator takes. Filter by another field.`
        : `${field} does not take ${operator}; it takes ${taken.join(", ")}.${byLabel(field, operator, resolve)}`,
    );
  }
  if (value === null) return { kind: "test", column, operator: "is_null", value: operator === "eq" };
  return { kind: "test", column, operator, value: typedValue({ field, operator, value }, column, place) };
}

/** For an operator of texts on a reference: the same condition on the label of its record. */
function byLabel(field: string, operator: Operator, resolve?: Resolver): string {
  const label = FIELD_OPERATORS.text.includes(operator) ? (resolve?.labelOf?.(field) ?? null) : null;
  return label === null ? "" : ` By name: ["${label}", "${operator}", value].`;
}

function operatorsOf(column: Column): readonly Operator[] {
  if (column.kind === "data") return FIELD_OPERATORS[column.field.type];
  return column.name === CREATED_BY ? SYSTEM_FIELD_OPERATORS.id : SYSTEM_FIELD_OPERATORS[column.name];
}

function typedValue({ field, operator, value }: Condition, column: Column, place: string): JsonValue {
  if (operator === "is_null") return value;
  const { parse } = WIRE_TYPES[typeOf(column)];
  const typed = (item: JsonValue, at: string) =>
    (item === null ? undefined : parse(item)) ?? refuseType(field, column, item, at);
  if (!Array.isArray(value)) return typed(value, place);
  return value.map((item, index) => typed(item, `${place}[2][${index}]`));
}

function refuseType(name: string, column: Column, value: JsonValue, place: string): never {
  const type = typeOf(column);
  const options = column.kind === "data" ? column.field.options.map((option) => option.value) : [];
  const known = options.length === 0 ? "" : ` (${listSome(options)})`;
  throw new FilterFault(
    place,
    `${name} is compared with ${WIRE_TYPES[type].form}${known}${whyNoWireValue(type, value)}.`,
  );
}

/** The type to compare in; the items of a multiselect are compared one by one. */
function typeOf(column: Column): FieldType {
  if (column.kind === "data") return column.field.type === "multiselect" ? "select" : column.field.type;
  return column.name === "created" || column.name === "updated" ? "datetime" : "reference";
}

/** The conditions of a filter, however they are joined. */
export function testsOf(filter: PlannedFilter): Test[] {
  switch (filter.kind) {
    case "and":
    case "or":
      return filter.parts.flatMap(testsOf);
    case "not":
      return testsOf(filter.part);
    case "test":
    case "referenced":
      return [filter];
    case "everything":
    case "nothing":
      return [];
  }
}

/** The column of the record itself, which may be a reference to the tested one. */
export function testedColumn(test: Test): Column {
  return test.kind === "test" ? test.column : { kind: "data", field: test.reference };
}

/** Matches what both match, so that a caller's filter can only narrow a scope. */
export function both(left: PlannedFilter, right: PlannedFilter): PlannedFilter {
  if (left.kind === "everything") return right;
  if (right.kind === "everything") return left;
  return { kind: "and", parts: [left, right] };
}
