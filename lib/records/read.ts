/** Use case: one record (spec: Read one). */
import type { Access, EntityAccess } from "../access/compile";
import { NO_ROWS } from "../access/scope";
import { ApiError } from "../errors";
import type { Seen } from "../postgres/replica-read";
import { isUuid } from "../query/columns";
import { notQueryable } from "../query/filter/filter-fault";
import type { CsvColumn } from "../query/page/csv";
import type { Expansion, Projection } from "../query/page/projection";
import { planScope } from "../query/plan";
import * as store from "../store/records/read";
import { listable } from "./referenced";

/** The wanted fields, null for all, and the references to expand. */
export type Picked = { fields: string[] | null; expand: string[] };

/**
 * Throws RECORD_NOT_FOUND, the same for unknown and unreadable records and for impossible ids. `all`: see `viewOf`. `seen`:
 * what the caller can have seen.
 */
export async function readRecord(
  access: EntityAccess,
  all: Access,
  id: string | null,
  picked: Picked,
  seen?: Seen,
): Promise<store.FoundRecord> {
  const projection = viewOf(access, all, picked);
  const { entity } = access;
  const scope = planScope(access.scopeOf("list"), entity);
  const found = await store.findRecord(entity.id, requireRecordId(id), scope, projection, seen);
  if (found === null) throw recordNotFound();
  return found;
}

/** Throws RECORD_NOT_FOUND for what is no record id. */
export function requireRecordId(id: string | null): string {
  if (id === null || !isUuid(id)) throw new ApiError("RECORD_NOT_FOUND", NO_ID);
  return id;
}

const NO_ID =
  "There is no such record: this is not a record id. Ids are UUIDs in lower case; to find a record by other values, POST to …/records/query.";

export function recordNotFound(): ApiError {
  const message = "There is no such record of this entity, or this token cannot see it. Lists show those that it can.";
  return new ApiError("RECORD_NOT_FOUND", message);
}

/** `all`: decides what is visible behind references. Throws FIELD_NOT_QUERYABLE. */
export function viewOf(access: EntityAccess, all: Access, { fields, expand }: Picked): Projection {
  return {
    ...projectionOf(access, fields),
    expansions: [...new Set(expand)].map((key, index) => expansionOf(access, all, key, `expand[${index}]`)),
  };
}

/**
 * In the order of `fields`, or of discovery. Throws INVALID_FILTERS for `expand`: a line of CSV has no place for other
 * records.
 */
export function csvColumns({ entity, readable }: EntityAccess, { fields, expand }: Picked): CsvColumn[] {
  if (expand.length > 0)
    throw new ApiError("INVALID_FILTERS", "CSV does not support expand. Request JSON, or leave expand out.");
  const shown = fields === null ? [...entity.fields.keys()].filter((key) => readable.has(key)) : new Set(fields);
  return [...shown].flatMap((key) => {
    const field = entity.fields.get(key);
    const scope = readable.get(key);
    return field === undefined || scope === undefined ? [] : [{ field, readable: planScope(scope, entity) }];
  });
}

/** One response for unknown and hidden fields, and for those that are no references. */
function expansionOf({ entity, readable }: EntityAccess, all: Access, key: string, place: string): Expansion {
  const isReference = (name: string) => readable.has(name) && entity.fields.get(name)?.type === "reference";
  const reference = entity.fields.get(key);
  if (reference === undefined || !isReference(key)) {
    throw notQueryable({ place, name: key, use: "expand", usable: [...readable.keys()].filter(isReference) });
  }
  const target = listable(all, reference);
  return {
    reference,
    readable: planScope(readable.get(key) ?? NO_ROWS, entity),
    target:
      target === null
        ? null
        : {
            entityId: target.entity.id,
            scope: planScope(target.scopeOf("list"), target.entity),
            projection: projectionOf(target, null),
          },
  };
}

/** `fields`: null for all that are readable. Throws FIELD_NOT_QUERYABLE. */
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
    ...(entity.reshaping === undefined ? {} : { reshaping: entity.reshaping }),
  };
}

/** Throws FIELD_NOT_QUERYABLE. */
function requireReadable(fields: string[], readable: EntityAccess["readable"]): void {
  const [name, ...others] = fields.filter((key) => !readable.has(key));
  if (name === undefined) return;
  const place = `fields[${fields.indexOf(name)}]`;
  throw notQueryable({ place, name, use: "read", usable: readable.keys() }, others);
}
