/** Selects the rows of a batch that can be written, as far as is known before the write. */
import { reachOfNew } from "../rules/write-permissions";
import type { Destination, PreparedRow, RefusedRecord } from "./prepare";
import type { Present, Reference } from "./references";

export type Selection<Row> = { kept: Row[]; refused: RefusedRecord[] };

/** A row to be written, as far as its references matter. */
export type PointingRow = { line: number; row: { id: string }; references: Reference[] };

/** Keeps the rows that the author may create. */
export async function selectPermitted({ author }: Destination, batch: PreparedRow[]): Promise<Selection<PreparedRow>> {
  if (author.access === null) return { kept: batch, refused: [] };
  const rows = batch.map(({ row }) => row);
  const missing = await reachOfNew(author.access, rows);
  const message = "this member may not create a record with these values.";
  return selectRows(batch, ({ row }) => (missing.get(row) === null ? null : message));
}

/** `refusalOf` says why the author may not write a row; null if nothing is missing. */
export function selectRows<Row extends { line: number }>(
  rows: Row[],
  refusalOf: (row: Row) => string | null,
): Selection<Row> {
  const selection: Selection<Row> = { kept: [], refused: [] };
  for (const row of rows) {
    const message = refusalOf(row);
    if (message === null) selection.kept.push(row);
    else selection.refused.push([{ line: row.line, field: null, message }]);
  }
  return selection;
}

/** Keeps the rows whose references point to a record, or to an earlier row that is kept. */
export async function selectWithReferences<Row extends PointingRow>(
  { entity }: Destination,
  present: Present,
  batch: Row[],
): Promise<Selection<Row>> {
  const there = await present.among(batch.flatMap((prepared) => prepared.references));
  const earlier = new Set<string>();
  const kept: Row[] = [];
  const refused: RefusedRecord[] = [];
  for (const prepared of batch) {
    const missing = prepared.references.filter(
      (reference) => !there.has(reference) && !(reference.entityKey === entity.key && earlier.has(reference.id)),
    );
    if (missing.length > 0) {
      const ofReference = "It must exist, or appear earlier in the file";
      refused.push(
        missing.map(({ field, entityKey, given }) => {
          const message = `there is no record "${given}" of ${entityKey}. ${ofReference}`;
          return { line: prepared.line, field, message };
        }),
      );
      continue;
    }
    earlier.add(prepared.row.id);
    kept.push(prepared);
  }
  return { kept, refused };
}

/** The ids of rows to which other rows of the batch refer: if one is not written, those must not be either. */
export function referencedIds({ entity }: Destination, batch: PreparedRow[]): Set<string> {
  const own = new Set(batch.map(({ row }) => row.id));
  const references = batch.flatMap((prepared) => prepared.references);
  return new Set(references.filter(({ entityKey, id }) => entityKey === entity.key && own.has(id)).map(({ id }) => id));
}
