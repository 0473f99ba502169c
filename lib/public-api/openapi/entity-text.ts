/**
 * What the documents of callers say of one entity, as bytes. Kept by the entity and by all that the text follows from of what a
 * caller can do, so that tokens that can do the same with it share the bytes.
 */
import { LRUCache } from "lru-cache";
import type { Access, EntityAccess } from "../../access/compile";
import { runtime } from "../../process/runtime";
import { entitySchemas } from "./entity/entity-schemas";
import { type OfferedEntity, offeredEntity } from "./entity/offered-entity";
import { placesOf } from "./entity/operation-places";
import { VALUE_SCHEMAS } from "./entity/value-schemas";
import { ENTITY_ROWS, type Forms, formKey } from "./operation-forms";
import { filled } from "./text-template";

/** `references`: texts with the references to what entities share. */
export type EntityText = { tag: Buffer; paths: Buffer; schemas: Buffer; references: readonly string[] };

/** In bytes: some hundred documents of usual organisations, two of a thousand entities. */
const MAX_KEPT = 64 * 1024 * 1024;

const kept = runtime.part(
  "entities of documents",
  () =>
    new LRUCache<string, EntityText>({
      maxSize: MAX_KEPT,
      sizeCalculation: ({ tag, paths, schemas }) => tag.length + paths.length + schemas.length,
    }),
);

/** `names`: of all entities that the caller can see. */
export function entityText(
  access: EntityAccess,
  all: Access,
  names: ReadonlyMap<string, string>,
  forms: Forms,
): EntityText {
  const key = `${numberOf(forms)} ${numberOf(access.entity)} ${permissionsKey(access, all, names)}`;
  const known = kept().get(key);
  if (known !== undefined) return known;
  const text = writeEntity(offeredEntity(access, all, names), forms);
  kept().set(key, text);
  return text;
}

/** Whatever of the caller's permissions `offeredEntity` looks at. Keys have neither commas nor spaces. */
function permissionsKey(access: EntityAccess, all: Access, names: ReadonlyMap<string, string>): string {
  const { entity, permissions, readable, writable, queryable, searchable } = access;
  const { list, create, update, delete: canDelete } = permissions;
  let key = `${names.get(entity.key)} ${list} ${create} ${update} ${canDelete}`;
  for (const keys of [readable, writable, queryable, searchable]) key += ` ${[...keys.keys()].join()}`;
  for (const { reference } of entity.fields.values()) {
    if (reference === null) continue;
    const target = all.entity(reference);
    if (target === null) key += " -";
    else key += ` ${names.get(reference)} ${target.permissions.list} ${[...target.queryable.keys()].join()}`;
  }
  return key;
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** Of the entity of one version of a configuration, among others. */
function numberOf(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(object, lastNumber);
  return lastNumber;
}

const VALUE_REFERENCES = Object.keys(VALUE_SCHEMAS).map((name) => `"#/components/schemas/${name}"`);

function writeEntity(offered: OfferedEntity, { entity: forms }: Forms): EntityText {
  const { description, permissions, readable, references } = offered;
  const variant = { hasKeys: readable.length > 0, hasReferences: references.length > 0 };
  const places = placesOf(offered);
  const byPath = new Map<string, string>();
  const used: string[] = [];
  for (const name of ENTITY_ROWS) {
    const form = forms.get(formKey(name, variant));
    const verbs = form?.row.verbs ?? [];
    if (form === undefined || (verbs.length > 0 && !verbs.some((verb) => permissions[verb]))) continue;
    used.push(form.references);
    const path = filled(form.path, places);
    const before = byPath.get(path);
    const operation = `"${form.method}":${filled(form.operation, places)}`;
    byPath.set(path, before === undefined ? operation : `${before},${operation}`);
  }
  let paths = "";
  for (const [path, operations] of byPath) paths += `,${path}:{${operations}}`;
  const schemas = entitySchemas(offered);
  for (const name of VALUE_REFERENCES) if (schemas.includes(name)) used.push(name);
  const tag = `,${JSON.stringify({ name: description.entityKey, description: tagText(offered) })}`;
  return { tag: Buffer.from(tag), paths: Buffer.from(paths), schemas: Buffer.from(schemas), references: used };
}

function tagText({ description: { pluralLabel, description } }: OfferedEntity): string {
  return description === null || description === "" ? `${pluralLabel}.` : `${pluralLabel}: ${description}`;
}
