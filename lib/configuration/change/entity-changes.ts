/** Finds the existing entities that change, and whether that gives their stored records another form. */
import { isDeepStrictEqual } from "node:util";
import type { Entity, Field } from "../../model";
import type { ConfigurationRow } from "../../store/configuration";
import type { NewData } from "../../store/records/rewrite";
import { compileConfiguration } from "../compile";
import type { Path } from "../issues";
import type { StoredDocument } from "../schema";
import { type EntityRenames, newKey, type Renames, renamesOf } from "./renames";

/** `derivedAnew`: label, parent or search text come from other values than before. */
type NewForm = NewData & { derivedAnew: boolean };

/** `former` has the new names. If `form` is null, records stay as stored and lack `fieldsAddedLater`. `path` is in the file. */
export type EntityChange = {
  former: Entity;
  entity: Entity;
  form: NewForm | null;
  fieldsAddedLater: string[];
  path: Path;
};

export type FormChange = EntityChange & { form: NewForm };

export function changesForm(change: EntityChange): change is FormChange {
  return change.form !== null;
}

/** `former` is the document in force, with the names that the file uses. */
export type Documents = {
  current: Pick<ConfigurationRow, "entityIds" | "fieldsAddedLater">;
  former: StoredDocument;
  after: StoredDocument;
  renames: Renames;
};

/** The `fieldsAddedLater` that it returns are those of the new version. */
export function findEntityChanges({ current, former, after, renames }: Documents) {
  const { entityIds, fieldsAddedLater } = current;
  const compile = (document: StoredDocument) =>
    compileConfiguration({ organizationId: "", version: 0, document, entityIds }).entities;
  const formerEntities = compile(former);
  const entityChanges = [...compile(after).values()].flatMap((entity): EntityChange[] => {
    const before = formerEntities.get(entity.key);
    if (before === undefined || (!renames.has(entity.key) && isDeepStrictEqual(before, entity))) return [];
    const own = renamesOf(entity.key, renames);
    const lackedBefore = (fieldsAddedLater[entity.key] ?? []).map((key) => newKey(key, own));
    const lacked = [...entity.fields.keys()].filter((key) => !before.fields.has(key) || lackedBefore.includes(key));
    const form = formOf(before, entity, own, lacked);
    const index = after.entities.findIndex(({ key }) => key === entity.key);
    return [{ former: before, entity, form, fieldsAddedLater: form === null ? lacked : [], path: ["entities", index] }];
  });
  const changed = new Map(entityChanges.map((change) => [change.entity.key, change.fieldsAddedLater]));
  const all = after.entities.map(({ key }) => [key, changed.get(key) ?? fieldsAddedLater[key] ?? []] as const);
  return { entityChanges, fieldsAddedLater: Object.fromEntries(all.filter(([, keys]) => keys.length > 0)) };
}

/** The field as it is stored in records that do not have the new form yet. */
export function asStored({ form }: EntityChange, field: Field): Field {
  return { ...field, key: form?.renamed[field.key] ?? field.key };
}

export function movesUniqueLabel({ former, entity }: EntityChange): boolean {
  return former.labelField !== entity.labelField && (former.uniqueLabel || entity.uniqueLabel);
}

export function movesParent({ former, entity }: EntityChange): boolean {
  return entity.parentField !== null && parentOf(former) !== parentOf(entity);
}

/** Parents were records of one entity, and will be records of another. */
export function movesParentEntity(change: EntityChange): boolean {
  const reference = ({ fields, parentField }: Entity) => fields.get(parentField ?? "")?.reference;
  const before = reference(change.former);
  return movesParent(change) && before !== undefined && before !== reference(change.entity);
}

function formOf(former: Entity, entity: Entity, renames: EntityRenames, lacked: string[]): NewForm | null {
  const removed = [...former.fields.keys()].filter((key) => !entity.fields.has(key));
  const { fields: renamed, options } = renames;
  const derivedAnew = !isDerivedAlike(former, entity) || Object.keys(options).length > 0;
  if (!derivedAnew && removed.length === 0 && Object.keys(renamed).length === 0) return null;
  return { lacked, removed, renamed, options, derivedAnew };
}

/** True if both configurations derive the same columns from the data that existed before. */
function isDerivedAlike(former: Entity, entity: Entity): boolean {
  if (former.labelField !== entity.labelField || parentOf(former) !== parentOf(entity)) return false;
  const searchable = ({ fields }: Entity) =>
    [...fields.values()].filter((field) => field.searchable && former.fields.has(field.key)).map(({ key }) => key);
  return searchable(former).sort().join() === searchable(entity).sort().join();
}

/** The parent field and the entity that it refers to, as text; empty if there is none. */
function parentOf(entity: Entity): string {
  const field = entity.parentField === null ? undefined : entity.fields.get(entity.parentField);
  return field === undefined ? "" : `${field.key}:${field.reference}`;
}
