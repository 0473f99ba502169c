/** Use case: one record (spec: Read one). */
import type { Access, EntityAccess } from "../access/compile";
import { ApiError } from "../errors";
import type { Seen } from "../postgres/replica";
import { withoutData } from "../query/filter/filter-fault";
import type { CsvColumn } from "../query/page/csv";
import * as store from "../store/records/read";
import type { RecordKey } from "../store/records/record-key";
import { recordNotFound } from "./record-key";
import { type Picked, requireReadable, viewOf } from "./view";

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

/** Each field must be readable in one of the entities. Throws FIELD_NOT_QUERYABLE. */
export function requireReadableSomewhere(fields: string[], entities: EntityAccess[]): void {
  const somewhere = new Set(entities.flatMap(({ readable }) => [...readable.keys()]));
  requireReadable(fields, somewhere, (name) => withoutData(name, somewhere));
}
