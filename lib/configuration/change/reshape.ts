/**
 * What a change of an entity means for its records: whether they are rewritten, into which shape, and which guards then use
 * another field. Pure.
 */
import type { Entity, Guard, Reshaping } from "../../model";
import type { EntityRenames } from "./renames";

/** `former`: with the names of the new configuration. null where the records can stay as they are. */
export function reshapingOf(former: Entity, entity: Entity, renames: EntityRenames | undefined): Reshaping | null {
  const reshaping = {
    added: [...entity.fields.keys()].filter((key) => !former.fields.has(key)),
    removed: [...former.fields.keys()].filter((key) => !entity.fields.has(key)),
    renamed: renames?.fields ?? {},
    options: renames?.options ?? {},
  };
  return changesValues(reshaping) || reshaping.added.length > 0 || !isDerivedAlike(former, entity) ? reshaping : null;
}

/** Whether callers see that something is gone or renamed; then those who follow the records start again. */
export function changesValues({ removed, renamed, options }: Reshaping): boolean {
  return removed.length > 0 || Object.keys(renamed).length > 0 || Object.keys(options).length > 0;
}

/** The guards that use another field than before: records need both their former and their new values. */
export function nextGuards(former: Entity, entity: Entity): Guard[] {
  return [
    ...(entity.uniqueLabel && hasOtherUniqueLabel(former, entity) ? (["label"] as const) : []),
    ...(hasOtherParent(former, entity) ? (["parent"] as const) : []),
  ];
}

/** Whether a unique label or a held parent comes from another field than before, also where only the former label was unique. */
export function hasOtherGuards(former: Entity, entity: Entity): boolean {
  return hasOtherUniqueLabel(former, entity) || hasOtherParent(former, entity);
}

export function hasOtherUniqueLabel(former: Entity, entity: Entity): boolean {
  return former.labelField !== entity.labelField && (former.uniqueLabel || entity.uniqueLabel);
}

/** Whether another parent field replaces a guarded one. Without a parent there is nothing to guard. */
export function hasOtherParent(former: Entity, entity: Entity): boolean {
  return entity.parentField !== null && parentOf(former) !== parentOf(entity) && !getsParents(former, entity);
}

/** Whether its parents can be filled in and guarded before the switch: while there are none, nothing reads them. */
export function getsParents(former: Entity, entity: Entity): boolean {
  if (former.parentField !== null || entity.parentField === null) return false;
  const isRenamed = Object.keys(entity.reshaping?.renamed ?? {}).length > 0;
  return !isRenamed && !hasOtherUniqueLabel(former, entity);
}

/** Whether both configurations derive the same columns from the data that was there before. */
function isDerivedAlike(former: Entity, entity: Entity): boolean {
  if (former.labelField !== entity.labelField || parentOf(former) !== parentOf(entity)) return false;
  const searchable = ({ fields }: Entity) =>
    [...fields.values()].filter((field) => field.searchable && former.fields.has(field.key)).map(({ key }) => key);
  return searchable(former).sort().join() === searchable(entity).sort().join();
}

/** The parent field and the entity that it leads to. */
function parentOf(entity: Entity): string {
  const field = entity.parentField === null ? undefined : entity.fields.get(entity.parentField);
  return field === undefined ? "" : `${field.key}:${field.reference}`;
}
