/** The former names of fields and options (`was`). The stored document has none, so applying a file again renames nothing. */
import type { JsonValue, TokenLimits } from "../../model";
import type { FieldDocument } from "../field-schema";
import { ConfigurationError, type Issue } from "../issues";
import type { EntityDocument, LifecycleDocument, StoredDocument } from "../schema";

/** `fields` maps each new key to the former one. `options` maps former values to new ones, by the new key of their field. */
export type EntityRenames = { fields: Record<string, string>; options: Record<string, Record<string, string>> };

/** Keyed by entity. Entities without renames are left out. */
export type Renames = ReadonlyMap<string, EntityRenames>;

/** Finds the renames that are not stored yet. Throws ConfigurationError if another field has the new key. */
export function findRenames(before: StoredDocument, file: StoredDocument): Renames {
  const issues: Issue[] = [];
  const found = file.entities.flatMap((entity, index) => {
    const former = before.entities.find(({ key }) => key === entity.key);
    if (former === undefined) return [];
    const held = new Set(former.fields.map(({ key }) => key));
    const fields = Object.fromEntries(
      entity.fields.flatMap(({ key, was }) => (was !== undefined && held.has(was) ? [[key, was] as const] : [])),
    );
    for (const [place, { key, was }] of entity.fields.entries()) {
      if (!Object.hasOwn(fields, key) || !held.has(key)) continue;
      const message = `cannot be renamed: "${entity.key}" has a field "${key}" beside "${was}"`;
      issues.push({ path: ["entities", index, "fields", place, "was"], message });
    }
    const options = Object.fromEntries(
      entity.fields.flatMap((field) => {
        const formerKey = Object.hasOwn(fields, field.key) ? fields[field.key] : field.key;
        const values = renamedOptions(
          field,
          former.fields.find(({ key }) => key === formerKey),
        );
        return Object.keys(values).length === 0 ? [] : [[field.key, values] as const];
      }),
    );
    const isNone = Object.keys(fields).length === 0 && Object.keys(options).length === 0;
    return isNone ? [] : [[entity.key, { fields, options }] as const];
  });
  if (issues.length > 0) throw new ConfigurationError(issues);
  return new Map(found);
}

function renamedOptions(field: FieldDocument, former: FieldDocument | undefined): Record<string, string> {
  if (!("options" in field) || former === undefined || !("options" in former)) return {};
  const values = former.options.map(optionValue);
  return Object.fromEntries(
    field.options.flatMap((option) => {
      if (typeof option === "string" || option.was === undefined || !values.includes(option.was)) return [];
      return [[option.was, option.value]];
    }),
  );
}

type Option = Extract<FieldDocument, { type: "select" }>["options"][number];

function optionValue(option: Option): string {
  return typeof option === "string" ? option : option.value;
}

export function withoutFormerNames(file: StoredDocument): StoredDocument {
  const entities = file.entities.map((entity) => ({ ...entity, fields: entity.fields.map(withoutFormerName) }));
  return { ...file, entities };
}

function withoutFormerName({ was: _, ...field }: FieldDocument): FieldDocument {
  if (!("options" in field)) return field;
  const options = field.options.map((option) => {
    if (typeof option === "string" || option.was === undefined) return option;
    return option.label === undefined ? option.value : { value: option.value, label: option.label };
  });
  return { ...field, options };
}

/** The document in force, with the names of the new one. */
export function renameIn(before: StoredDocument, renames: Renames): StoredDocument {
  if (renames.size === 0) return before;
  const roles = before.roles?.map((role) => ({
    ...role,
    grants: role.grants.map((grant) => {
      const own = renames.get(grant.entity);
      return own === undefined || grant.where === undefined
        ? grant
        : { ...grant, where: renameWhere(grant.where, own) };
    }),
  }));
  const entities = before.entities.map((entity) => {
    const own = renames.get(entity.key);
    return own === undefined ? entity : renameEntity(entity, own);
  });
  return { ...before, entities, ...(roles === undefined ? {} : { roles }) };
}

