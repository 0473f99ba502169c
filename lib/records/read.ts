/** Use case: one record (spec: Read one). */
import type { Access, EntityAccess } from "../access/compile";
import { NO_ROWS } from "../access/scope";
import { ApiError } from "../errors";
import type { Entity } from "../model";
import type { Connection } from "../postgres/connection";
import type { Seen } from "../postgres/replica-read";
import { alwaysThere, ENVELOPE, notQueryable, withoutData } from "../query/filter/filter-fault";
import type { CsvColumn } from "../query/page/csv";
import type { Expansion, Projection } from "../query/page/projection";
import { type Admission, isAdmitted } from "../store/records/guard";
import * as store from "../store/records/read";
import type { RecordKey } from "../store/records/record-key";
import { UNCHECKED_READ_MS } from "../time/deadline";
import { listable } from "./referenced";

/** `fields` null is all fields. */
export type Picked = { fields: string[] | null; expand: string[] };

/** Throws RECORD_NOT_FOUND for unknown and unreadable records; `keyOf` can, too, so it runs after the fields are checked. */
export async function readRecord(
  access: EntityAccess,
  all: Access,
  keyOf: () => RecordKey,
  picked: Picked,
  seen?: Seen,
): Promise<store.FoundRecord> {
  const projection = viewOf(access, all, picked);
  const found = await store.findRecord(access.entity.id, keyOf(), access.reach("list"), projection, seen);
  if (found === null) throw recordNotFound();
  return found;
}

export function recordNotFound(): ApiError {
  const message = "There is no such record of this entity, or this token cannot see it. Lists show those that it can.";
  return new ApiError("RECORD_NOT_FOUND", message);
}

/** `all` decides what is visible through references. Throws FIELD_NOT_QUERYABLE. */
export function viewOf(access: EntityAccess, all: Access, { fields, expand }: Picked): Projection {
  const projection = projectionOf(access, fields);
  projection.expansions = [...new Set(expand)].map((key, index) => expansionOf(access, all, key, `expand[${index}]`));
  return projection;
}

/** In the order of `fields`, or of discovery. Throws INVALID_FILTERS for `expand`, for which CSV has no place. */
export function csvColumns({ entity, readable, planOf }: EntityAccess, { fields, expand }: Picked): CsvColumn[] {
  if (expand.length > 0)
    throw new ApiError("INVALID_FILTERS", "CSV does not support expand. Request JSON, or leave expand out.");
  const shown = fields === null ? [...entity.fields.keys()].filter((key) => readable.has(key)) : new Set(fields);
  return [...shown].flatMap((key) => {
    const field = entity.fields.get(key);
    const scope = readable.get(key);
    return field === undefined || scope === undefined ? [] : [{ field, readable: planOf(scope) }];
  });
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
    target:
      target === null
        ? null
        : {
            entityId: target.entity.id,
            scope: target.reach("list"),
            projection: projectionOf(target, null),
          },
  };
}

/** `fields` is null for all that are readable. Throws FIELD_NOT_QUERYABLE. */
export function projectionOf(access: EntityAccess, fields: string[] | null): Projection {
  const { entity, readable, planOf } = access;
  if (fields !== null) requireReadable(fields, access);
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

/** Throws FIELD_NOT_QUERYABLE. */
function requireReadable(fields: string[], { entity, readable }: EntityAccess): void {
  const [name, ...others] = fields.filter((key) => !readable.has(key));
  if (name === undefined) return;
  const place = `fields[${fields.indexOf(name)}]`;
  if (ENVELOPE.includes(name)) throw alwaysThere(place, name);
  throw notQueryable(
    { place, name, use: "read", usable: readable.keys(), why: whyUnreadable(name, entity, readable) },
    others,
  );
}

/** Each field must be readable in one of the entities. Throws FIELD_NOT_QUERYABLE. */
export function requireReadableSomewhere(fields: string[], entities: EntityAccess[]): void {
  const unknown = fields.filter((key) => !entities.some(({ readable }) => readable.has(key)));
  const [name, ...others] = unknown;
  if (name === undefined) return;
  const place = `fields[${fields.indexOf(name)}]`;
  if (ENVELOPE.includes(name)) throw alwaysThere(place, name);
  const usable = new Set(entities.flatMap(({ readable }) => [...readable.keys()]));
  throw notQueryable({ place, name, use: "read", usable, why: withoutData(name, usable) }, others);
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

/** `asOf` is a `performance.now()` time. `pausedEntities` is null if no records were being rewritten. */
type Verified = { asOf: number; pausedEntities: readonly string[] | null; admission: Admission };

/**
 * Call after reading. Records are rewritten only once every request knows the new version or is older than `UNCHECKED_READ_MS`,
 * so what was read has the form of the request's version if that is still in force.
 */
export async function hasSameForm({ asOf, pausedEntities, admission }: Verified, on?: Connection): Promise<boolean> {
  const isKnown = pausedEntities === null && performance.now() - asOf < UNCHECKED_READ_MS;
  return isKnown || isAdmitted(admission, on);
}
