/**
 * The part of callers' documents about one entity, as bytes. It is cached by the entity and by those permissions of the caller
 * that affect the text, so that tokens with equal permissions on the entity share the bytes.
 */
import { LRUCache } from "lru-cache";
import type { Access, EntityAccess } from "../../access/compile";
import { runtime } from "../../process/runtime";
import type { Variant } from "./entity/entity-operations";
import { entitySchemas, expandable } from "./entity/entity-schemas";
import { type OfferedEntity, offeredEntity } from "./entity/offered-entity";
import { placesOf } from "./entity/operation-places";
import { sharedIn } from "./entity/shared-schemas";
import { type Forms, type PathsForm, pathsForm } from "./operation-forms";
import { filled } from "./text-template";

/**
 * `references`: from these schemas to schemas that entities share. `targets`: the names of the entities whose records can be
 * expanded. `form`: the template of the paths, with its own references.
 */
export type EntityText = {
  paths: Buffer;
  schemas: Buffer;
  references: readonly string[];
  targets: readonly string[];
  form: PathsForm;
};

/** In bytes: enough for about a hundred documents of typical organisations, or two with a thousand entities. */
const MAX_KEPT = 64 * 1024 * 1024;

const kept = runtime.part(
  "entities of documents",
  () =>
    new LRUCache<string, EntityText>({
      maxSize: MAX_KEPT,
      sizeCalculation: ({ paths, schemas }) => paths.length + schemas.length,
    }),
);

/** `names` has the names of all entities that the caller can see. */
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

/**
 * Covers every permission of the caller that `offeredEntity` looks at. Keys contain neither commas nor spaces, so the parts
 * cannot be confused.
 */
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

/** A number for the object's identity, such as an entity in one version of a configuration. */
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
    targets: expandable(offered).flatMap(({ target }) => target ?? []),
    form,
  };
}

function variantOf({ readable, references, findable }: OfferedEntity): Variant {
  if (readable.length === 0) return "without fields";
  if (references.length === 0) return findable.length === 0 ? "with fields" : "with keys";
  return findable.length === 0 ? "with references" : "with references and keys";
}
