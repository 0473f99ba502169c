/**
 * What a change of an entity means for its records: whether they are rewritten, into which shape, and which guards then use
 * another field. Pure.
 */
import type { Entity, Guard, Reshaping } from "../../model";
import type { EntityRenames } from "./renames";

/** `former` has the names of the new configuration. Returns null if the records can stay as they are. */
export function reshapingOf(former: Entity, entity: Entity, renames: EntityRenames | undefined): Reshaping | null {
  const reshaping = {
    added: [...entity.fields.keys()].filter((key) => !former.fields.has(key)),
    removed: [...former.fields.keys()].filter((key) => !entity.fields.has(key)),
    renamed: renames?.fields ?? {},
    options: renames?.options ?? {},
  };
  return changesValues(reshaping) || reshaping.added.length > 0 || !isDerivedAlike(former, entity) ? reshaping : null;
}

/** Whether callers can notice that something was removed or renamed. The feed of changes then resets. */
export function changesValues({ removed, renamed, options }: Reshaping): boolean {
  return removed.length > 0 || Object.keys(renamed).length > 0 || Object.keys(options).length > 0;
}

/** The guards that use a different field than before. Records then need both their former and their new values. */
export function nextGuards(former: Entity, entity: Entity): Guard[] {
  return [
    ...(entity.uniqueLabel && hasOtherUniqueLabel(former, entity) ? (["label"] as const) : []),
    ...(hasOtherParent(former, entity) ? (["parent"] as const) : []),
  ];
}

/**
 * Whether a unique label or an enforced parent comes from a different field than before. Also true if only the former label was
 * unique.
 */
export function hasOtherGuards(former: Entity, entity: Entity): boolean {
  return hasOtherUniqueLabel(former, entity) || hasOtherParent(former, entity);
}

export function hasOtherUniqueLabel(former: Entity, entity: Entity): boolean {
  return former.labelField !== entity.labelField && (former.uniqueLabel || entity.uniqueLabel);
}

/** Whether another parent field replaces an enforced one. Without a parent field there is nothing to enforce. */
export function hasOtherParent(former: Entity, entity: Entity): boolean {
  return entity.parentField !== null && parentOf(former) !== parentOf(entity) && !getsParents(former, entity);
}

/** Whether the parents can be filled in and enforced before the switch: as long as there are none, nothing reads them. */
export function getsParents(former: Entity, entity: Entity): boolean {
  if (former.parentField !== null || entity.parentField === null) return false;
  const isRenamed = Object.keys(entity.reshaping?.renamed ?? {}).length > 0;
  return !isRenamed && !hasOtherUniqueLabel(former, entity);
}

/** Whether both configurations derive the same columns from the data that existed before. */
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
