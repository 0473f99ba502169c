/** The rules of one entity: its fields, their former names, the fields that it refers to, and its lifecycle. */
import type { Entity, Field } from "../../model";
import { isText } from "../compile-field";
import type { FieldDocument } from "../field-schema";
import type { Issue, Path } from "../issues";
import type { EntityDocument, LifecycleDocument } from "../schema";
import { checkDistinct } from "./distinct";
import { checkField } from "./field";

/** `entities` has all entities of the file, compiled, by key. */
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

/** A former name must not be used for anything else in the file, so that it is unambiguous. */
function checkFormerNames(fields: FieldDocument[], path: Path): Issue[] {
  const keys = fields.map(({ key, was }) => ({ name: key, was }));
  return [
    ...checkNames(keys, path),
    ...fields.flatMap((field, index) => {
      if (!("options" in field)) return [];
      const values = field.options.map((option) =>
        typeof option === "string" ? { name: option, was: undefined } : { name: option.value, was: option.was },
      );
      return checkNames(values, [...path, index, "options"]);
    }),
  ];
}

type Named = { name: string; was: string | undefined };

function checkNames(items: Named[], path: Path): Issue[] {
  const earlier = new Set<string>();
  return items.flatMap(({ was }, index) => {
    if (was === undefined) return [];
    const at = [...path, index, "was"];
    if (items.some(({ name }) => name === was)) {
      return [{ path: at, message: `"${was}" is still there` }];
    }
    if (earlier.has(was)) return [{ path: at, message: `"${was}" is already renamed` }];
    earlier.add(was);
    return [];
  });
}

/** Every state must be an option of the lifecycle's field, and it must be possible to create records. */
function checkLifecycle(lifecycle: LifecycleDocument, field: Field | undefined, path: Path): Issue[] {
  const at = [...path, "field"];
  if (field === undefined) return [{ path: at, message: `there is no field "${lifecycle.field}"` }];
  if (field.type !== "select")
    return [{ path: at, message: `must name a select field, not one of type ${field.type}` }];

  const states = field.options.map((option) => option.value);
  const unknown = (state: string, place: Path): Issue[] =>
    states.includes(state) ? [] : [{ path: place, message: `"${state}" is not an option of "${field.key}"` }];
  return [
    ...(lifecycle.initial ?? []).flatMap((state, index) => unknown(state, [...path, "initial", index])),
    ...Object.keys(lifecycle.states ?? {}).flatMap((state) => unknown(state, [...path, "states", state])),
    ...lifecycle.transitions.flatMap((transition, index) => [
      ...unknown(transition.from, [...path, "transitions", index, "from"]),
      ...unknown(transition.to, [...path, "transitions", index, "to"]),
    ]),
    ...checkTransitions(lifecycle, [...path, "transitions"]),
    ...checkInitial(lifecycle, field, [...path, "initial"]),
  ];
}

function checkTransitions({ transitions }: LifecycleDocument, path: Path): Issue[] {
  const seen = new Set<string>();
  return transitions.flatMap(({ from, to }, index) => {
    if (from === to) return [{ path: [...path, index], message: "leads nowhere: from and to are the same state" }];
    const way = JSON.stringify([from, to]);
    if (seen.has(way)) return [{ path: [...path, index], message: `"${from}" to "${to}" appears twice` }];
    seen.add(way);
    return [];
  });
}

function checkInitial({ initial }: LifecycleDocument, field: Field, path: Path): Issue[] {
  if (initial === undefined || field.default === null) return [];
  if (initial.includes(String(field.default))) return [];
  return [{ path, message: `must hold "${field.default}", the default of "${field.key}"` }];
}
