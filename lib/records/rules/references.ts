/** Checks that the records that new data refers to exist and are visible to the caller (contract §§ 7, 8). */
import type { Access, EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import { groupBy } from "../../group-by";
import type { Configuration, Entity, Field, JsonObject, JsonValue } from "../../model";
import { isUuid } from "../../query/columns";
import { parentReference } from "../../store/records/conflicts";
import { findVisible } from "../../store/records/stored";
import { WIRE_TYPES, whyNoWireValue } from "../../wire-types";
import type { Work } from "../work";
import { parentEntityOf } from "./derive";
import { keyForm } from "./reference-keys";
import { invalidData } from "./validate";

/** For each change, the keys of references to records that the caller cannot see. */
export async function findLostReferences(
  { caller, access: { entity }, on }: Work,
  changes: JsonObject[],
): Promise<string[][]> {
  const pointing = changes.map((changed) =>
    Object.entries(changed).filter(([key, id]) => entity.fields.get(key)?.type === "reference" && id !== null),
  );
  if (pointing.every((references) => references.length === 0)) return pointing.map(() => []);
  const asked = groupBy(pointing.flat(), ([key]) => findTarget(caller, entity, key));
  const found = await Promise.all(
    [...asked].map(async ([target, references]) => {
      const ids = new Set(references.flatMap(([, id]) => (isUuid(id) ? [String(id)] : [])));
      if (target === null || ids.size === 0) return [target, new Set<string>()] as const;
      return [target, await findVisible(target.entity.id, [...ids], target.reach("list"), on)] as const;
    }),
  );
  const visible = new Map(found);
  const isThere = ([key, id]: [string, JsonValue]) =>
    visible.get(findTarget(caller, entity, key))?.has(String(id)) === true;
  return pointing.map((references) => references.filter((each) => !isThere(each)).map(([key]) => key));
}

/** Throws INVALID_BODY, then PARENT_REFERENCE. One text for missing, foreign, unreadable and wrong-entity records. */
export function requireReferences({ caller, access }: Work, lost: string[], data: JsonObject): void {
  const { entity, writable } = access;
  const details = lost
    .flatMap((key) => (key === entity.parentField ? [] : (entity.fields.get(key) ?? [])))
    .map((field) => ({ field: field.key, message: whyLost(caller.access, field, data[field.key] ?? null) }));
  if (details.length > 0) throw invalidData(details, "references");
  if (lost.length > 0)
    throw parentReference(entity.parentField !== null && writable.has(entity.parentField) ? entity.parentField : null);
}

/** null if the caller can see no records of the referenced entity. */
function findTarget(caller: Pick<Caller, "access">, entity: Entity, key: string): EntityAccess | null {
  const targetKey = entity.fields.get(key)?.reference ?? null;
  return targetKey === null ? null : caller.access.entity(targetKey);
}

/** True if a record can become its own ancestor, within its entity or through others. */
export function parentsCanCycle(configuration: Configuration, entity: Entity): boolean {
  const seen = new Set<string>();
  let next = parentEntityOf(entity, configuration.entities);
  while (next !== undefined && next.key !== entity.key && !seen.has(next.key)) {
    seen.add(next.key);
    next = parentEntityOf(next, configuration.entities);
  }
  return next?.key === entity.key;
}

function whyLost(all: Access, reference: Field, value: JsonValue): string {
  if (isUuid(value)) return "points to a record that does not exist or cannot be seen";
  const form = `must be ${WIRE_TYPES.reference.form}`;
  if (value === "") return `${form}${whyNoWireValue("reference", value)}`;
  const byKey = keyForm(all, reference);
  return byKey === null
    ? `${form}, a UUID in lower case: to find it, POST to …/records/query of its entity`
    : `${form}, a UUID in lower case, or ${byKey}`;
}
