/** The oracle's discovery of the caller, entities and fields (spec: Identity object, Entity description; contract §§ 2, 5, 8). */
import type { JsonValue } from "@/lib/model";
import type { FieldFile, Principal, World, WorldFile } from "./file";
import { operatorsOf, SYSTEM_OPERATORS } from "./filters";
import { namesOf, type Rights, rightsOf } from "./permissions";

export function identityView({ organizationId, file }: World, principal: Principal): unknown {
  const { memberId, name, email, tokenId, tokenName } = principal;
  const tokenHint = `service_v1_${tokenId.slice(0, 4)}…${tokenId.slice(-4)}`;
  const rows = file.entities
    .map(({ key }) => key)
    .sort()
    .flatMap((entityKey) => shownLimits(rightsOf(file, principal, entityKey)).map((where) => ({ entityKey, where })));
  return {
    organizationId,
    member: { id: memberId, name, email },
    token: { id: tokenId, name: tokenName, tokenHint },
    ...(rows.length > 0 && { limits: { rows } }),
  };
}

/** A limit by a field that the token cannot read is not shown. */
function shownLimits(rights: Rights | null): JsonValue[] {
  if (rights === null) return [];
  const isRead = (name: string) => rights.entity.fields.some((field) => field.key === name && rights.mayRead(field));
  return rights.rows.filter((where) => namesOf(where).every(isRead));
}

export function entitiesView(file: WorldFile, principal: Principal): unknown {
  const usable = file.entities
    .map(({ key }) => rightsOf(file, principal, key))
    .filter((rights) => rights !== null)
    .map(summaryOf);
  return { items: usable.sort((left, right) => (left.entityKey < right.entityKey ? -1 : 1)) };
}

export function descriptionView(file: WorldFile, principal: Principal, rights: Rights): unknown {
  const isSeen = (key: string | undefined) => key !== undefined && rightsOf(file, principal, key) !== null;
  const { entity, permissions, mayRead, mayWrite, mayQuery } = rights;
  const shown = entity.fields.filter(
    (field) => mayRead(field) || (permissions.create && field.required === true && mayWrite(field)),
  );
  return {
    ...summaryOf(rights),
    ...(shownLimits(rights).length > 0 && { limitedTo: shownLimits(rights) }),
    labelField: shown.some(({ key }) => key === entity.labelField) ? entity.labelField : null,
    // spec: What the service does, 6 and 7.
    fields: shown.map((field) => ({
      ...fieldView(rights, field),
      reference: isSeen(field.entity) ? field.entity : null,
      referencedFields: mayQuery(field.key) ? namesBehind(file, principal, field) : [],
    })),
    systemFields: [
      { key: "id", type: "text", sortable: true, operators: sorted(SYSTEM_OPERATORS.id) },
      { key: "created", type: "datetime", sortable: true, operators: sorted(SYSTEM_OPERATORS.created) },
      { key: "updated", type: "datetime", sortable: true, operators: sorted(SYSTEM_OPERATORS.updated) },
    ],
  };
}

/** The names that conditions can use one reference away, in the order of the file. */
export function namesBehind(file: WorldFile, principal: Principal, { entity }: FieldFile): string[] {
  const rights = entity === undefined ? null : rightsOf(file, principal, entity);
  if (rights === null || !rights.permissions.list) return [];
  const keys = rights.entity.fields.map(({ key }) => key);
  return [...keys.filter(rights.mayQuery), "id", "created", "updated"];
}

function summaryOf({ entity, permissions }: Rights) {
  const { key: entityKey, label, pluralLabel, description = null } = entity;
  return { entityKey, label, pluralLabel, description, permissions };
}

function fieldView({ entity, permissions, mayQuery, mayWrite, readsAlways }: Rights, field: FieldFile) {
  const isText = ["text", "email", "url"].includes(field.type);
  const queryable = mayQuery(field.key);
  return {
    key: field.key,
    label: field.label,
    description: null,
    type: field.type,
    required: field.required ?? false,
    unique: field.unique === true || (entity.uniqueLabel === true && field.key === entity.labelField),
    multiple: field.type === "multiselect",
    default: field.default ?? null,
    createable: mayWrite(field) && permissions.create,
    updateable: mayWrite(field) && permissions.update,
    queryable,
    sortable: queryable && field.type !== "multiselect",
    searchable: (field.searchable ?? isText) && readsAlways(field),
    operators: queryable ? sorted(operatorsOf(field.type)) : [],
    options: (field.options ?? []).map((option) => ({ value: option, label: option })),
    min: field.min ?? null,
    max: field.max ?? null,
    maxLength: maxLengthOf(field),
    deprecated: false,
    deprecation: null,
  };
}

function maxLengthOf({ type, maxLength, indexed }: FieldFile): number | null {
  if (maxLength !== undefined) return maxLength;
  if (type === "email") return 254;
  if (type === "url") return indexed ? 500 : 2048;
  return type === "text" && indexed ? 500 : null;
}

/** The order of operators means nothing. */
export function sorted(operators: readonly string[]): string[] {
  return [...operators].sort();
}
