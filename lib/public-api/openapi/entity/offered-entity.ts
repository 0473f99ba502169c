/**
 * All that the caller's document says of an entity. It is what discovery tells, and what follows from it: a field that discovery
 * leaves out, a verb that the caller does not have, and an entity that is none of its own are not here.
 */
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
import { type EntityExamples, examplesOf, type Known } from "./entity-examples";

export type OfferedEntity = {
  /** In names of operations and schemas. */
  name: string;
  description: EntityDescription;
  examples: EntityExamples;
  /** What records have. */
  readable: FieldView[];
  /** References among these, with the name of the entity that they lead to where the caller can list it. */
  references: { key: string; target: string | null }[];
  /** What conditions can name, those one reference away too. */
  comparable: Comparable[];
  /** What sorts, groups and measures can name. */
  columns: { key: string; type: FieldType; sortable: boolean }[];
  /** What an upsert can match by. */
  matched: FieldView[];
  permissions: { list: boolean; create: boolean; update: boolean; delete: boolean };
};

export type Comparable = { name: string; type: FieldType; operators: readonly Operator[]; options: readonly Option[] };

/** `names`: of all entities that the caller can see. */
export function offeredEntity(access: EntityAccess, all: Access, names: ReadonlyMap<string, string>): OfferedEntity {
  const { entity, readable, queryable } = access;
  const description = toEntityDescription(access, all);
  const matched = description.fields.filter(({ key }) => queryable.has(key) && entity.fields.get(key)?.unique === true);
  const known: Known = { begin: beginOf(access), matched: matched.map(({ key }) => key) };
  const examples = examplesOf(description, known);
  const { list, create, update, delete: canDelete } = description.permissions;
  return {
    name: names.get(entity.key) ?? "",
    description,
    examples,
    readable: description.fields.filter(({ key }) => readable.has(key)),
    references: [...entity.fields.values()]
      .filter(({ key, type }) => type === "reference" && readable.has(key))
      .map(({ key, reference }) => ({ key, target: listableName(all, reference, names) })),
    comparable: list ? comparableOf(access, all) : [],
    columns: [
      ...[...queryable.values()].map(({ key, type }) => ({ key, type, sortable: isSortable(type) })),
      ...SYSTEM_FIELDS.map((key) => ({ key, type: systemType(key), sortable: true })),
    ],
    matched,
    permissions: {
      list,
      create: create && examples.create !== null && canBeCreated(access, description),
      update,
      delete: canDelete,
    },
  };
}

/** Whether what is offered can make a whole record. What it lacks may be hidden: a required field, or the state to begin in. */
function canBeCreated({ entity, writable }: EntityAccess, { fields }: EntityDescription): boolean {
  const untouched = Object.fromEntries([...entity.fields.values()].map((field) => [field.key, field.default]));
  if (missingFields(entity, untouched).some(({ field }) => !writable.has(field))) return false;
  const { lifecycle } = entity;
  if (lifecycle === null || lifecycle.initial === null || untouched[lifecycle.field] !== null) return true;
  return fields.some(({ key, createable }) => createable && key === lifecycle.field);
}

/** Told only to those who can read the state: refusals are as silent (contract § 7). */
export function beginOf({ entity, readable }: EntityAccess): { field: string; states: readonly string[] } | null {
  const { lifecycle } = entity;
  if (lifecycle === null || lifecycle.initial === null || !readable.has(lifecycle.field)) return null;
  return { field: lifecycle.field, states: lifecycle.initial };
}

function comparableOf({ queryable }: EntityAccess, all: Access): Comparable[] {
  const own = [...queryable.values()].map((field) => comparableField(field.key, field));
  const behind = [...queryable.values()].flatMap(({ key, reference }) => {
    const target = reference === null ? null : all.entity(reference);
    if (target === null || !target.permissions.list) return [];
    const fields = [...target.queryable.values()].map((field) => comparableField(`${key}.${field.key}`, field));
    return [...fields, ...SYSTEM_FIELDS.map((name) => systemComparable(`${key}.${name}`, name))];
  });
  return [...own, ...SYSTEM_FIELDS.map((name) => systemComparable(name, name)), ...behind].filter(
    ({ operators }) => operators.length > 0,
  );
}

function comparableField(name: string, { type, options }: Field): Comparable {
  return { name, type, operators: FIELD_OPERATORS[type], options };
}

function systemComparable(name: string, key: SystemField): Comparable {
  return { name, type: systemType(key), operators: SYSTEM_FIELD_OPERATORS[key], options: [] };
}

function systemType(key: SystemField): FieldType {
  return key === "id" ? "text" : "datetime";
}

function listableName(all: Access, key: string | null, names: ReadonlyMap<string, string>): string | null {
  const target = key === null ? null : all.entity(key);
  return target?.permissions.list ? (names.get(target.entity.key) ?? null) : null;
}
