/** The rules of one entity: its fields, and the fields that it names. */
import type { Entity } from "../../model";
import { isText } from "../compile-field";
import type { Issue, Path } from "../issues";
import type { EntityDocument } from "../schema";
import { checkDistinct } from "./distinct";
import { checkField } from "./field";
import { checkFormerNames } from "./former-names";
import { checkLifecycle } from "./lifecycle";

/** `entities`: all of the file's, compiled, by key. */
export function checkEntity(document: EntityDocument, entities: ReadonlyMap<string, Entity>, path: Path): Issue[] {
  const entity = entities.get(document.key);
  if (entity === undefined) return [];
  return [
    ...checkDistinct(document.fields, "key", [...path, "fields"]),
    ...document.fields.flatMap((field, index) => checkField(field, entity, entities, [...path, "fields", index])),
    ...checkFormerNames(document.fields, [...path, "fields"]),
    ...checkLabelField(entity, path),
    ...checkParentField(entity, path),
    ...(document.lifecycle === undefined
      ? []
      : checkLifecycle(document.lifecycle, entity.fields.get(document.lifecycle.field), [...path, "lifecycle"])),
  ];
}

function checkLabelField(entity: Entity, path: Path): Issue[] {
  const at = [...path, "labelField"];
  const field = entity.fields.get(entity.labelField);
  if (field === undefined) return [{ path: at, message: `there is no field "${entity.labelField}"` }];
  if (!isText(field.type))
    return [{ path: at, message: `must name a text, email or url field, not one of type ${field.type}` }];
  return [];
}

function checkParentField(entity: Entity, path: Path): Issue[] {
  if (entity.parentField === null) return [];
  const at = [...path, "parentField"];
  const field = entity.fields.get(entity.parentField);
  if (field === undefined) return [{ path: at, message: `there is no field "${entity.parentField}"` }];
  if (field.type !== "reference")
    return [{ path: at, message: `must name a reference field, not one of type ${field.type}` }];
  return [];
}
