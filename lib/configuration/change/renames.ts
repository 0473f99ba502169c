/** The former names of fields and options (`was`). The stored document has none, so applying a file again renames nothing. */
import type { JsonValue, TokenLimits } from "../../model";
import { type FieldDocument, membersOfOption } from "../field-schema";
import { ConfigurationError, type Issue } from "../issues";
import type { EntityDocument, LifecycleDocument, StoredDocument } from "../schema";

/** `fields` maps each new key to the former one. `options` maps former values to new ones, by the new key of their field. */
export type EntityRenames = { fields: Record<string, string>; options: Record<string, Record<string, string>> };

/** Keyed by entity. Entities without renames are left out. */
export type Renames = ReadonlyMap<string, EntityRenames>;

const NO_RENAMES: EntityRenames = { fields: {}, options: {} };

export function renamesOf(entityKey: string, renames: Renames): EntityRenames {
  return renames.get(entityKey) ?? NO_RENAMES;
}

/** Finds the renames that are not stored yet. Throws ConfigurationError if another field has the new key. */
export function findRenames(before: StoredDocument, file: StoredDocument): Renames {
  const issues: Issue[] = [];
  const renames = new Map<string, EntityRenames>();
  for (const [index, entity] of file.entities.entries()) {
    const former = new Map(
      before.entities.find(({ key }) => key === entity.key)?.fields.map((field) => [field.key, field]),
    );
    const own: EntityRenames = { fields: {}, options: {} };
    for (const [place, field] of entity.fields.entries()) {
      const { key, was } = field;
      const isRenamed = was !== undefined && former.has(was);
      if (isRenamed) own.fields[key] = was;
      if (isRenamed && former.has(key)) {
        const message = `cannot be renamed: "${entity.key}" has a field "${key}" beside "${was}"`;
        issues.push({ path: ["entities", index, "fields", place, "was"], message });
      }
      const values = renamedOptions(field, former.get(isRenamed ? was : key));
      if (Object.keys(values).length > 0) own.options[key] = values;
    }
    if (Object.keys(own.fields).length + Object.keys(own.options).length > 0) renames.set(entity.key, own);
  }
  if (issues.length > 0) throw new ConfigurationError(issues);
  return renames;
}

function renamedOptions(field: FieldDocument, former: FieldDocument | undefined): Record<string, string> {
  if (!("options" in field) || former === undefined || !("options" in former)) return {};
  const values = former.options.map((option) => membersOfOption(option).value);
  const options = field.options.map(membersOfOption);
  return Object.fromEntries(
    options.flatMap(({ value, was }) => (was !== undefined && values.includes(was) ? [[was, value]] : [])),
  );
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
    grants: role.grants.map((grant) => ({
      ...grant,
      where: grant.where && renameWhere(grant.where, renamesOf(grant.entity, renames)),
    })),
  }));
  const entities = before.entities.map((entity) => renameEntity(entity, renamesOf(entity.key, renames)));
  return withoutUndefined({ ...before, entities, roles });
}

/** The document as it would be stored. */
export function withoutUndefined<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document)) as Document;
}

function renameEntity(entity: EntityDocument, renames: EntityRenames): EntityDocument {
  const { labelField, parentField, lifecycle } = entity;
  return {
    ...entity,
    labelField: newKey(labelField, renames),
    parentField: parentField && newKey(parentField, renames),
    fields: entity.fields.map((field) => renameField(field, renames)),
    lifecycle: lifecycle && renameLifecycle(lifecycle, renames),
  };
}

function renameField(field: FieldDocument, renames: EntityRenames): FieldDocument {
  const key = newKey(field.key, renames);
  if (!("options" in field)) return { ...field, key };
  const value = (former: string) => newValue(key, former, renames);
  const all = field.options.map((option) =>
    typeof option === "string" ? value(option) : { ...option, value: value(option.value) },
  );
  const values = all.map((option) => membersOfOption(option).value);
  // Two options can have become one.
  const options = all.filter((_, index) => values.indexOf(values[index] ?? "") === index);
  return field.type === "multiselect"
    ? { ...field, key, options, default: field.default?.map(value) }
    : { ...field, key, options, default: field.default === undefined ? undefined : value(field.default) };
}

function renameLifecycle(lifecycle: LifecycleDocument, renames: EntityRenames): LifecycleDocument {
  const field = newKey(lifecycle.field, renames);
  const value = (former: string) => newValue(field, former, renames);
  const { initial, states, transitions } = lifecycle;
  const renamed = Object.entries(states ?? {}).map(([state, rules]) => [value(state), rules] as const);
  return {
    field,
    initial: initial?.map(value),
    states: states && Object.fromEntries(renamed),
    transitions: transitions.map(({ from, to, verb }) => ({ from: value(from), to: value(to), verb })),
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
  // Fields and options can be named like members that every object inherits.
  const values = Object.hasOwn(options, field) ? options[field] : undefined;
  return values !== undefined && Object.hasOwn(values, former) ? (values[former] ?? former) : former;
}

/** The limits of a token, so that it stays limited as it was. Returns the same object if nothing in it is renamed. */
export function renameInLimits(limits: TokenLimits, renames: Renames): TokenLimits {
  const named = [...limits.deniedFields.map(({ entity }) => entity), ...limits.rows.map(({ entityKey }) => entityKey)];
  if (!named.some((key) => renames.has(key))) return limits;
  return {
    ...limits,
    deniedFields: limits.deniedFields.map(({ entity, fields }) => {
      return { entity, fields: fields.map((field) => newKey(field, renamesOf(entity, renames))) };
    }),
    rows: limits.rows.map(({ entityKey, where }) => {
      return { entityKey, where: renameWhere(where, renamesOf(entityKey, renames)) };
    }),
  };
}
