/** Why the database did not take a row of an import: what is reported about its line. */
import type { Entity, Field } from "../../model";
import { FOREIGN_KEY_VIOLATION, sqlState, UNIQUE_VIOLATION } from "../../postgres/faults";
import { takenField } from "../../store/records/conflicts";
import { findByUnique } from "../../store/records/unique";
import type { WriteContext } from "../../store/records/write";
import type { PreparedRow } from "./prepare";

/** The message for a row, without the driver's text; `field` null means the row as a whole. */
type RowFault = { field: string | null; message: string };

/** The conflict of a change, from PostgreSQL's unique index; an insert skips such rows instead. */
export function findConflict(error: unknown, entity: Entity): RowFault | null {
  if (sqlState(error) !== UNIQUE_VIOLATION) return null;
  return takenFault(entity, takenField(error, entity.fields.values()) ?? undefined);
}

/** `field` is undefined if the label conflicts. */
export function takenFault({ labelField }: Entity, field: Field | undefined): RowFault {
  if (field === undefined) return { field: labelField, message: "another record already has this label." };
  return { field: field.key, message: "another record already has this value." };
}

/** null if the row is not at fault, so that other rows would fail, too. */
export function findRowFault(error: unknown, entity: Entity): RowFault | null {
  const state = sqlState(error);
  if (state === FOREIGN_KEY_VIOLATION) return { field: entity.parentField, message: "the parent no longer exists." };
  const isOfValues = VALUE_CLASSES.some((prefix) => state.startsWith(prefix));
  return isOfValues ? { field: null, message: "the database cannot store these values." } : null;
}

/** Data exceptions, integrity violations, and program limits such as the size of an index entry. */
const VALUE_CLASSES = ["22", "23", "54"];

/** For each conflicting row, the first unique field whose value another record has. */
export async function findConflictingFields(
  { entityId }: WriteContext,
  fields: Field[],
  rows: PreparedRow[],
): Promise<Map<PreparedRow, Field>> {
  const taken = new Map<PreparedRow, Field>();
  for (const field of fields.filter(({ unique }) => unique)) {
    const values = rows.map(({ row }) => row.data[field.key] ?? null);
    const given = values.filter((value) => value !== null);
    const found = await findByUnique(entityId, field, given);
    for (const [index, row] of rows.entries()) {
      const value = values[index] ?? null;
      if (value !== null && found.has(value) && !taken.has(row)) taken.set(row, field);
    }
  }
  return taken;
}
