/** Which parts of a record a caller gets, and what it sees through references. */
import type { Access, EntityAccess } from "../access/compile";
import { NO_ROWS } from "../access/scope";
import type { Entity, Field } from "../model";
import { alwaysThere, ENVELOPE, notQueryable, withoutData } from "../query/filter/filter-fault";
import type { Expansion, Projection } from "../query/page/projection";

/** `fields` null is all fields. */
export type Picked = { fields: string[] | null; expand: string[] };

/** `all` decides what is visible through references. Throws FIELD_NOT_QUERYABLE. */
export function viewOf(access: EntityAccess, all: Access, { fields, expand }: Picked): Projection {
  const projection = projectionOf(access, fields);
  projection.expansions = [...new Set(expand)].map((key, index) => expansionOf(access, all, key, `expand[${index}]`));
  return projection;
}

/** null if the caller can list none of the referenced records. */
export function listable(all: Access, { reference }: Field): EntityAccess | null {
  const target = reference === null ? null : all.entity(reference);
  return target?.permissions.list ? target : null;
}

/** One error for unknown fields, hidden fields and fields that are not references. */
function expansionOf({ entity, readable, planOf }: EntityAccess, all: Access, key: string, place: string): Expansion {
  const isReference = (name: string) => readable.has(name) && entity.fields.get(name)?.type === "reference";
  const reference = entity.fields.get(key);
  if (reference === undefined || !isReference(key)) {
    const usable = [...readable.keys()].filter(isReference);
    throw notQueryable({ place, name: key, use: "expand", usable, why: whyNotExpanded(key, readable, usable) });
  }
  const target = listable(all, reference);
  return {
    reference,
    readable: planOf(readable.get(key) ?? NO_ROWS),
    target: target && {
      entityId: target.entity.id,
      scope: target.reach("list"),
      projection: projectionOf(target, null),
    },
  };
}

/** `fields` is null for all that are readable. Throws FIELD_NOT_QUERYABLE. */
export function projectionOf(access: EntityAccess, fields: string[] | null): Projection {
  const { entity, readable, planOf } = access;
  if (fields !== null) requireReadable(fields, readable, (name) => whyUnreadable(name, entity, readable));
  const given = fields === null ? null : new Set(fields);
  const isShown = (key: string) => readable.has(key) && (given === null || given.has(key));
  return {
    entityKey: entity.key,
    hidden: [...entity.fields.keys()].filter((key) => !isShown(key)),
    conditional: [...readable]
      .filter(([key, scope]) => scope !== "all" && isShown(key))
      .map(([key, scope]) => ({ key, scope: planOf(scope) })),
    fieldsAddedLater: entity.fieldsAddedLater,
  };
}

/** `why` says more about the first name that cannot be read. Throws FIELD_NOT_QUERYABLE. */
export function requireReadable(
  fields: string[],
  readable: ReadonlySet<string> | ReadonlyMap<string, unknown>,
  why: (name: string) => string | null,
): void {
  const [name, ...others] = fields.filter((key) => !readable.has(key));
  if (name === undefined) return;
  const place = `fields[${fields.indexOf(name)}]`;
  if (ENVELOPE.includes(name)) throw alwaysThere(place, name);
  throw notQueryable({ place, name, use: "read", usable: readable.keys(), why: why(name) }, others);
}

function whyNotExpanded(key: string, readable: EntityAccess["readable"], usable: string[]): string | null {
  if (readable.has(key)) return "It is no reference, so there is no record to expand.";
  if (key === "*" && usable.length > 0) return `Name each reference: ${usable.join(", ")}.`;
  const [first = ""] = key.split(".");
  return first !== key && usable.includes(first) ? `Only references of this entity are expanded: ${first}.` : null;
}

function whyUnreadable(name: string, { fields }: Entity, readable: EntityAccess["readable"]): string | null {
  if (name === "*" || name === "data") return "Leave fields out for all of them.";
  const [first = "", ...hops] = name.split(".");
  if (hops.length === 0 || !readable.has(first)) return withoutData(name, readable.keys());
  return fields.get(first)?.type === "reference"
    ? `Fields end at this entity; a list or a query can expand ${first}.`
    : `A field is read whole: ${first}.`;
}
