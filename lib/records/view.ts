/** Which keys of a record's data a caller is given (contract § 4: readable but empty is null, protected is absent). */
import type { EntityAccess } from "../access/compile";
import { notQueryable, planScope } from "../query/plan";
import type { Projection } from "../query/projection";

/** `fields` picks among the readable ones; null gives them all. Throws FIELD_NOT_QUERYABLE. */
export function projectionOf(access: EntityAccess, fields: string[] | null): Projection {
  const { entity, readable } = access;
  if (fields !== null && !fields.every((key) => readable.has(key))) {
    throw notQueryable(fields.filter((key) => !readable.has(key)));
  }
  const given = fields === null ? null : new Set(fields);
  const isShown = (key: string) => readable.has(key) && (given === null || given.has(key));
  return {
    entityKey: entity.key,
    hidden: [...entity.fields.keys()].filter((key) => !isShown(key)),
    conditional: [...readable]
      .filter(([key, scope]) => scope !== "all" && isShown(key))
      .map(([key, scope]) => ({ key, scope: planScope(scope, entity) })),
  };
}
