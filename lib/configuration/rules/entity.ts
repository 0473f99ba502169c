/** The rules of one entity: its fields, their former names, the fields that it refers to, and its lifecycle. */
import type { Entity, Field, FieldType } from "../../model";
import { type FieldDocument, membersOfOption } from "../field-schema";
import { checkDistinct, type Issue, type Path } from "../issues";
import type { EntityDocument, LifecycleDocument } from "../schema";
import { checkField } from "./field";

export function checkEntity(document: EntityDocument, entities: ReadonlyMap<string, Entity>, path: Path): Issue[] {
  const entity = entities.get(document.key);
  if (entity === undefined) return [];
  return [
    ...checkDistinct(document.fields, "key", [...path, "fields"]),
    ...document.fields.flatMap((field, index) => checkField(field, entity, entities, [...path, "fields", index])),
    ...checkFormerNames(document.fields, [...path, "fields"]),
    ...checkNamed(entity, entity.labelField, ["text", "email", "url"], [...path, "labelField"]),
    ...checkNamed(entity, entity.parentField, ["reference"], [...path, "parentField"]),
    ...(document.lifecycle === undefined ? [] : checkLifecycle(document.lifecycle, entity, [...path, "lifecycle"])),
  ];
}

function checkNamed({ fields }: Entity, key: string | null, types: FieldType[], path: Path): Issue[] {
  if (key === null) return [];
  const type = fields.get(key)?.type;
  if (type === undefined) return [{ path, message: `there is no field "${key}"` }];
  if (types.includes(type)) return [];
  const wanted = types.join(", ").replace(/, (?=\w+$)/, " or ");
  return [{ path, message: `must name a ${wanted} field, not one of type ${type}` }];
}

/** A former name must not be used for anything else in the file, so that it is unambiguous. */
function checkFormerNames(fields: FieldDocument[], path: Path): Issue[] {
  const keys = fields.map(({ key, was }) => ({ name: key, was }));
  return [
    ...checkNames(keys, path),
    ...fields.flatMap((field, index) => {
      const options = "options" in field ? field.options.map(membersOfOption) : [];
      const values = options.map(({ value, was }) => ({ name: value, was }));
      return checkNames(values, [...path, index, "options"]);
    }),
  ];
}

function checkNames(items: { name: string; was: string | undefined }[], path: Path): Issue[] {
  return items.flatMap(({ was }, index) => {
    if (was === undefined) return [];
    const isRepeated = items.findIndex((other) => other.was === was) < index;
    const fault = items.some(({ name }) => name === was) ? "is still there" : isRepeated ? "is already renamed" : null;
    return fault === null ? [] : [{ path: [...path, index, "was"], message: `"${was}" ${fault}` }];
  });
}

/** Every state must be an option of the lifecycle's field, and it must be possible to create records. */
function checkLifecycle(lifecycle: LifecycleDocument, entity: Entity, path: Path): Issue[] {
  const issues = checkNamed(entity, lifecycle.field, ["select"], [...path, "field"]);
  const field = entity.fields.get(lifecycle.field);
  if (field === undefined || issues.length > 0) return issues;
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
  return transitions.flatMap(({ from, to }, index) => {
    if (from === to) return [{ path: [...path, index], message: "leads nowhere: from and to are the same state" }];
    const first = transitions.findIndex((other) => other.from === from && other.to === to);
    return first === index ? [] : [{ path: [...path, index], message: `"${from}" to "${to}" appears twice` }];
  });
}

function checkInitial({ initial }: LifecycleDocument, field: Field, path: Path): Issue[] {
  if (initial === undefined || field.default === null || initial.includes(String(field.default))) return [];
  return [{ path, message: `must hold "${field.default}", the default of "${field.key}"` }];
}
