/**
 * What the documents of callers say of one entity, as bytes. Kept by the entity and by all that the text follows from of what a
 * caller can do, so that tokens that can do the same with it share the bytes.
 */
import { LRUCache } from "lru-cache";
import type { Access, EntityAccess } from "../../access/compile";
import { runtime } from "../../process/runtime";
import type { Variant } from "./entity/entity-operations";
import { entitySchemas } from "./entity/entity-schemas";
import { type OfferedEntity, offeredEntity } from "./entity/offered-entity";
import { placesOf } from "./entity/operation-places";
import { sharedIn } from "./entity/shared-schemas";
import { type Forms, type PathsForm, pathsForm } from "./operation-forms";
import { filled } from "./text-template";

/** `references`: those of the schemas to what entities share. `form`: what the paths were made of, with its own. */
export type EntityText = {
  paths: Buffer;
  schemas: Buffer;
  references: readonly string[];
  form: PathsForm;
};

/** In bytes: some hundred documents of usual organisations, two of a thousand entities. */
const MAX_KEPT = 64 * 1024 * 1024;

const kept = runtime.part(
  "entities of documents",
  () =>
    new LRUCache<string, EntityText>({
      maxSize: MAX_KEPT,
      sizeCalculation: ({ paths, schemas }) => paths.length + schemas.length,
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

function writeEntity(offered: OfferedEntity, forms: Forms): EntityText {
  const form = pathsForm(forms, offered.permissions, variantOf(offered));
  const schemas = entitySchemas(offered);
  return {
    paths: Buffer.from(`,${filled(form.text, placesOf(offered))}`),
    schemas: Buffer.from(schemas),
    references: sharedIn(schemas),
    form,
  };
}

function variantOf({ readable, references }: OfferedEntity): Variant {
  if (readable.length === 0) return "without fields";
  return references.length === 0 ? "with fields" : "with references";
}