function renameEntity(entity: EntityDocument, renames: EntityRenames): EntityDocument {
  const { labelField, parentField, lifecycle } = entity;
  return {
    ...entity,
    labelField: newKey(labelField, renames),
    ...(parentField === undefined ? {} : { parentField: newKey(parentField, renames) }),
    fields: entity.fields.map((field) => renameField(field, renames)),
    ...(lifecycle === undefined ? {} : { lifecycle: renameLifecycle(lifecycle, renames) }),
  };
}

function renameField(field: FieldDocument, renames: EntityRenames): FieldDocument {
  const key = newKey(field.key, renames);
  if (!("options" in field)) return { ...field, key };
  const value = (former: string) => newValue(key, former, renames);
  const options = field.options.map((option) =>
    typeof option === "string" ? value(option) : { ...option, value: value(option.value) },
  );
  // Two options can have become one.
  const distinct = options.filter((option, index) => options.map(optionValue).indexOf(optionValue(option)) === index);
  if (field.default === undefined) return { ...field, key, options: distinct };
  if (field.type === "multiselect") return { ...field, key, options: distinct, default: field.default.map(value) };
  return { ...field, key, options: distinct, default: value(field.default) };
}

function renameLifecycle(lifecycle: LifecycleDocument, renames: EntityRenames): LifecycleDocument {
  const field = newKey(lifecycle.field, renames);
  const value = (former: string) => newValue(field, former, renames);
  const { initial, states, transitions } = lifecycle;
  return {
    field,
    ...(initial === undefined ? {} : { initial: initial.map(value) }),
    ...(states === undefined
      ? {}
      : { states: Object.fromEntries(Object.entries(states).map(([state, rules]) => [value(state), rules])) }),
    transitions: transitions.map((transition) => ({
      ...transition,
      from: value(transition.from),
      to: value(transition.to),
    })),
  };
}

/** Renames within a filter as it is written, where a condition is a list that begins with the field. */
function renameWhere(where: JsonValue, renames: EntityRenames): JsonValue {
  if (typeof where !== "object" || where === null) return where;
  if (!Array.isArray(where)) {
    return Object.fromEntries(Object.entries(where).map(([word, part]) => [word, renameWhere(part, renames)]));
  }
  const [field, operator, value] = where;
  if (typeof field !== "string") return where.map((part) => renameWhere(part, renames));
  const key = newKey(field, renames);
  const renamed = (former: JsonValue) => (typeof former === "string" ? newValue(key, former, renames) : former);
  return [key, operator ?? null, Array.isArray(value) ? value.map(renamed) : renamed(value ?? null)];
}

export function newKey(former: string, { fields }: EntityRenames): string {
  return Object.entries(fields).find(([, was]) => was === former)?.[0] ?? former;
}

function newValue(field: string, former: string, { options }: EntityRenames): string {
  // Fields and options can be called as members that every object inherits.
  const values = Object.hasOwn(options, field) ? options[field] : undefined;
  return values !== undefined && Object.hasOwn(values, former) ? (values[former] ?? former) : former;
}

/** The limits of a token, so that it stays limited as it was. Returns the same object if nothing in it is renamed. */
export function renameInLimits(limits: TokenLimits, renames: Renames): TokenLimits {
  const named = [...limits.deniedFields.map(({ entity }) => entity), ...limits.rows.map(({ entityKey }) => entityKey)];
  if (!named.some((key) => renames.has(key))) return limits;
  return {
    ...limits,
    deniedFields: limits.deniedFields.map((denied) => {
      const own = renames.get(denied.entity);
      return own === undefined ? denied : { ...denied, fields: denied.fields.map((field) => newKey(field, own)) };
    }),
    rows: limits.rows.map((row) => {
      const own = renames.get(row.entityKey);
      return own === undefined ? row : { ...row, where: renameWhere(row.where, own) };
    }),
  };
}
