/** Everything that the caller's document says about an entity, from discovery: what the caller cannot see is absent. */
import type { Access, EntityAccess } from "../../../access/compile";
import { type EntityDescription, type FieldView, toEntityDescription } from "../../../entities/view";
import {
  type Field,
  type FieldType,
  type Operator,
  type Option,
  SYSTEM_FIELDS,
  type SystemField,
} from "../../../model";
import { FIELD_OPERATORS, isSortable, SYSTEM_FIELD_OPERATORS } from "../../../query/filter/operators";
import { missingFields } from "../../../records/rules/validate";
import { listable } from "../../../records/view";
import { type EntityExamples, examplesOf } from "./entity-examples";

export type OfferedEntity = {
  /** Used in the names of operations and schemas. */
  name: string;
  description: EntityDescription;
  examples: EntityExamples;
  /** The fields of records. */
  readable: FieldView[];
  /** Fields that `expand` takes, with the name of the entity each points to; null if the caller cannot list that entity. */
  references: { key: string; target: string | null }[];
  /** Fields that conditions can name, including those one reference away. */
  comparable: Comparable[];
  /** Fields that sorts, groups and measures can name. */
  columns: { key: string; type: FieldType; sortable: boolean }[];
  /** Fields by which one record can be found, and by which an upsert can match. */
  findable: FieldView[];
  /** By the key of a reference: the fields of the other entity by which the reference can be given. */
  referenceKeys: ReadonlyMap<string, readonly Field[]>;
  permissions: { list: boolean; create: boolean; update: boolean; delete: boolean };
};

export type Comparable = { name: string; type: FieldType; operators: readonly Operator[]; options: readonly Option[] };

/** `names` has the names of all entities that the caller can see. */
export function offeredEntity(access: EntityAccess, all: Access, names: ReadonlyMap<string, string>): OfferedEntity {
  const { entity, readable, queryable } = access;
  const description = toEntityDescription(access, all);
  const { list, create } = description.permissions;
  const permissions = { ...description.permissions, create: create && canBeCreated(access, description) };
  const examples = examplesOf({ ...description, permissions }, { begin: beginOf(access) });
  return {
    name: names.get(entity.key) ?? "",
    description,
    examples,
    readable: description.fields.filter(({ key }) => readable.has(key)),
    references: [...entity.fields.values()]
      .filter(({ key, type }) => list && type === "reference" && readable.has(key))
      .map((field) => ({ key: field.key, target: names.get(listable(all, field)?.entity.key ?? "") ?? null })),
    comparable: list ? comparableOf(access, all) : [],
    columns: [
      ...[...queryable.values()].map(({ key, type }) => ({ key, type, sortable: isSortable(type) })),
      ...SYSTEM_FIELDS.map((key) => ({ key, type: systemType(key), sortable: true })),
    ],
    findable: description.fields.filter(({ key }) => access.findable.has(key)),
    referenceKeys: new Map(
      [...entity.fields].map(([key, field]) => [key, [...(listable(all, field)?.findable.values() ?? [])]]),
    ),
    permissions: { ...permissions, create: permissions.create && examples.create !== null },
  };
}

/** True if the offered fields are enough to create a record. A required field, or the initial state, may be hidden. */
function canBeCreated({ entity, writable }: EntityAccess, { fields }: EntityDescription): boolean {
  const untouched = Object.fromEntries([...entity.fields.values()].map((field) => [field.key, field.default]));
  if (missingFields(entity, untouched).some(({ field }) => !writable.has(field))) return false;
  const { lifecycle } = entity;
  if (lifecycle === null || lifecycle.initial === null || untouched[lifecycle.field] !== null) return true;
  return fields.some(({ key, createable }) => createable && key === lifecycle.field);
}

/** null unless the caller can read the state: refusals do not reveal it either (contract § 7). */
export function beginOf({ entity, readable }: EntityAccess): { field: string; states: readonly string[] } | null {
  const { lifecycle } = entity;
  if (lifecycle === null || lifecycle.initial === null || !readable.has(lifecycle.field)) return null;
  return { field: lifecycle.field, states: lifecycle.initial };
}

function comparableOf(access: EntityAccess, all: Access): Comparable[] {
  const behind = [...access.queryable.values()].flatMap((field) => {
    const target = listable(all, field);
    return target === null ? [] : fieldsToCompare(target, `${field.key}.`);
  });
  return [...fieldsToCompare(access, ""), ...behind].filter(({ operators }) => operators.length > 0);
}

function fieldsToCompare({ queryable }: EntityAccess, prefix: string): Comparable[] {
  const fields = [...queryable.values()].map(({ key, type, options }) => {
    return { name: prefix + key, type, operators: FIELD_OPERATORS[type], options };
  });
  const systemFields = SYSTEM_FIELDS.map((key) => {
    return { name: prefix + key, type: systemType(key), operators: SYSTEM_FIELD_OPERATORS[key], options: [] };
  });
  return [...fields, ...systemFields];
}

function systemType(key: SystemField): FieldType {
  return key === "id" ? "reference" : "datetime";
}
