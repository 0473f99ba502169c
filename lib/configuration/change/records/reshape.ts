/**
 * What a change of an entity means for its records: whether they are rewritten, into which shape, and which guards then use
 * another field. Pure.
 */
import type { Entity, Guard, JsonValue, Reshaping } from "../../../model";
import { changesValues, isPending } from "../../../query/columns";
import { type EntityRenames, newKey } from "../plan/renames";

/** By entity key. */
export type Reshapings = Readonly<Record<string, Reshaping>>;

/**
 * How records are read after the change, and whether they are rewritten: not if they only lack fields. `former` has the names of
 * the new configuration, `lacked` are the keys, by their former names, that records could lack before. Returns null if all
 * records have the present shape.
 */
export function reshapingOf(
  former: Entity,
  entity: Entity,
  { renames = { fields: {}, options: {} }, lacked }: { renames: EntityRenames | undefined; lacked: string[] },
): Reshaping | null {
  const couldLack = new Set(lacked.map((key) => newKey(key, renames)));
  const reshaping = {
    added: [...entity.fields.keys()].filter((key) => !former.fields.has(key) || couldLack.has(key)),
    removed: [...former.fields.keys()].filter((key) => !entity.fields.has(key)),
    renamed: renames.fields,
    options: renames.options,
  };
  if (changesValues(reshaping) || !isDerivedAlike(former, entity)) return reshaping;
  return reshaping.added.length > 0 ? { ...reshaping, stays: true } : null;
}

/** Of the entities, those whose records are being rewritten, or those whose records stay as they are stored. */
export function selectReshapings(reshapings: Reshapings | null | undefined, which: "pending" | "lasting"): Reshapings {
  const entries = Object.entries(reshapings ?? {});
  return Object.fromEntries(entries.filter(([, each]) => isPending(each) === (which === "pending")));
}

/** null if all records have the present shape. */
export function toStoredReshaping(reshapings: Reshapings): JsonValue {
  return Object.keys(reshapings).length === 0 ? null : (reshapings as unknown as JsonValue);
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
