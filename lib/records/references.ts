/** Do the records exist that new data points to, and may the caller see them (contract §§ 7, 8)? */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { ErrorDetail } from "../errors";
import type { Configuration, Entity, JsonObject, JsonValue } from "../model";
import type { Connection } from "../postgres/connection";
import { isUuid } from "../query/columns";
import { planScope } from "../query/plan";
import { parentReference } from "../store/records/conflicts";
import { findVisible, type Reference } from "../store/records/read";
import { invalidData } from "./validate";

/**
 * Throws INVALID_BODY for plain references, then PARENT_REFERENCE for the parent: one text each for missing, foreign,
 * unreadable and wrong-entity records.
 */
export async function requireReferences(
  caller: Caller,
  { entity, writable }: EntityAccess,
  changed: JsonObject,
  transaction?: Connection,
): Promise<void> {
  const pointing = Object.entries(changed).filter(
    ([key, id]) => entity.fields.get(key)?.type === "reference" && id !== null,
  );
  const targets = pointing.map(([key, id]) => findTarget(caller, entity, key, id));
  const asked = targets.filter((target) => target !== null);
  const answers = asked.length === 0 ? [] : await findVisible(asked, transaction);
  const found = new Set(asked.filter((_, index) => answers[index]));
  const lost = pointing.flatMap(([key], index) => {
    const target = targets[index] ?? null;
    return target !== null && found.has(target) ? [] : [key];
  });
  const details = lost.filter((key) => key !== entity.parentField).map(lostReference);
  if (details.length > 0) throw invalidData(details, "references");
  if (lost.length > 0)
    throw parentReference(entity.parentField !== null && writable.has(entity.parentField) ? entity.parentField : null);
}

/** null where there can be no such record for this caller. */
function findTarget(caller: Caller, entity: Entity, key: string, id: JsonValue): Reference | null {
  const targetKey = entity.fields.get(key)?.reference ?? null;
  const target = targetKey === null ? null : caller.access.entity(targetKey);
  if (target === null || !isUuid(id)) return null;
  return { entityId: target.entity.id, id: String(id), scope: planScope(target.scopeOf("list"), target.entity) };
}

/** Whether records of the entity can become their own ancestors: by way of their own entity or round through others. */
export function parentsCanCycle(configuration: Configuration, entity: Entity): boolean {
  const seen = new Set<string>();
  let next = parentEntityKey(entity);
  while (next !== null && next !== entity.key && !seen.has(next)) {
    seen.add(next);
    const parent = configuration.entities.get(next);
    next = parent === undefined ? null : parentEntityKey(parent);
  }
  return next === entity.key;
}

function lostReference(field: string): ErrorDetail {
  return { field, message: "points to a record that does not exist or cannot be seen" };
}

function parentEntityKey(entity: Entity): string | null {
  return entity.parentField === null ? null : (entity.fields.get(entity.parentField)?.reference ?? null);
}
