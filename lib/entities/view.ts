/** Entities and fields as discovery shows them (spec: Entity description; contract § 5). Every key is always present but `limitedTo`. */
import type { Access, EntityAccess } from "../access/compile";
import {
  type Deprecation,
  type Field,
  type JsonValue,
  type Operator,
  type Option,
  SYSTEM_FIELDS,
  type SystemField,
  type Verb,
} from "../model";
import { FIELD_OPERATORS, isSortable, SYSTEM_FIELD_OPERATORS } from "../query/filter/operators";
import { callerResolver } from "../query/plan";

export type EntitySummary = {
  entityKey: string;
  label: string;
  pluralLabel: string;
  description: string | null;
  permissions: Record<Verb, boolean>;
};

export type FieldView = {
  key: string;
  label: string;
  description: string | null;
  type: Field["type"];
  required: boolean;
  unique: boolean;
  multiple: boolean;
  default: JsonValue;
  createable: boolean;
  updateable: boolean;
  queryable: boolean;
  sortable: boolean;
  searchable: boolean;
  operators: Operator[];
  options: Option[];
  /** The key of the referenced entity; null if there is none that the caller can see. */
  reference: string | null;
  /** The field names that can follow this one in a condition, after a dot. */
  referencedFields: string[];
  min: number | string | null;
  max: number | string | null;
  maxLength: number | null;
  deprecated: boolean;
  deprecation: Deprecation | null;
};

export type SystemFieldView = { key: SystemField; type: string; sortable: boolean; operators: Operator[] };

export type EntityDescription = EntitySummary & {
  labelField: string | null;
  /** Filters that every record satisfies that the token can reach. Present if its rows are limited. */
  limitedTo?: readonly JsonValue[];
  fields: FieldView[];
  systemFields: SystemFieldView[];
};

export function toEntitySummary({ entity, permissions }: EntityAccess): EntitySummary {
  return {
    entityKey: entity.key,
    label: entity.label,
    pluralLabel: entity.pluralLabel,
    description: entity.description,
    permissions,
  };
}

/**
 * `all` is the caller's access to all entities: one that it cannot see does not exist for it (spec: What the service does, 6 and
 * 7).
 */
export function toEntityDescription(access: EntityAccess, all: Access): EntityDescription {
  const { entity } = access;
  const shown = shownFields(access);
  return {
    ...toEntitySummary(access),
    labelField: shown.some((field) => field.key === entity.labelField) ? entity.labelField : null,
    ...(access.limitedTo.length > 0 && { limitedTo: access.limitedTo }),
    fields: shown.map((field) => toFieldView(access, field, all)),
    systemFields: SYSTEM_FIELDS.map((key) => ({
      key,
      type: key === "id" ? "text" : "datetime",
      sortable: true,
      operators: SYSTEM_FIELD_OPERATORS[key],
    })),
  };
}

/** A field that the owner cannot read is left out, except a required one that it must write to create a record. */
export function shownFields(access: EntityAccess): Field[] {
  return [...access.entity.fields.values()].filter((field) => isShown(access, field));
}

export function isShown({ readable, writable, permissions }: EntityAccess, { key, required }: Field): boolean {
  return readable.has(key) || (permissions.create && required && writable.has(key));
}

function toFieldView(access: EntityAccess, field: Field, all: Access): FieldView {
  const queryable = access.queryable.has(field.key);
  const writable = access.writable.has(field.key);
  const target = field.reference === null ? null : all.entity(field.reference);
  return {
    key: field.key,
    label: field.label,
    description: field.description,
    type: field.type,
    required: field.required,
    unique: access.entity.uniqueFields.includes(field.key),
    multiple: field.type === "multiselect",
    default: field.default,
    createable: writable && access.permissions.create,
    updateable: writable && access.permissions.update,
    queryable,
    sortable: queryable && isSortable(field.type),
    searchable: access.searchable.has(field.key),
    operators: queryable ? FIELD_OPERATORS[field.type] : [],
    options: field.options.map(({ value, label }) => ({ value, label })),
    reference: target === null ? null : target.entity.key,
    referencedFields: queryable && target?.permissions.list ? callerResolver(target.queryable).names() : [],
    min: field.min,
    max: field.max,
    maxLength: field.maxLength,
    deprecated: field.deprecated !== undefined,
    deprecation: toDeprecationView(access, field),
  };
}

/** For documents and pages. */
export function deprecationText({ since, sunset, use }: Deprecation): string {
  const removal = sunset === null ? "" : `, removed on ${sunset}`;
  return `Deprecated since ${since}${removal}.${use === null ? "" : ` Use ${use} instead.`}`;
}

/** Does not name a replacement that the caller cannot see. */
function toDeprecationView(access: EntityAccess, { deprecated }: Field): Deprecation | null {
  if (deprecated === undefined) return null;
  const { since, sunset, use } = deprecated;
  const replacement = use === null ? undefined : access.entity.fields.get(use);
  return { since, sunset, use: replacement !== undefined && isShown(access, replacement) ? use : null };
}
