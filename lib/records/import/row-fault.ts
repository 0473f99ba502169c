/** Which errors of PostgreSQL are the fault of the rows that were to be written, and not of the moment or of ourselves. */
import type { Entity } from "../../model";

/** What is to be said of the row, without the driver's text; `field` null stands for the row as a whole. */
export type RowFault = { field: string | null; message: string };

/** null: not the row's fault, so no other row would fare better. */
export function findRowFault(state: string, entity: Entity): RowFault | null {
  if (state === FOREIGN_KEY_VIOLATION)
    return { field: entity.parentField, message: "the parent is not there any more." };
  const isOfValues = VALUE_CLASSES.some((prefix) => state.startsWith(prefix));
  return isOfValues ? { field: null, message: "the database cannot store these values." } : null;
}

const FOREIGN_KEY_VIOLATION = "23503";
/** Data exceptions, integrity violations, limits of the program such as an index entry's size. */
const VALUE_CLASSES = ["22", "23", "54"];

/** The statement took too long. Of many rows that says nothing against any of them: halves may still do. */
export const QUERY_CANCELED = "57014";
