/** Which keys of a record's data a caller is given (contract § 4: readable but empty is null, protected is absent). */
import type { EntityAccess } from "../access/compile";
import { notQueryable } from "../query/filter-fault";
import { planScope } from "../query/plan";
import type { Projection } from "../query/projection";

/** `fields` picks among the readable ones; null gives them all. Throws FIELD_NOT_QUERYABLE. */
export function projectionOf(access: EntityAccess, fields: string[] | null): Projection {
  const { entity, readable } = access;
  if (fields !== null) requireReadable(fields, readable);
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

/** Throws FIELD_NOT_QUERYABLE. */
function requireReadable(fields: string[], readable: EntityAccess["readable"]): void {
  const [name, ...others] = fields.filter((key) => !readable.has(key));
  if (name === undefined) return;
  const place = `fields[${fields.indexOf(name)}]`;
  throw notQueryable({ place, name, use: "read", usable: readable.keys() }, others);
}
